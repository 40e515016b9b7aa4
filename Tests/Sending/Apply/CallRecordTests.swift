// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSending
    import AllonymTestSupport
    import Foundation
    import Testing

    @Suite struct CallRecordTests {
        private let identity = CallRecord.Identity(plan: "p", target: "t", project: "")

        @Test func `An intent is on the disk when its call may be sent`() async throws {
            let folder = FileManager.default.temporaryDirectory
                .appendingPathComponent("allonym-record-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let record = try CallRecord(in: folder.path, of: identity)
            // FULL: without it a loss of power takes commits away.
            #expect(try record.synchronisation() == 2)
            try await record.write(.init((number: 1, customer: 1, writer: 0), .begun))
            #expect(try record.states(of: .calls) == [.waiting, .begun])
            try record.close()
            let again = try CallRecord(in: folder.path, of: identity)
            #expect(try again.synchronisation() == 2)
            #expect(try again.states(of: .calls) == [.waiting, .begun])
            try again.close()
        }

        @Test(arguments: CallState.allCases)
        func `A journal goes over to another project only when nothing was done at the first`(
            state: CallState
        ) async throws {
            let folder = try Folder()
            let naming: [CallRecord.List: Set<Int>] = [.calls: [0]]
            let mistyped = CallRecord.Identity(
                plan: "p", target: "t", project: "tset", naming: naming)
            let first = try CallRecord(in: folder.path, of: mistyped)
            try await first.write(.init((number: 0, customer: 1, writer: 0), state))
            try first.close()
            let untouched: [CallState] = [
                .waiting, .refused, .spared, .byHand, .unsent, .unmade,
            ]
            let right = CallRecord.Identity(
                plan: "p", target: "t", project: "test", naming: naming)
            guard untouched.contains(state) else {
                let fault = #expect(throws: CallRecord.Fault.self) {
                    _ = try CallRecord(in: folder.path, of: right)
                }
                let words = fault?.description ?? ""
                #expect(words.contains("it is the record of the project \"tset\", not \"test\""))
                #expect(words.contains("to go on there, give --project tset, and to apply"))
                return
            }
            // What was refused there is made here as if it had never been sent.
            let second = try CallRecord(in: folder.path, of: right)
            #expect(try second.states(of: .calls).isEmpty)
            try second.close()
            // It is of this project now, and of the same plan as ever.
            try CallRecord(in: folder.path, of: right).close()
            for other in [
                CallRecord.Identity(plan: "q", target: "t", project: "test"),
                CallRecord.Identity(plan: "q", target: "t", project: "other"),
            ] {
                #expect(throws: CallRecord.Fault.self) {
                    _ = try CallRecord(in: folder.path, of: other)
                }
            }
        }

        @Test func `What names no project binds to the target alone, and is not made again`()
            async throws
        {
            let folder = try Folder()
            let naming: [CallRecord.List: Set<Int>] = [.calls: [0]]
            func open(_ target: String, _ project: String) throws -> CallRecord {
                try CallRecord(
                    in: folder.path,
                    of: .init(plan: "p", target: target, project: project, naming: naming))
            }
            let first = try open("t", "tset")
            try await first.write(.init((number: 0, customer: 1, writer: 0), .refused))
            try await first.write(.init((number: 1, customer: 1, writer: 1), .done))
            try first.close()
            let fault = #expect(throws: CallRecord.Fault.self) { _ = try open("u", "tset") }
            #expect(fault?.description.contains("to go on there, give --to-url t, and") == true)
            let second = try open("t", "test")
            #expect(try second.states(of: .calls) == [.waiting, .done])
            try second.close()
        }
    }
#endif

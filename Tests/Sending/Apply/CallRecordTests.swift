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
            let mistyped = CallRecord.Identity(plan: "p", target: "t", project: "tset")
            let first = try CallRecord(in: folder.path, of: mistyped)
            try await first.write(.init((number: 0, customer: 1, writer: 0), state))
            try first.close()
            let untouched: [CallState] = [.waiting, .refused, .spared, .byHand, .unsent]
            let right = CallRecord.Identity(plan: "p", target: "t", project: "test")
            guard untouched.contains(state) else {
                let fault = #expect(throws: CallRecord.Fault.self) {
                    _ = try CallRecord(in: folder.path, of: right)
                }
                #expect(
                    fault?.description.contains("it is the record of the project \"tset\"") == true)
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
    }
#endif

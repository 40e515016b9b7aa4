// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSending
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
    }
#endif

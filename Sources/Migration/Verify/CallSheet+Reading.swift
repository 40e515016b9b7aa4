// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

extension CallSheet {
    /// Reads `calls.json` of a plan.
    ///
    /// - Throws: ``BrokenPlan`` where it is missing, is of another version or cannot be read.
    package init(_ folder: PlanFolder) throws(BrokenPlan) {
        guard folder.has(CallSheet.name) else {
            throw BrokenPlan(
                CallSheet.name,
                "the plan has calls, and not what they have in common; make it again")
        }
        try self.init(
            folder.bytes(of: CallSheet.name).data, in: "\(folder.path)/\(CallSheet.name)")
    }

    /// Reads the bytes of `calls.json`, which errors name by its path.
    ///
    /// - Throws: ``BrokenPlan`` where they are of another version or cannot be read.
    package init(_ bytes: Data, in file: String) throws(BrokenPlan) {
        struct Head: Decodable { var version: Int }
        let decoder = JSONDecoder()
        guard let head = try? decoder.decode(Head.self, from: bytes) else {
            throw BrokenPlan(file, "expected an object with the member \"version\"")
        }
        guard head.version == CallSheet.version else {
            throw BrokenPlan(file, version: head.version, reading: CallSheet.version)
        }
        guard let sheet = try? decoder.decode(CallSheet.self, from: bytes) else {
            throw BrokenPlan(file, "it does not say what calls have in common")
        }
        self = sheet
    }

    /// Refuses a call that it does not describe.
    func check(_ writer: String, file: String, line: Int) throws(BrokenPlan) {
        guard writers[writer]?.file == file else {
            throw BrokenPlan(
                file, line: line, "\(CallSheet.name) has no calls of \(writer) in this file")
        }
    }
}

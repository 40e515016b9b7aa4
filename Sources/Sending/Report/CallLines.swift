// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymInput
    import AllonymMigration
    import Foundation

    /// A file with a line for each of some calls: `failed.jsonl`, `undo-failed.jsonl` and
    /// `undo-left.jsonl`.
    ///
    /// It is written beside and renamed, so that it is never half of one.
    final class CallLines {
        private let path: String
        private let bytes = OutputBytes(capacity: 1 << 16)
        private let descriptor: Int32

        init(in folder: String, name: String) throws(ApplicationFault) {
            path = "\(folder)/\(name)"
            unlink("\(path).new")
            descriptor = open("\(path).new", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            if descriptor < 0 { throw CallLines.fault(path, errno) }
        }

        private static func fault(_ path: String, _ code: Int32) -> ApplicationFault {
            .output(OutputError(path, code).description)
        }

        /// Writes a call that somebody has to look at, with the answer.
        func write(
            _ call: PlannedCall, _ line: CallRecord.Line, _ customer: CustomerCalls
        ) throws(ApplicationFault) {
            bytes.append("{\"answer\":")
            member(line.note)
            bytes.append(",\"call\":")
            bytes.append(call.line.span)
            bytes.append(",\"difference\":")
            member(line.difference)
            bytes.append(",\"outcome\":")
            member(line.state.word)
            bytes.append(",\"rule\":")
            member(line.rule)
            bytes.append(",\"sourceIDs\":")
            list(customer.ids.map(\.source))
            bytes.append(",\"status\":\(line.status.map(String.init) ?? "null")}\n")
            if bytes.count > 1 << 16 { try flush() }
        }

        /// Writes a call that is not taken back, with the reason and what to do.
        func write(
            _ call: PlannedCall, _ customer: CustomerCalls, kind: String, _ reason: StayingReason,
            why: String, todo: String
        ) throws(ApplicationFault) {
            bytes.append("{\"call\":")
            bytes.append(call.line.span)
            bytes.append(",\"do\":")
            member(todo)
            bytes.append(",\"kind\":")
            member(kind)
            bytes.append(",\"reason\":")
            member(reason.rawValue)
            bytes.append(",\"sourceIDs\":")
            list(customer.ids.map(\.source))
            bytes.append(",\"targetIDs\":")
            var seen: Set<String> = []
            list(customer.ids.map(\.target).filter { !$0.isEmpty && seen.insert($0).inserted })
            bytes.append(",\"why\":")
            member(why)
            bytes.append("}\n")
            if bytes.count > 1 << 16 { try flush() }
        }

        private func list(_ texts: [String]) {
            bytes.append("[")
            for (number, text) in texts.enumerated() {
                if number > 0 { bytes.append(",") }
                bytes.append(json: text)
            }
            bytes.append("]")
        }

        private func member(_ text: String?) {
            if let text { bytes.append(json: text) } else { bytes.append("null") }
        }

        private func flush() throws(ApplicationFault) {
            if let code = bytes.write(to: descriptor) { throw CallLines.fault(path, code) }
            bytes.cut(to: 0)
        }

        /// Puts the file in its place; a file without a line is not left there.
        func finish() throws(ApplicationFault) {
            try flush()
            var state = stat()
            let isEmpty = fstat(descriptor, &state) == 0 && state.st_size == 0
            _ = Foundation.close(descriptor)
            if isEmpty {
                unlink("\(path).new")
                unlink(path)
            } else if rename("\(path).new", path) != 0 {
                throw CallLines.fault(path, errno)
            }
        }
    }
#endif

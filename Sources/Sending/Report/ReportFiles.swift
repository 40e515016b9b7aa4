// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymInput
    import AllonymMappings
    import Foundation

    /// The files of a report, each written whole and readable by its owner only.
    enum ReportFiles {
        static func write(
            _ report: ApplicationReport, in folder: String
        ) throws(ApplicationFault) {
            let name = report.isUndo ? "undo-report" : "apply-report"
            do {
                try put(Data(JSONDocument.bytes(of: report)), "\(folder)/\(name).json")
                let lines = report.lines.joined(separator: "\n") + "\n"
                try put(Data(lines.utf8), "\(folder)/\(name).md")
                try put(Data(ApplicationPage(report).text.utf8), "\(folder)/\(name).html")
            } catch let error as OutputError {
                throw .output(error.description)
            } catch {
                throw .output("\(folder)/\(name): cannot be written: \(error.systemReason)")
            }
        }

        private static func put(_ data: Data, _ path: String) throws {
            try data.write(to: URL(fileURLWithPath: "\(path).new"))
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600], ofItemAtPath: "\(path).new")
            if rename("\(path).new", path) != 0 {
                throw OutputError(path, errno)
            }
        }
    }
#endif

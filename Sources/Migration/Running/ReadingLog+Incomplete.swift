// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// What there is to say about inputs that are a part of what they were made of.
extension ReadingLog {
    /// Says behind which pages a list breaks off, and which export was stopped.
    ///
    /// - Parameter unfinished: The inputs of exports that have not finished.
    /// - Throws: `OutputError` where `findings.csv` cannot be written.
    func note(unfinished: [Int]) throws(OutputError) {
        for input in unfinished {
            try note(
                .inputIncomplete, .needsDecision,
                "The export that wrote the file has not finished, so customers are missing. Run "
                    + "allonym migrate export again with the same options: it goes on.",
                rule: "scan.export", at: names[input])
        }
        for page in lists.ends {
            try note(
                .inputIncomplete, .needsDecision,
                "The list goes on behind this page, and no input has its last page, so customers, "
                    + "or what they hold, are missing.",
                rule: "scan.pages", at: "\(names[page.input]):\(page.line)")
        }
    }
}

extension FindingCode {
    /// An input that is a part of what it was made of.
    static let inputIncomplete: FindingCode = "input-incomplete"
}

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    /// The report of a run as it is printed: with what no call brings, which is handed over.
    package struct PrintedReport: Encodable, Sendable {
        private let report: ApplicationReport
        private let handing: HandingSheet?

        private enum CodingKeys: String, CodingKey {
            case handing
        }

        /// A report, and what is handed over.
        ///
        /// - Parameters:
        ///   - report: The report.
        ///   - handing: What is handed over; nil where that is not asked, as in undoing.
        package init(_ report: ApplicationReport, handing: HandingSheet?) {
            self.report = report
            self.handing = handing
        }

        /// The report for a person, and behind it what to hand over.
        package var lines: [String] { report.lines + (handing?.lines ?? []) }

        /// The members of the report, and `handing` where there are files or parts were asked for.
        package func encode(to encoder: any Encoder) throws {
            try report.encode(to: encoder)
            guard let handing, !handing.isEmpty || handing.written != nil else { return }
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(handing, forKey: .handing)
        }
    }
#endif

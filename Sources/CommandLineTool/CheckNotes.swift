// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymInput
    import Foundation

    /// What a person should know of an input whose verdicts are right, but may answer another question.
    ///
    /// Only notes are made of what a file begins with: it changes no verdict. A pipe is not looked into,
    /// since what is read of it is gone.
    enum CheckNotes {
        /// As many bytes of a file are looked at.
        private static let most = 4_096

        /// A note on each input that is compressed or UTF-16, or has carriage returns for line ends, or
        /// is read without a column and is CSV or begins with a byte order mark, unless it failed.
        static func beginnings(
            of inputs: [Input], hasColumn: Bool, failed: String?
        ) -> [String] {
            inputs.compactMap { input in
                guard let start = beginning(of: input) else { return nil }
                if start.starts(with: [0x1F, 0x8B]) {
                    return
                        "\(input.name) is compressed with gzip, and its bytes were checked as they "
                        + "are; unpack it first: gunzip -c FILE | allonym check, with the same options"
                }
                if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) {
                    return
                        "\(input.name) is UTF-16, and its bytes were checked as they are; save it as "
                        + "UTF-8"
                }
                guard input.name != failed else { return nil }
                if hasBareReturns(start) {
                    return
                        "\(input.name) begins with lines that end with a carriage return alone, which "
                        + "were \(hasColumn ? "read as one record" : "checked as one ID"); save it "
                        + "with line feeds"
                }
                // Under a chosen column a byte order mark is skipped.
                guard !hasColumn else { return nil }
                if isCSV(start) || isNamedCSV(input) {
                    return
                        "\(input.name) looks like CSV, and each whole line was checked as an ID; for "
                        + "the IDs of a column give --column NAME"
                }
                guard start.starts(with: [0xEF, 0xBB, 0xBF]) else { return nil }
                return
                    "\(input.name) begins with a byte order mark (BOM), which counts as part of the "
                    + "first ID; save it without one"
            }
        }

        /// A note where there was no ID at all.
        static func nothing(in inputs: [Input]) -> String {
            let names = inputs.map(\.name).joined(separator: ", ")
            return "no ID was found in \(names), so nothing was checked"
        }

        /// A note on a file of suggestions.
        ///
        /// - Parameters:
        ///   - count: How many different IDs it has.
        ///   - file: Its name.
        ///   - without: How many refused IDs, as often as they were read, have nothing instead.
        /// - Returns: A sentence.
        static func written(_ count: Int, to file: String, without: Int) -> String {
            let written =
                switch count {
                case 0: "\(file) has no ID"
                case 1: "\(file) has 1 ID with a suggested replacement"
                default: "\(file) has \(count.grouped) IDs, each with a suggested replacement"
                }
            switch without {
            case 0: return count == 0 ? "\(written): no ID is refused" : written
            case 1:
                return
                    "\(written); for 1 refused ID there is no suggestion: in --format list it is the "
                    + "refused line without 'instead'"
            default:
                return "\(written); for \(without.grouped) refused IDs there is no suggestion: "
                    + "in --format list they are the refused lines without 'instead'"
            }
        }

        static func write(_ note: String) {
            StandardError.write(lines: ["allonym: note: \(ShownText.escaped(note))"])
        }

        private static func beginning(of input: Input) -> [UInt8]? {
            guard let path = input.path, input.identity != nil,
                let file = FileHandle(forReadingAtPath: path)
            else { return nil }
            return (try? file.read(upToCount: most)).map { Array($0) }
        }

        private static func isNamedCSV(_ input: Input) -> Bool {
            let name = input.name.lowercased()
            return name.hasSuffix(".csv") || name.hasSuffix(".tsv")
        }

        /// Whether there are carriage returns and no line feed; one at the end of what was read may
        /// have its line feed behind it.
        private static func hasBareReturns(_ start: [UInt8]) -> Bool {
            let known = start.count == most ? start.dropLast() : start[...]
            return known.contains(13) && !start.contains(10)
        }

        /// Whether the first two lines have equally many commas, semicolons or tabs, and at least one.
        private static func isCSV(_ start: [UInt8]) -> Bool {
            let lines = start.split(separator: 10, maxSplits: 2, omittingEmptySubsequences: false)
            guard lines.count > 1 else { return false }
            return [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")].contains {
                separator in
                let counts = lines.prefix(2).map { line in line.count { $0 == separator } }
                return counts[0] > 0 && counts[0] == counts[1]
            }
        }
    }
#endif

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import Foundation

    /// Says on a terminal how far a check is, from its second second on: how much is read, how fast,
    /// and how long the rest will take where the size is known.
    final class CheckProgress: @unchecked Sendable {
        // Unchecked because the check calls from one thread at a time.
        private let start = ContinuousClock.now
        private var last = ContinuousClock.now
        private var wasShown = false
        /// Of all files together; nil when one of them has no size, such as a pipe.
        private let size: Int?

        /// Progress over files; nil when standard error is no terminal.
        init?(files: [String]) {
            guard isatty(STDERR_FILENO) != 0 else { return nil }
            var size: Int? = 0
            for file in files {
                let attributes = try? FileManager.default.attributesOfItem(atPath: file)
                let isRegular = attributes?[.type] as? FileAttributeType == .typeRegular
                let bytes = isRegular ? attributes?[.size] as? Int : nil
                if let all = size, let bytes { size = all + bytes } else { size = nil }
            }
            self.size = size
        }

        @Sendable func report(_ position: Int) {
            let now = ContinuousClock.now
            guard now - start > .seconds(1), now - last > .milliseconds(200) else { return }
            last = now
            wasShown = true
            let passed = now - start
            let seconds =
                Double(passed.components.seconds) + Double(passed.components.attoseconds) * 1e-18
            let rate = Double(position) / seconds
            var text = "check: \(position / 1_000_000) MB, \(Int(rate / 1e6)) MB/s"
            if let size, size > 0 {
                let left = Int((Double(max(0, size - position)) / rate).rounded(.up))
                text += ", \(100 * position / size) %, \(left) s left"
            }
            write("\r\(text)\u{1B}[K")
        }

        /// Takes the line away again.
        func end() {
            if wasShown { write("\r\u{1B}[K") }
        }

        private func write(_ text: String) {
            FileHandle.standardError.write(Data(text.utf8))
        }
    }
#endif

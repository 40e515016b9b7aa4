// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymMigration
    import Foundation

    /// Shows the progress of a long migration on standard error: a line that changes on a terminal, one
    /// every ten seconds elsewhere.
    final class MigrateProgress: @unchecked Sendable {
        // Unchecked because what changes is changed by one call at a time.
        private let isTerminal = isatty(STDERR_FILENO) != 0
        private let begin = ContinuousClock.now
        private var phaseBegin = ContinuousClock.now
        private var last = ContinuousClock.now
        private var isPlanning = false
        private var wasShown = false
        /// Of all files together; nil when one of them has no size, such as a pipe.
        private let size: Int?

        init(files: [String]) {
            var size: Int? = 0
            for file in files {
                let attributes = try? FileManager.default.attributesOfItem(
                    atPath: URL(fileURLWithPath: file).resolvingSymlinksInPath().path)
                let isRegular = attributes?[.type] as? FileAttributeType == .typeRegular
                let bytes = isRegular ? attributes?[.size] as? Int : nil
                if let all = size, let bytes { size = all + bytes } else { size = nil }
            }
            self.size = size
        }

        @Sendable func report(_ progress: Migration.Progress) {
            let now = ContinuousClock.now
            if case .planning = progress, !isPlanning {
                // A phase that has just begun has no rate.
                isPlanning = true
                (phaseBegin, last) = (now, now)
            }
            let pause = isTerminal ? Duration.milliseconds(200) : .seconds(10)
            guard now - begin > .seconds(1), now - last > pause else { return }
            last = now
            let seconds = (now - phaseBegin) / .seconds(1)
            switch progress {
            case .reading(let bytes):
                show(
                    "reading", done: Double(bytes), of: size.map(Double.init), seconds,
                    rate: "\(bytes / 1_000_000) MB, \(Int(Double(bytes) / seconds / 1e6)) MB/s")
            case .planning(let customers, let all):
                show(
                    "planning", done: Double(customers), of: Double(all), seconds,
                    rate: "\(customers) customers, \(Int(Double(customers) / seconds)) a second")
            }
        }

        private func show(
            _ phase: String, done: Double, of all: Double?, _ seconds: Double, rate: String
        ) {
            var text = "migrate, \(phase): \(rate)"
            if let all, all > 0, done > 0 {
                let share = min(1, done / all)
                let left = Int((seconds / share * (1 - share)).rounded(.up))
                text += ", \(Int(100 * share)) %, \(left) s left"
                if isTerminal { text = bar(share) + " " + text }
            }
            wasShown = true
            write(isTerminal ? "\r\(text)\u{1B}[K" : text + "\n")
        }

        private func bar(_ share: Double) -> String {
            let width = 20
            let full = Int(share * Double(width))
            return String(repeating: "█", count: full)
                + String(repeating: "░", count: width - full)
        }

        /// Removes the line.
        func end() {
            if wasShown, isTerminal { write("\r\u{1B}[K") }
            wasShown = false
        }

        private func write(_ text: String) {
            FileHandle.standardError.write(Data(text.utf8))
        }
    }
#endif

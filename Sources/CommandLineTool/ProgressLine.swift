// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymInput
    import Dispatch
    import Foundation

    /// Says on standard error how far a command is, from its second second on: on a terminal in a line
    /// that changes, elsewhere in a line every ten seconds.
    final class ProgressLine: @unchecked Sendable {
        // Unchecked because the compiler does not see that the lock guards what changes.

        /// What is counted.
        enum Unit {
            case bytes
            /// Things by their noun, in the singular.
            case things(String)
            /// As things; how many there are and how many are left is said of them, too.
            case counted(String)
        }

        /// What is being done, and how much of it is done.
        private struct State {
            let phase: String
            let begin = ContinuousClock.now
            var done = 0
            var total: Int?
            var unit = Unit.things("")
            var note: String?
            var nextTry: ContinuousClock.Instant?
        }

        private let command: String
        private let isTerminal = isatty(STDERR_FILENO) != 0
        private let timer: any DispatchSourceTimer
        private let lock = NSLock()
        private var state: State?
        private var wasShown = false
        private var isEnded = false

        /// Begins to watch a command, such as `migrate plan`.
        init(_ command: String) {
            self.command = command
            timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
            let pause = isTerminal ? 0.2 : 10
            timer.schedule(deadline: .now() + max(pause, 1), repeating: pause)
            timer.setEventHandler { [weak self] in self?.tell() }
            timer.resume()
        }

        deinit { timer.cancel() }

        /// Takes down how far a phase is.
        ///
        /// - Parameters:
        ///   - phase: What is being done; another word begins another phase, with a rate of its own.
        ///   - done: As much as is done.
        ///   - total: As much as there is to do; nil where that is not known.
        ///   - unit: What is counted.
        ///   - note: What else is to be said.
        ///   - nextTry: Until when nothing is done; nil where nothing is waited for.
        func show(
            _ phase: String, _ done: Int = 0, of total: Int? = nil, _ unit: Unit = .things(""),
            note: String? = nil, nextTry: ContinuousClock.Instant? = nil
        ) {
            lock.lock()
            defer { lock.unlock() }
            if state?.phase != phase { state = State(phase: phase) }
            state?.done = done
            state?.total = total
            state?.unit = unit
            state?.note = note
            state?.nextTry = nextTry
        }

        /// Takes the line away again.
        func end() {
            timer.cancel()
            lock.lock()
            defer { lock.unlock() }
            isEnded = true
            if wasShown, isTerminal { write("\r\u{1B}[K") }
        }

        /// The bytes of all files together; nil when one of them has no size, such as a pipe.
        static func size(of files: [String]) -> Int? {
            var size = 0
            for file in files {
                let attributes = try? FileManager.default.attributesOfItem(
                    atPath: URL(fileURLWithPath: file).resolvingSymlinksInPath().path)
                guard attributes?[.type] as? FileAttributeType == .typeRegular,
                    let bytes = attributes?[.size] as? Int
                else { return nil }
                size += bytes
            }
            return size
        }

        // MARK: - Telling

        private func tell() {
            lock.lock()
            defer { lock.unlock() }
            guard let state, !isEnded else { return }
            wasShown = true
            let seconds = (ContinuousClock.now - state.begin) / .seconds(1)
            let text = ProgressLine.text(state, seconds)
            let whole = "\(command), \(state.phase): \(text)"
            if isTerminal {
                // What is said of it matters more than its name, which stands above.
                let room = ProgressLine.width - 1
                write("\r\((whole.count > room ? text : whole).prefix(room))\u{1B}[K")
            } else {
                StandardError.write(lines: [whole])
            }
        }

        private static func text(_ state: State, _ seconds: Double) -> String {
            var parts: [String] = []
            if case .counted(let things) = state.unit, let total = state.total {
                parts.append(counted(state.done, of: total, things, seconds))
            } else if state.done > 0 {
                let rate = Double(state.done) / max(seconds, 0.001)
                switch state.unit {
                case .bytes:
                    parts.append("\(state.done / 1_000_000) MB, \(Int(rate / 1e6)) MB/s")
                case .things(let things), .counted(let things):
                    let count = things.isEmpty ? state.done.grouped : state.done.of(things)
                    parts.append("\(count), \(Int(rate).grouped)/s")
                }
                if let total = state.total, total > 0 {
                    let share = min(1, Double(state.done) / Double(total))
                    let left = Int((seconds / share * (1 - share)).rounded(.up))
                    parts.append("\(Int(100 * share)) %, \(left) s left")
                }
            } else {
                parts.append("\(Int(seconds)) s")
            }
            if let note = state.note { parts.append(note) }
            if let wait = state.nextTry.map({ $0 - ContinuousClock.now }), wait > .zero {
                parts.append("next try in \(Int((wait / .seconds(1)).rounded(.up))) s")
            }
            return parts.joined(separator: ", ")
        }

        /// How many of some things are done, how fast, and how many and how long are left.
        private static func counted(
            _ done: Int, of total: Int, _ things: String, _ seconds: Double
        ) -> String {
            let count = "\(done.grouped) of \(total.of(things))"
            guard done > 0, total > 0 else { return "\(count), \(Int(seconds)) s" }
            let left = max(0, total - done)
            let wait = Int((seconds / Double(done) * Double(left)).rounded(.up))
            return "\(count), \(Int(Double(done) / max(seconds, 0.001)).grouped)/s, "
                + "\(min(100, 100 * done / total)) %, \(left.grouped) and \(wait) s left"
        }

        /// Why nothing is done meanwhile, as there is room for it.
        static func reason(_ text: String) -> String {
            ShownText.escaped(String(text.prefix(60)))
        }

        /// The width of the terminal, or 80.
        private static var width: Int {
            var size = winsize()
            guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1 else {
                return 80
            }
            return Int(size.ws_col)
        }

        private func write(_ text: String) { StandardError.write(text) }
    }
#endif

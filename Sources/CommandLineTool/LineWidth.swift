// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import Foundation

    /// How wide the lines of standard output, standard error or a file may be.
    struct LineWidth {
        /// Whether a person looks at it.
        let isTerminal: Bool
        private let descriptor: Int32

        /// Asks what a descriptor leads to; nil is a file, which has no width of its own.
        init(of descriptor: Int32?) {
            self.descriptor = descriptor ?? -1
            isTerminal = descriptor.map { isatty($0) != 0 } ?? false
        }

        /// The width at which lines are wrapped that are whole in files and pipes; nil there, unless
        /// `COLUMNS` is set.
        var wrapping: Int? { isTerminal || Self.columns != nil ? max(40, width) : nil }

        /// The width at which lines are wrapped that are whole in files and pipes, whatever `COLUMNS`
        /// says: programs read them.
        var wrappingOnTerminal: Int? { isTerminal ? wrapping : nil }

        /// The width of the terminal, or 80.
        var width: Int {
            if let columns = Self.columns { return columns }
            var size = winsize()
            guard isTerminal, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0
            else { return 80 }
            return Int(size.ws_col)
        }

        private static var columns: Int? {
            ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) }
        }
    }
#endif

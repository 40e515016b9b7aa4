// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension SecondOpinion {
    /// The moment that is asked about.
    struct Moment {
        /// In microseconds since 1970; nil where nothing is over.
        let instant: Int64?

        /// Whether something that has this end is over; without an end nothing is.
        func isOver(_ end: Int64?) -> Bool {
            guard let instant, let end else { return false }
            return end <= instant
        }

        /// Whether what happened then has not happened yet.
        func isLater(_ time: Int64?) -> Bool {
            guard let instant, let time else { return false }
            return time > instant
        }
    }

    /// Instants, all in microseconds since 1970: Nami tells events apart by microseconds.
    enum Instants {
        /// An instant given in seconds; 0 says that there is none.
        static func seconds(_ number: Int64?) -> Int64? { scaled(number, 1_000_000) }

        /// An instant given in milliseconds; 0 says that there is none.
        static func milliseconds(_ number: Int64?) -> Int64? { scaled(number, 1_000) }

        private static func scaled(_ number: Int64?, _ scale: Int64) -> Int64? {
            guard let number, number != 0 else { return nil }
            let (product, overflow) = number.multipliedReportingOverflow(by: scale)
            return overflow ? nil : product
        }

        /// An instant in ISO 8601, with a `T` or a blank, a fraction or none, and `Z`, an offset or
        /// nothing for UTC; nil where the text is none.
        static func text(_ text: String?) -> Int64? {
            guard let text else { return nil }
            var rest = Array(text.utf8)[...]
            guard let year = digits(4, &rest), skip("-", &rest), let month = digits(2, &rest),
                skip("-", &rest), let day = digits(2, &rest), (1...12).contains(month),
                (1...31).contains(day)
            else { return nil }
            var time: Int64 = 0
            if skip("T", &rest) || skip(" ", &rest) {
                guard let hour = digits(2, &rest), skip(":", &rest), let minute = digits(2, &rest),
                    hour < 25, minute < 60
                else { return nil }
                var second: Int64 = 0
                if skip(":", &rest) {
                    guard let digits = digits(2, &rest), digits < 61 else { return nil }
                    second = digits
                }
                time = ((hour * 60 + minute) * 60 + second) * 1_000_000
                if skip(".", &rest) { time += fraction(&rest) }
                guard let offset = offset(&rest) else { return nil }
                time -= offset * 60_000_000
            }
            return rest.isEmpty ? days(year, month, day) * 86_400_000_000 + time : nil
        }

        private static func skip(_ character: Character, _ rest: inout ArraySlice<UInt8>) -> Bool {
            guard rest.first == character.asciiValue else { return false }
            rest.removeFirst()
            return true
        }

        private static func digits(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> Int64? {
            guard rest.count >= count else { return nil }
            var number: Int64 = 0
            for byte in rest.prefix(count) {
                guard (48...57).contains(byte) else { return nil }
                number = number * 10 + Int64(byte - 48)
            }
            rest.removeFirst(count)
            return number
        }

        /// The digits behind the point, in microseconds.
        private static func fraction(_ rest: inout ArraySlice<UInt8>) -> Int64 {
            var (microseconds, scale): (Int64, Int64) = (0, 100_000)
            while let byte = rest.first, (48...57).contains(byte) {
                microseconds += Int64(byte - 48) * scale
                scale /= 10
                rest.removeFirst()
            }
            return microseconds
        }

        /// What is ahead of UTC, in minutes.
        private static func offset(_ rest: inout ArraySlice<UInt8>) -> Int64? {
            if rest.isEmpty || skip("Z", &rest) { return 0 }
            let sign: Int64 = skip("+", &rest) ? 1 : skip("-", &rest) ? -1 : 0
            guard sign != 0, let hours = digits(2, &rest) else { return nil }
            if rest.isEmpty { return sign * hours * 60 }
            _ = skip(":", &rest)
            return digits(2, &rest).map { sign * (hours * 60 + $0) }
        }

        /// The days from 1970 to a date, by the rules of the Gregorian calendar.
        private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
            // Years begin in March, so that a leap day is the last day of one.
            let (year, month) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
            let leaps = year / 4 - year / 100 + year / 400
            return year * 365 + leaps + (month * 153 + 2) / 5 + day - 1 - 719_468
        }
    }
}

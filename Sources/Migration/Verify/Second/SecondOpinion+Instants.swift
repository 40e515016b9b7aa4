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
            text.flatMap { Instants.text(Array($0.utf8)[...]) }
        }

        /// The same of the bytes of a text.
        static func text(_ bytes: ArraySlice<UInt8>) -> Int64? {
            var rest = Rest(bytes)
            return instant(&rest)
        }

        private static func instant(_ rest: inout Rest) -> Int64? {
            guard let year = rest.digits(4), rest.skip("-"), let month = rest.digits(2),
                rest.skip("-"), let day = rest.digits(2), (1...12).contains(month),
                (1...31).contains(day)
            else { return nil }
            var time: Int64 = 0
            if rest.skip("T") || rest.skip(" ") {
                guard let hour = rest.digits(2), rest.skip(":"), let minute = rest.digits(2),
                    hour < 25, minute < 60
                else { return nil }
                var second: Int64 = 0
                if rest.skip(":") {
                    guard let digits = rest.digits(2), digits < 61 else { return nil }
                    second = digits
                }
                time = ((hour * 60 + minute) * 60 + second) * 1_000_000
                if rest.skip(".") { time += rest.fraction() }
                guard let offset = rest.offsetFromUTC() else { return nil }
                time -= offset * 60_000_000
            }
            return rest.isEmpty ? days(year, month, day) * 86_400_000_000 + time : nil
        }

        /// What of a text is not read yet.
        private struct Rest {
            private let bytes: ArraySlice<UInt8>
            private var offset: Int

            init(_ bytes: ArraySlice<UInt8>) { (self.bytes, offset) = (bytes, bytes.startIndex) }

            var isEmpty: Bool { offset == bytes.endIndex }

            mutating func skip(_ character: Unicode.Scalar) -> Bool {
                guard !isEmpty, bytes[offset] == UInt8(ascii: character) else {
                    return false
                }
                offset += 1
                return true
            }

            mutating func digit() -> Int64? {
                guard !isEmpty, (48...57).contains(bytes[offset]) else { return nil }
                offset += 1
                return Int64(bytes[offset - 1] - 48)
            }

            mutating func digits(_ count: Int) -> Int64? {
                var number: Int64 = 0
                for _ in 0..<count {
                    guard let digit = digit() else { return nil }
                    number = number * 10 + digit
                }
                return number
            }

            /// The digits behind the point, in microseconds.
            mutating func fraction() -> Int64 {
                var (microseconds, scale): (Int64, Int64) = (0, 100_000)
                while let digit = digit() {
                    microseconds += digit * scale
                    scale /= 10
                }
                return microseconds
            }

            /// What is ahead of UTC, in minutes.
            mutating func offsetFromUTC() -> Int64? {
                if isEmpty || skip("Z") { return 0 }
                let sign: Int64 = skip("+") ? 1 : skip("-") ? -1 : 0
                guard sign != 0, let hours = digits(2) else { return nil }
                if isEmpty { return sign * hours * 60 }
                _ = skip(":")
                return digits(2).map { sign * (hours * 60 + $0) }
            }
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

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput

extension SecondOpinion {
    /// An ID of a customer.
    ///
    /// IDs are told apart by their bytes, as providers tell them apart.
    package struct ID: Hashable, Sendable {
        /// The ID.
        package private(set) var text: String
        /// Whether it is of the provider's own, where these are a namespace of their own.
        package let isAnonymous: Bool

        /// An ID.
        package init(_ text: String, isAnonymous: Bool = false) {
            (self.text, self.isAnonymous) = (text, isAnonymous)
        }

        package static func == (one: ID, other: ID) -> Bool {
            guard one.isAnonymous == other.isAnonymous else { return false }
            return one.text.withSpan { one in other.text.withSpan { one.isEqual(to: $0) } }
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(text)
            hasher.combine(isAnonymous)
        }
    }

    /// The IDs that were read, by numbers, and which of them are one customer's.
    struct IDs {
        /// Of the provider's own namespace, where it has one, the kind is 1.
        private var texts = NumberedTexts()
        /// By number, whether a refused record names it.
        private(set) var doubtful: [Bool] = []
        /// Whether the record that is read was refused by the plan.
        var isDoubtful = false
        private var groups = Groups()

        /// The numbers of all.
        var indices: Range<Int> { 0..<texts.count }

        /// The ID with a number.
        subscript(number: Int) -> ID {
            ID(texts[number], isAnonymous: texts.kind(of: number) == 1)
        }

        /// The number of an ID that was read; nil for another.
        func known(_ id: ID) -> Int? {
            texts.known(id.text, kind: id.isAnonymous ? 1 : 0)
        }

        /// The number of an ID; nil for none and for the empty text.
        mutating func number(_ text: String?, isAnonymous: Bool = false) -> Int? {
            guard let text, !text.isEmpty else { return nil }
            let number = texts.number(of: text, kind: isAnonymous ? 1 : 0)
            if number == doubtful.count {
                doubtful.append(false)
                groups.add()
            }
            if isDoubtful { doubtful[number] = true }
            return number
        }

        /// Says that two IDs are one customer's.
        mutating func join(_ one: Int, _ other: Int) { groups.join(one, other) }

        /// The customer of an ID: the same number for all that are one customer's.
        func customer(_ id: Int) -> Int { groups.root(id) }
    }

    /// Which of some numbered things are one.
    struct Groups {
        private var parents: [Int32] = []

        /// Adds a thing, which is by itself.
        mutating func add() { parents.append(Int32(parents.count)) }

        /// Makes two things one.
        mutating func join(_ one: Int, _ other: Int) {
            let (one, other) = (halve(one), halve(other))
            if one != other { parents[max(one, other)] = Int32(min(one, other)) }
        }

        /// The thing that stands for all that are one with this.
        func root(_ thing: Int) -> Int {
            var thing = thing
            while parents[thing] != thing { thing = Int(parents[thing]) }
            return thing
        }

        private mutating func halve(_ thing: Int) -> Int {
            var thing = thing
            while parents[thing] != thing {
                parents[thing] = parents[Int(parents[thing])]
                thing = Int(parents[thing])
            }
            return thing
        }
    }

    /// Texts that name the same thing, such as the transaction and the token of a purchase.
    struct Names {
        private var numbers: [String: Int] = [:]
        private var groups = Groups()

        /// The number of what these texts name together; nil where there is no text.
        mutating func number(_ texts: [String]) -> Int? {
            var first: Int?
            for text in texts {
                let number = numbers[text] ?? numbers.count
                if numbers.updateValue(number, forKey: text) == nil { groups.add() }
                if let first { groups.join(first, number) }
                first = first ?? number
            }
            return first
        }

        /// The number that stands for all that are the same.
        func root(_ number: Int) -> Int { groups.root(number) }
    }

    /// Positions in a file, each a line and a byte in it, both from 1.
    package struct Positions: Sendable {
        private var positions: [(line: Int, column: Int)]
        private var (line, lineStart, scanned) = (1, 0, 0)

        /// Positions in any order.
        package init(_ positions: [(line: Int, column: Int)] = []) {
            self.positions = positions.sorted { $0 < $1 }.reversed()
        }

        /// Whether one of them lies in a range of bytes; ranges come in the order of the file.
        mutating func isAny(in range: Range<Int>, of bytes: Span<UInt8>) -> Bool {
            var isAny = false
            while let next = positions.last {
                while line < next.line, scanned < range.upperBound {
                    if bytes[scanned] == 0x0a { (line, lineStart) = (line + 1, scanned + 1) }
                    scanned += 1
                }
                // A row that is cut off is refused at the end of the file, behind its last byte.
                guard line == next.line,
                    lineStart + next.column - 1 < range.upperBound
                        || range.upperBound == bytes.count
                else { break }
                isAny = isAny || lineStart + next.column - 1 >= range.lowerBound
                positions.removeLast()
            }
            return isAny
        }
    }
}

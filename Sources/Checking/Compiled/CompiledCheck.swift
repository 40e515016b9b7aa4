// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore

/// The rules of a check, compiled to tables: for every byte what it says about an ID that has it,
/// for every length which limits it keeps.
///
/// Everything comes from the rules that the check was made of; no provider is known here.
package final class CompiledCheck: @unchecked Sendable {
    // Unchecked because the compiler knows nothing of pointers; nothing is written after `init`.

    let list: ConditionList
    /// The keys of the asked providers, in order.
    let keys: [String]
    let patterns: [CompiledPattern]
    /// For each pattern the bit of `byteMasks` that says: a byte outside of its alphabet; 0 for none.
    let outside: [UInt64]
    /// For each character condition its bit among the facts and that of `byteMasks`.
    let characters: [(facts: Facts, bytes: UInt64, others: [Unicode.Scalar])]
    let values: ValueTable
    /// For each anonymous form that is looked for in more than whole IDs its bit, and a byte without
    /// which no ID is suspected, as a bit of `byteMasks`.
    let suspects: [(facts: Facts, bytes: UInt64, form: AnonymousForm)]
    /// What it says of an ID that has only white space.
    let blank: Facts
    /// Says of an ID that a provider trims it; none where no provider does.
    let trimmable: Facts

    /// What each byte value says, to be united over an ID.
    let byteMasks: UnsafeMutablePointer<UInt64>
    /// Which classes of the fixed patterns each byte value is of.
    let classes: UnsafeMutablePointer<UInt64>
    /// For each pattern of one length the class that each offset asks for.
    let classesByOffset: UnsafeMutablePointer<UnsafeMutablePointer<UInt64>?>
    /// For each pattern its marker.
    let markers: UnsafeMutablePointer<CompiledPattern.Marker>
    /// Lengths at which something changes, sorted.
    let bounds: [Int]
    /// For each short length the number of bounds up to it.
    let lengthClasses: UnsafeMutablePointer<UInt32>
    let lengthCount: Int

    // Bits of `byteMasks`.
    static let notASCII: UInt64 = 1
    static let notDigit: UInt64 = 2
    static let at: UInt64 = 4
    static let whitespace: UInt64 = 8
    static let notWhitespace: UInt64 = 16
    private static let firstFree = 5

    /// Compiles a check.
    ///
    /// - Parameters:
    ///   - check: What is compiled.
    ///   - countsForms: Whether the facts say which provider's anonymous form an ID has.
    /// - Throws: ``TooManyRules``.
    package init(_ check: IdentifierCheck, countsForms: Bool = false) throws(TooManyRules) {
        let list = try ConditionList(check, countsForms: countsForms)
        self.list = list
        keys = list.rows.filter(\.isAsked).map(\.key)
        let fixed = CompiledCheck.values(list, check.blocklists)
        values = ValueTable(fixed)
        let refusesBlank = check.blocklists.entries.contains(where: \.refusesBlank)
        blank = refusesBlank ? list.mask { $0 == .isBlockedElsewhere } : 0
        trimmable = list.trims ? list.mask { $0 == .rule(.hasWhitespaceAtEnd) } : 0
        let patterns = try CompiledCheck.patterns(list, check.blocklists)
        self.patterns = patterns
        byteMasks = .allocate(capacity: 256)
        byteMasks.initialize(repeating: 0, count: 256)
        (outside, characters, suspects) = CompiledCheck.fill(byteMasks, list, patterns)
        classes = .allocate(capacity: 256)
        classes.initialize(repeating: 0, count: 256)
        classesByOffset = .allocate(capacity: max(1, patterns.count))
        classesByOffset.initialize(repeating: nil, count: max(1, patterns.count))
        markers = .allocate(capacity: max(1, patterns.count))
        bounds = CompiledCheck.bounds(list, patterns, fixed.map(\.text.utf8.count))
        lengthCount = min(4_096, (bounds.last ?? 0) + 1)
        lengthClasses = .allocate(capacity: lengthCount)
        lengthClasses.initialize(repeating: 0, count: lengthCount)
        for length in 0..<lengthCount { lengthClasses[length] = lengthClass(searching: length) }
        fillClasses()
    }

    deinit {
        for number in patterns.indices { classesByOffset[number]?.deallocate() }
        byteMasks.deallocate()
        classes.deallocate()
        markers.deallocate()
        classesByOffset.deallocate()
        lengthClasses.deallocate()
    }

    /// The class of a length.
    @inline(__always)
    func lengthClass(_ length: Int) -> UInt32 {
        length < lengthCount ? lengthClasses[length] : lengthClass(searching: length)
    }

    private func lengthClass(searching length: Int) -> UInt32 {
        var low = 0
        var high = bounds.count
        while low < high {
            let middle = (low + high) / 2
            if bounds[middle] <= length { low = middle + 1 } else { high = middle }
        }
        return UInt32(low)
    }

    /// A length of the class.
    func length(of lengthClass: UInt32) -> Int {
        lengthClass == 0 ? 0 : bounds[Int(lengthClass) - 1]
    }
}

// MARK: - What is compiled

extension CompiledCheck {
    private static func values(
        _ list: ConditionList, _ blocklists: ExternalBlocklists
    ) -> [(text: String, anyCase: Bool, facts: Facts)] {
        var values: [(text: String, anyCase: Bool, facts: Facts)] = []
        for (number, condition) in list.conditions.enumerated() {
            let texts: [String]
            switch condition {
            case .rule(.isOneOf(let listed)): texts = listed
            case .rule(.isAdvertisingID): texts = [IDCondition.advertisingID.text]
            default: continue
            }
            values += texts.map { ($0, false, 1 << Facts(number)) }
        }
        let elsewhere = list.mask { $0 == .isBlockedElsewhere }
        for entry in blocklists.entries {
            values += entry.values.map { ($0, entry.anyCase, elsewhere) }
        }
        return values
    }

    private static func patterns(
        _ list: ConditionList, _ blocklists: ExternalBlocklists
    ) throws(TooManyRules) -> [CompiledPattern] {
        var all: [CompiledPattern] = []
        func change(_ pattern: Pattern, _ body: (inout CompiledPattern) -> Void) {
            if !all.contains(where: { $0.pattern == pattern }) {
                all.append(CompiledPattern(pattern))
            }
            for index in all.indices where all[index].pattern == pattern { body(&all[index]) }
        }
        for (number, condition) in list.conditions.enumerated() {
            let bit: Facts = 1 << Facts(number)
            switch condition {
            case .matches(let pattern): change(pattern) { $0.sets |= bit }
            case .rule(.isSuspected(let form)):
                if let pattern = form.recognised { change(pattern) { $0.sets |= bit } }
            case .rule(.isNoneOf(let formats)):
                for format in formats { change(format.pattern) { $0.clears |= bit } }
            default: break
            }
        }
        let elsewhere = list.mask { $0 == .isBlockedElsewhere }
        for entry in blocklists.entries {
            if case .pattern(let pattern) = entry.match { change(pattern) { $0.sets |= elsewhere } }
        }
        // Three bits of the work of an ID are kept for other things, and some of `byteMasks`.
        let characters = list.conditions.count {
            switch $0 {
            case .rule(.contains), .rule(.isSuspected): true
            default: false
            }
        }
        guard all.count <= 60, characters < 64 - firstFree else {
            throw TooManyRules(count: list.conditions.count + all.count)
        }
        return all
    }

    private static func bounds(
        _ list: ConditionList, _ patterns: [CompiledPattern], _ lengths: [Int]
    ) -> [Int] {
        var bounds: Set<Int> = [1]
        for condition in list.conditions {
            switch condition {
            case .rule(.isLongerThan(let longest)): bounds.insert(longest + 1)
            case .rule(.isShorterThan(let least)): bounds.insert(least)
            default: break
            }
        }
        for pattern in patterns {
            bounds.insert(pattern.least)
            if pattern.most < .max { bounds.insert(pattern.most + 1) }
        }
        for length in lengths { bounds.formUnion([length, length + 1]) }
        return bounds.filter { $0 > 0 }.sorted()
    }

    private static func fill(
        _ byteMasks: UnsafeMutablePointer<UInt64>, _ list: ConditionList,
        _ patterns: [CompiledPattern]
    ) -> (
        [UInt64], [(facts: Facts, bytes: UInt64, others: [Unicode.Scalar])],
        [(facts: Facts, bytes: UInt64, form: AnonymousForm)]
    ) {
        var suspects: [(facts: Facts, bytes: UInt64, form: AnonymousForm)] = []
        var outside: [UInt64] = []
        var characters: [(facts: Facts, bytes: UInt64, others: [Unicode.Scalar])] = []
        for byte in 0..<256 {
            let isASCII = byte < 128
            let isWhite = isASCII && Unicode.Scalar(UInt8(byte)).properties.isWhitespace
            var mask: UInt64 = isASCII ? 0 : CompiledCheck.notASCII
            if !(48...57).contains(byte) { mask |= CompiledCheck.notDigit }
            if byte == 64 { mask |= CompiledCheck.at }
            mask |= isWhite ? CompiledCheck.whitespace : CompiledCheck.notWhitespace
            byteMasks[byte] = mask
        }
        var bit = CompiledCheck.firstFree
        for (number, condition) in list.conditions.enumerated() {
            let bytes: UInt64 = 1 << UInt64(bit)
            if case .rule(.isSuspected(let form)) = condition {
                // Whatever is suspected has the first byte of the text or of the pattern.
                let part = form.recognised?.parts.first?.bytes
                for byte in UInt8(0)..<128
                where part?.contains(byte) ?? false || form.suspect?.utf8.first == byte {
                    byteMasks[Int(byte)] |= bytes
                }
                suspects.append((1 << Facts(number), bytes, form))
                bit += 1
            }
            guard case .rule(.contains(let scalars)) = condition else { continue }
            for scalar in scalars where scalar.isASCII {
                byteMasks[Int(scalar.value)] |= 1 << UInt64(bit)
            }
            characters.append((1 << Facts(number), bytes, scalars.filter { !$0.isASCII }))
            bit += 1
        }
        var known: [ByteSet: UInt64] = [:]
        for pattern in patterns {
            if known[pattern.alphabet] == nil, bit < 64 {
                known[pattern.alphabet] = 1 << UInt64(bit)
                for byte in 0..<256 where !pattern.alphabet.contains(UInt8(byte)) {
                    byteMasks[byte] |= 1 << UInt64(bit)
                }
                bit += 1
            }
            outside.append(known[pattern.alphabet] ?? 0)
        }
        return (outside, characters, suspects)
    }

    private func fillClasses() {
        var known: [ByteSet: UInt64] = [:]
        for (number, pattern) in patterns.enumerated() {
            // A marker only tells all when the alphabet was asked for.
            let marker = outside[number] == 0 ? CompiledPattern.Marker() : pattern.marker
            (markers + number).initialize(to: marker)
            guard !pattern.isPlain, let sets = pattern.setsByOffset else { continue }
            guard known.count + Set(sets).subtracting(known.keys).count <= 64 else { continue }
            let table = UnsafeMutablePointer<UInt64>.allocate(capacity: sets.count)
            for (offset, set) in sets.enumerated() {
                if known[set] == nil {
                    let bit: UInt64 = 1 << UInt64(known.count)
                    known[set] = bit
                    for byte in 0..<256 where set.contains(UInt8(byte)) { classes[byte] |= bit }
                }
                (table + offset).initialize(to: known[set] ?? 0)
            }
            classesByOffset[number] = table
        }
    }
}

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMigration
import Testing

@Suite struct SecondOpinionTests {
    private static let exports = Result { try DocumentedExport.all() }

    @Test(arguments: (try? exports.get()) ?? [])
    func `The second opinion is that of the documents`(export: DocumentedExport) throws {
        let access = try opinion(on: export).access()
        for expected in export.expectations {
            let said = try #require(access[of: expected.id], "\(expected.id) was not read")
            if let names = expected.access {
                #expect(said.names == names && !said.isOpen, "\(expected.id): \(expected.why)")
            } else {
                #expect(said.isOpen, "\(expected.id): \(expected.why)")
            }
        }
    }

    @Test(arguments: (try? exports.get()) ?? [])
    func `Broken files say less, and are no crash`(export: DocumentedExport) throws {
        var random = RandomBytes(seed: seedOfRun)
        for _ in 0..<20 {
            let files = export.files.map { (name: $0.name, bytes: random.broken($0.text)) }
            let opinion = try opinion(on: files, of: export)
            #expect(opinion.access().count <= opinion.ids.count, "ALLONYM_SEED=\(seedOfRun)")
        }
    }
}

/// A second opinion on an export.
func opinion(on export: DocumentedExport) throws -> SecondOpinion {
    try opinion(on: export.files.map { ($0.name, Array($0.text.utf8)) }, of: export)
}

/// A second opinion on files that take the index of an export's.
func opinion(
    on files: [(name: String, bytes: [UInt8])], of export: DocumentedExport
) throws -> SecondOpinion {
    var opinion = try #require(
        SecondOpinion(
            provider: export.provider, settings: export.settings, at: export.moment))
    for file in files { opinion.read(file.bytes.span) }
    return opinion
}

extension SecondOpinion.AccessByID {
    /// What is said of an ID, be it of the app or of the provider.
    subscript(of id: String) -> SecondOpinion.Access? {
        self[SecondOpinion.ID(id)] ?? self[SecondOpinion.ID(id, isAnonymous: true)]
    }
}

/// Breaks texts by chance.
struct RandomBytes {
    private var state: UInt64

    init(seed: UInt64) { state = seed | 1 }

    private mutating func number(below most: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(max(1, most)))
    }

    /// A text with some bytes changed, left out or repeated, or without its end.
    mutating func broken(_ text: String) -> [UInt8] {
        var bytes = Array(text.utf8)
        for _ in 0...number(below: 6) where !bytes.isEmpty {
            let index = number(below: bytes.count)
            switch number(below: 5) {
            case 0: bytes.removeSubrange(index...)
            case 1: bytes[index] = UInt8(number(below: 256))
            case 2: bytes.remove(at: index)
            case 3:
                let signs = Array("{}[]\",:\\\n0-e.u".utf8)
                bytes.insert(signs[number(below: signs.count)], at: index)
            default:
                let end = min(bytes.count, index + number(below: 200))
                bytes.insert(contentsOf: bytes[index..<end], at: index)
            }
        }
        return bytes
    }
}

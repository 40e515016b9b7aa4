// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// In what two spellings of one ID differ.
public enum SpellingDifference: String, Hashable, Sendable, CaseIterable {
    /// In upper and lower case alone.
    case letterCase = "case"
    /// In white space at the ends alone.
    case whitespace
    /// In how Unicode composes characters alone.
    case normalization
    /// In case or hyphens of a UUID alone.
    case uuid
    /// In several of these at once.
    case several

    /// What an ID is folded by, one at a time.
    static let foldings: [SpellingDifference] = [.letterCase, .whitespace, .normalization, .uuid]

    /// Its bit among those that say which foldings change a spelling.
    var bit: UInt8 {
        switch self {
        case .letterCase: 1
        case .whitespace: 2
        case .normalization: 4
        case .uuid: 8
        case .several: 0
        }
    }
}

/// How an ID is spelt: for each folding that changes it a hash of what that folding takes away.
///
/// Two spellings of one ID are equal after one folding alone when what the others take away is the
/// same.
struct Spelling {
    /// The bits of the foldings that change it.
    private(set) var foldings: UInt8 = 0
    /// Their hashes, in the order of the bits.
    private var hashes: (UInt64, UInt64, UInt64) = (0, 0, 0)

    /// Notes that a folding changes it; to be called in the order of the bits.
    mutating func mark(_ difference: SpellingDifference, _ hash: UInt64) {
        switch foldings.nonzeroBitCount {
        case 0: hashes.0 = hash
        case 1: hashes.1 = hash
        default: hashes.2 = hash
        }
        foldings |= difference.bit
    }

    /// Everything in 64 bits: one hash whole, two of 32 bits, or three of 21; and six bits more of
    /// several.
    var packed: (marks: UInt64, more: UInt64) {
        let (first, second, third) = hashes
        let mixed =
            first &* 0x9E37_79B9_7F4A_7C15 ^ second &* 0xC2B2_AE3D_27D4_EB4F
            ^ third &* 0x1656_67B1_9E37_79F9
        switch foldings.nonzeroBitCount {
        case 0: return (0, 0)
        case 1: return (first, 0)
        case 2: return ((first >> 32) << 32 | second >> 32, mixed >> 58)
        default:
            return ((first >> 43) << 43 | (second >> 43) << 22 | (third >> 43) << 1, mixed >> 58)
        }
    }
}

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What a rule says of an ID, and when it does.
///
/// Every check is made of these: of single IDs, of files, in a migration. So are the explanations. A
/// new reason is a case of ``Reason`` and of ``IdentifierRule/Kind``; the compiler finds the rest.
package enum RuleMeaning: Hashable, Sendable {
    /// It is refused where the condition holds.
    case refused(Reason, IDCondition)
    /// It is advised against where any of the conditions holds; the first that does is shown.
    case advised(Advice, [IDCondition])
}

extension IdentifierRule.Kind {
    /// What a rule of this kind says; nil where it says nothing by itself.
    ///
    /// - Parameter anonymous: What the provider's anonymous IDs look like.
    /// - Returns: The meaning.
    package func meaning(_ anonymous: AnonymousForm) -> RuleMeaning? {
        switch self {
        case .trim: nil
        case .refuseEmpty(let blank): .refused(.empty, blank ? .isBlank : .isEmpty)
        case .refuseValues(let values): .refused(.blockedValue, .isOneOf(values))
        case .refuseCharacters(let scalars): .refused(.forbiddenCharacter, .contains(scalars))
        case .refuseLongerThan(let longest): .refused(.tooLong, .isLongerThan(longest))
        case .refuseAllBut(let formats): .refused(.wrongFormat, .isNoneOf(formats))
        case .advise(let advice, let least):
            .advised(advice, advice.conditions(shorterThan: least, anonymous))
        }
    }
}

extension RuleMeaning {
    /// In words: `too-long: over 100 characters`.
    package func explanation(quoted: (String) -> String) -> String {
        let (word, conditions) =
            switch self {
            case .refused(let reason, let condition): (reason.rawValue, [condition])
            case .advised(let advice, let conditions): ("advice \(advice.rawValue)", conditions)
            }
        let details = conditions.compactMap { $0.details(quoted: quoted) }
        return ([word] + details).joined(separator: ": ")
    }
}

extension Reason {
    /// What is said of bytes that are no UTF-8.
    package static let ofNoText = Reason.forbiddenCharacter

    /// Whether no other reason is given beside it.
    package var standsAlone: Bool {
        switch self {
        case .empty: true
        case .blockedValue, .forbiddenCharacter, .tooLong, .wrongFormat: false
        }
    }

    /// The sentence for a person; no file of the mappings repeats it.
    ///
    /// - Parameter provider: The provider's name, or such words as "the target".
    /// - Returns: A whole sentence.
    package func message(by provider: String) -> String {
        switch self {
        case .empty: "The ID is empty or blank, which \(provider) refuses."
        case .blockedValue: "The ID is on \(provider)'s block-list."
        case .forbiddenCharacter: "The ID contains a character that \(provider) forbids."
        case .tooLong: "The ID is too long for \(provider)."
        case .wrongFormat: "The ID has none of the formats that \(provider) accepts."
        }
    }
}

extension Advice {
    /// What calls for it; nothing for what is worked out by asking other providers and systems.
    fileprivate func conditions(
        shorterThan least: Int, _ anonymous: AnonymousForm
    ) -> [IDCondition] {
        switch self {
        case .email: [.isEmail]
        case .advertisingID: [.isAdvertisingID]
        case .guessable: [.isShorterThan(least), .hasOnlyDigits]
        case .surroundingWhitespace: [.hasWhitespaceAtEnd]
        case .anonymousForm: anonymous.hasSuspects ? [.isSuspected(anonymous)] : []
        case .blockedElsewhere, .notPortable: []
        }
    }
}

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What one provider says to an ID.
public struct ProviderVerdict: Hashable, Sendable {
    /// The provider's key, such as `revenuecat`.
    public let provider: String
    /// Its verdict.
    public let verdict: Verdict
}

/// Asks several providers at once whether they would take an ID.
///
/// A verdict is what a log-in with the ID is answered under the same settings: where a provider's SDK
/// trims an ID first, its trimmed form is checked. Advice is about the ID as given.
///
/// Beside what each provider's own rules say, an accepted ID is advised against when another
/// provider would refuse it (`not-portable`), and when another identity system does
/// (`blocked-elsewhere`). Nothing is suggested instead of an ID that stands for nobody: one that is
/// blank, on any provider's block-list, or refused by another system.
public struct IdentifierCheck: Sendable {
    /// A function that hashes bytes, such as SHA-256.
    public typealias Hash = @Sendable ([UInt8]) -> [UInt8]

    /// The rule that bytes which are no UTF-8 break, at every provider.
    public static let textRule = "utf-8"

    /// Every provider that a portable ID has to suit, under chosen settings.
    public let providers: [Rules]
    /// The keys of the providers whose verdicts are given.
    public let asked: [String]
    /// What other systems refuse.
    public let blocklists: ExternalBlocklists
    private let sha256: Hash?

    /// Gives the verdicts of the providers asked; portable is an ID that all providers accept.
    ///
    /// - Parameters:
    ///   - providers: Every provider that a portable ID has to suit, under chosen settings.
    ///   - asked: The keys of those whose verdicts are wanted; nil for all.
    ///   - blocklists: What other systems refuse.
    ///   - sha256: Makes the suggestion where a provider documents to give it a SHA-256. The core
    ///     has no cryptography of its own.
    public init(
        _ providers: [Rules], asked: [String]? = nil,
        blocklists: ExternalBlocklists = ExternalBlocklists(),
        sha256: Hash? = nil
    ) {
        self.providers = providers
        self.asked = asked ?? providers.map(\.provider.key)
        self.blocklists = blocklists
        self.sha256 = sha256
    }

    /// The verdicts on an ID, in the order of the providers.
    public func verdicts(on id: UserID) -> [ProviderVerdict] {
        var all = providers.map { ($0.provider.key, $0.identifiers.verdict(onLogIn: id)) }
        let refusing = all.filter { !$0.1.isAccepted }.map(\.0)
        let elsewhere = blocklists.blocking(id).map(\.id)
        // The hash of a placeholder is the same for everybody.
        let isNobody = !elsewhere.isEmpty || id.isBlank || all.contains { $0.1.blocksValue }
        for index in all.indices {
            if all[index].1.isAccepted {
                all[index].1.advise(.blockedElsewhere, elsewhere, Evidence.elsewhere)
                all[index].1.advise(.notPortable, refusing, Evidence.providers)
            } else if !isNobody {
                all[index].1.suggestion = suggestion(for: id, all[index].1, providers[index])
            }
        }
        return all.filter { asked.contains($0.0) }.map {
            ProviderVerdict(provider: $0.0, verdict: $0.1)
        }
    }

    /// The verdicts on an ID that comes as bytes.
    ///
    /// Invalid UTF-8 is rejected, and no provider is asked: every one refuses it with
    /// ``Reason/forbiddenCharacter`` and the offset of the first byte at fault.
    public func verdicts(onBytes bytes: some Collection<UInt8>) -> [ProviderVerdict] {
        guard let fault = IdentifierCheck.fault(in: bytes) else {
            return verdicts(on: UserID(unchecked: String(decoding: bytes, as: UTF8.self)))
        }
        let finding = Verdict.Finding(
            reason: .ofNoText, rule: IdentifierCheck.textRule, evidence: fault)
        var verdict = Verdict()
        verdict.findings = [finding]
        return providers.map(\.provider.key).filter(asked.contains).map {
            ProviderVerdict(provider: $0, verdict: verdict)
        }
    }

    /// The first byte that begins no character of UTF-8.
    private static func fault(in bytes: some Collection<UInt8>) -> Evidence? {
        var iterator = bytes.makeIterator()
        var decoder = UTF8()
        var offset = 0
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar): offset += UTF8.width(scalar)
            case .emptyInput: return nil
            case .error:
                let index = bytes.index(bytes.startIndex, offsetBy: offset)
                return .byte(bytes[index], offset: offset)
            }
        }
    }

    private func suggestion(
        for id: UserID, _ verdict: Verdict, _ rules: Rules
    ) -> Verdict.Suggestion? {
        for finding in verdict.findings {
            guard let rule = rules.identifiers.rules.first(where: { $0.id == finding.rule }),
                let replacement = rule.replacement
            else { continue }
            let text = sha256.map { hash in
                hash(Array(id.text.utf8)).map { byte in
                    (byte < 16 ? "0" : "") + String(byte, radix: 16)
                }.joined()
            }
            return Verdict.Suggestion(replacement: replacement, rule: rule.id, text: text)
        }
        return nil
    }
}

extension Verdict {
    fileprivate var blocksValue: Bool { findings.contains { $0.reason == .blockedValue } }

    fileprivate mutating func advise(
        _ advice: Advice, _ names: [String], _ evidence: ([String]) -> Evidence
    ) {
        guard !names.isEmpty else { return }
        hints.append(Hint(advice: advice, rule: nil, evidence: evidence(names)))
    }
}

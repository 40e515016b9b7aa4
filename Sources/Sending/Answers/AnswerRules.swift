// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    package import AllonymMappings
    import AllonymMigration
    import Foundation
    import NIOHTTP1

    /// What the answers to the calls of a plan mean, by the provider's data and, where these say
    /// nothing, by HTTP.
    package struct AnswerRules: Sendable {
        /// What an answer means.
        package enum Verdict: Sendable {
            case created(rule: String?)
            case done(rule: String?)
            case compare(rule: String)
            case exists(rule: String)
            case refused(rule: String?)
            /// Not yet; after the time, where the answer has one.
            case later(Duration?, rule: String?)
            case keyRefused(rule: String?)
            /// Nothing says whether it was done; asked again after the time, where it has one.
            case unknown(Duration?)
        }

        private let answers: [ProviderFormats.Answer]
        /// The headers in which the target says how many calls it takes, and how many it has had.
        let limitHeaders: [Operations.LimitHeader]

        /// The rules of a provider.
        package init(_ formats: ProviderFormats, _ operations: Operations?) {
            answers = formats.answers
            limitHeaders = operations?.limitHeaders ?? []
        }

        /// What a rule says, in a sentence; nil for a rule that there is none of.
        func says(_ rule: String) -> String? { answers.first { $0.id == rule }?.citation.says }

        /// What an answer of a rule is compared with; nil for what reads the call back.
        func compared(_ rule: String) -> ProviderFormats.Answer.Compared? {
            answers.first { $0.id == rule }?.compared
        }

        /// What an answer to a call of a writer means.
        package func verdict(_ answer: TargetAnswer, of writer: String) -> Verdict {
            let body = AnswerValue(bytes: answer.body)
            for rule in answers where rule.writers.isEmpty || rule.writers.contains(writer) {
                if let status = rule.status, status != answer.status { continue }
                if let place = rule.place, body?.at(place)?.spelling != rule.code { continue }
                switch rule.meaning {
                case .created: return .created(rule: rule.id)
                case .done: return .done(rule: rule.id)
                case .compare: return .compare(rule: rule.id)
                case .exists: return .exists(rule: rule.id)
                case .refused: return .refused(rule: rule.id)
                case .later: return .later(AnswerRules.wait(answer, rule, body), rule: rule.id)
                case .unknown: return .unknown(AnswerRules.wait(answer, rule, body))
                case .keyRefused: return .keyRefused(rule: rule.id)
                }
            }
            return AnswerRules.verdict(answer)
        }

        /// How long an answer asks to wait: by its rule, or the header where that says longer.
        private static func wait(
            _ answer: TargetAnswer, _ rule: ProviderFormats.Answer, _ body: AnswerValue?
        ) -> Duration? {
            let wait = rule.wait.flatMap { body?.at($0)?.spelling }.flatMap(Double.init)
            return longer(wait.map { capped(milliseconds: $0) }, retryAfter(answer))
        }

        /// What HTTP alone says.
        ///
        /// Source: https://www.rfc-editor.org/rfc/rfc9110 (15, 10.2.3), RFC 6585 (4) and RFC 8470
        /// (5.2), read 2026-11-25. 425 and 429 say that the call was not taken. After a 408 or any
        /// 5xx it may have been done, whenever the answer asks to come again: a host between sends
        /// these too, of a target that is late.
        private static func verdict(_ answer: TargetAnswer) -> Verdict {
            switch answer.status {
            case 200..<300: return .done(rule: nil)
            case 401, 403, 407: return .keyRefused(rule: nil)
            case 425, 429: return .later(retryAfter(answer), rule: nil)
            case 408, 500..<600: return .unknown(retryAfter(answer))
            case 400..<500: return .refused(rule: nil)
            // A redirection, or no final answer: the URL is not the target's.
            default: return .refused(rule: nil)
            }
        }

        private static func longer(_ first: Duration?, _ second: Duration?) -> Duration? {
            guard let first, let second else { return first ?? second }
            return max(first, second)
        }

        /// A wait that an answer asks for, a day at most: whatever is longer is a mistake.
        private static func capped(milliseconds: Double) -> Duration {
            .milliseconds(Int64(min(max(0, milliseconds), 24 * 3_600_000).rounded()))
        }

        /// The time of a `Retry-After`: seconds, or a date.
        static func retryAfter(_ answer: TargetAnswer) -> Duration? {
            guard let text = answer.headers.first(name: "Retry-After") else { return nil }
            if let seconds = Double(text) { return capped(milliseconds: seconds * 1_000) }
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.timeZone = TimeZone(identifier: "GMT")
            formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
            return formatter.date(from: text).map {
                capped(milliseconds: $0.timeIntervalSinceNow * 1_000)
            }
        }
    }
#endif

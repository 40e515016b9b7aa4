// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// Decides which purchases and grants go over and which of the target's writers takes them.
final class PurchaseJudge {
    /// Under which ID the owner of a purchase goes over.
    enum Owner {
        /// One that is settled.
        case settled
        /// An anonymous one that was minted anew.
        case reminted
        /// An anonymous one that was minted anew, until somebody decides about the custom one.
        case remintedMeanwhile
        /// One that could be somebody else's.
        case ambiguous
        /// None before somebody decides.
        case undecided
        /// None: the owner is anonymous, and the target is given no anonymous IDs.
        case unknown
        /// None: no record says who the owner is.
        case unsaid
    }

    /// What becomes of one purchase or grant.
    struct Answer {
        var disposition: Disposition
        /// The writer that takes it.
        var writer: Int?
        /// Why the import alone does not lead its owner to it; nil where it does.
        var obstacle: FindingCode?
        /// What it does not unlock at the target, while it unlocks something else there.
        var withheld: [WithheldName] = []
    }

    let sentences: Sentences
    let options: PlanOptions
    let choice: WriterChoice
    /// Whether a purchase has one holder at the target.
    private let hasOneHolder: Bool
    /// For each writer the states that it writes as another, one bit each.
    private let lostStates: [UInt32]
    /// For each writer whether a column stays empty that the target asks for.
    private let hasEmptyColumns: [Bool]
    /// In which states a purchase gives access at the target.
    private let access: StateAccess
    /// In which states it gives access at the source.
    private let sourceAccess: StateAccess
    private let twoHolderRule: String
    /// For each writer whether it tells the target who has access, so that no store is asked.
    private let tellsAccess: [Bool]
    /// The longest grace period of any store, in milliseconds; nil where none is known.
    private let longestGrace: Int64?
    /// The rule about what ended before that.
    static let graceRule = "population.\(FindingCode.endedLongAgo.rawValue)"
    /// The rule about what is said to give no access while its period runs.
    static let flagRule = "population.\(FindingCode.flagAgainstDates.rawValue)"

    static let user: PlanFieldSet = [
        PlanField(.userID), PlanField(.anonymousID),
    ]
    /// What has to be known of a purchase besides what writers need.
    static let fields: PlanFieldSet = [
        PlanField(.state), PlanField(.environment), PlanField(.periodType),
        PlanField(.store), PlanField(.familyShared), PlanField(.product),
        PlanField(.storeProduct), PlanField(.kind), PlanField(.entitlement),
        PlanField(.expiryDate), PlanField(.graceExpiryDate), PlanField(.givesAccess),
        PlanField(.purchaseDate), PlanField(.originalPurchaseDate),
    ]

    init(
        _ sentences: Sentences, _ options: PlanOptions, _ choice: WriterChoice,
        _ guide: FindingGuide
    ) {
        self.sentences = sentences
        self.options = options
        self.choice = choice
        let answer = sentences.target.rules.map(Behaviour.sharedAccount.answer)
        hasOneHolder = answer.map { $0.outcome != .copied } ?? false
        twoHolderRule = answer?.rule ?? ""
        lostStates = choice.writers.map { writer in
            let lost = writer.lostWords(of: .state)
            return NeutralState.allCases.enumerated().reduce(0) { bits, state in
                lost.contains(state.element.rawValue) ? bits | 1 << UInt32(state.offset) : bits
            }
        }
        hasEmptyColumns = choice.writers.map { !$0.emptyColumns.isEmpty }
        tellsAccess = choice.writers.map { $0.writtenFields.contains(PlanField(.givesAccess)) }
        let days = guide.rule(PurchaseJudge.graceRule)?.days
        longestGrace = days.map { Int64($0) * 86_400_000 }
        access = StateAccess(sentences.target.rules)
        sourceAccess = StateAccess(sentences.source.rules)
    }

    /// What becomes of a purchase or a grant.
    ///
    /// - Parameters:
    ///   - values: What is known of it; the map of products is applied to it.
    ///   - subject: What it is.
    ///   - owner: How its owner goes over.
    ///   - isCopy: Whether another customer holds it too, and first.
    ///   - counts: As many as were taken for the customer, by writers and by limits.
    ///   - findings: Takes what is to be said.
    /// - Returns: Its disposition, and the writer that takes it.
    func answer(
        _ values: FieldValues, _ subject: FormatWriter.Subject, _ owner: Owner, isCopy: Bool,
        _ counts: [Int], _ findings: inout PlanFindings
    ) -> Answer {
        // What is left behind is called as at the target too.
        let mapped = subject == .purchase ? options.products?.apply(to: values) : nil
        let names = options.entitlements?.apply(to: values)
        var answer = answer(
            values, subject, owner, isCopy: isCopy, counts, mapped, names, &findings)
        if let names, names.hasAny, !names.withheld.isEmpty {
            answer.withheld = names.withheld
            if answer.disposition == .kept { answer.disposition = .changed }
        }
        return answer
    }

    private func answer(
        _ values: FieldValues, _ subject: FormatWriter.Subject, _ owner: Owner, isCopy: Bool,
        _ counts: [Int], _ mapped: ProductMap.Answer?, _ names: EntitlementMap.Names?,
        _ findings: inout PlanFindings
    ) -> Answer {
        if isCopy, hasOneHolder {
            return left(.ambiguous, .twoHolders, rule: twoHolderRule, values, &findings)
        }
        if owner == .ambiguous {
            let rule = sentences.target.formats.identity.customRule
            return left(.ambiguous, .ownerAmbiguous, rule: rule, values, &findings)
        }
        if owner == .unsaid {
            let rule = "population.\(FindingCode.withoutOwner.rawValue)"
            return left(.needsDecision, .withoutOwner, rule: rule, values, &findings)
        }
        if mapped == .unknown {
            return left(.needsDecision, .productNotMapped, rule: "products", values, &findings)
        }
        if let names, !names.hasAny {
            let isOpen = names.withheld.contains { $0.code == .entitlementNotMapped }
            return left(
                isOpen ? .needsDecision : .dropped,
                isOpen ? .entitlementNotMapped : .entitlementDropped, rule: EntitlementMap.rule,
                values, &findings)
        }
        guard let writer = writer(values, subject, counts) else {
            return refused(values, subject, owner, counts, &findings)
        }
        if waits(for: owner, values, subject) {
            let rule = sentences.target.formats.identity.customRule
            return left(.needsDecision, .ownerUndecided, rule: rule, values, &findings)
        }
        return taken(
            values, subject, writer, owner, isMapped: mapped == .changed,
            isRenamed: names?.isChanged ?? false, &findings)
    }

    /// The writer that takes something.
    ///
    /// - Parameters:
    ///   - values: What is known of it.
    ///   - subject: What it is.
    ///   - counts: As many as were taken for the customer, by writers and by limits.
    /// - Returns: Its index among the writers; nil where none takes it, or the one that does would let
    ///   it give access that the source says it does not give.
    func writer(
        _ values: FieldValues, _ subject: FormatWriter.Subject, _ counts: [Int]
    ) -> Int? {
        guard let first = choice.first(values, of: choice.numbers(for: subject), counts),
            tellsAccess[first] || !values.isWithdrawn(at: options.at)
        else { return nil }
        return first
    }

    // MARK: - Taken

    private func taken(
        _ values: FieldValues, _ subject: FormatWriter.Subject, _ writer: Int, _ owner: Owner,
        isMapped: Bool, isRenamed: Bool, _ findings: inout PlanFindings
    ) -> Answer {
        let id = choice.ids[writer]
        var disposition = Disposition.kept
        func say(_ code: FindingCode, _ severity: Finding.Severity, _ rule: String) {
            findings.count(code, severity, rule: rule, values) {
                sentences.taken(code, choice.writers[writer])
            }
        }
        func change(_ code: FindingCode, rule: String? = nil) {
            disposition = .changed
            say(code, .changed, rule ?? id)
        }
        let state = PlanField(.state)
        if values.has(state), lostStates[writer] & 1 << UInt32(values.number(state)) != 0 {
            change(.stateNotCarried)
        }
        if isMapped { change(.productMapped, rule: "products") }
        if isRenamed { change(.entitlementMapped, rule: EntitlementMap.rule) }
        var obstacle: FindingCode?
        if owner == .reminted || owner == .remintedMeanwhile {
            let rule = sentences.target.formats.identity.anonymousRule
            if isClaimed(values, subject) {
                change(.ownerReminted, rule: rule)
                obstacle = .ownerReminted
            } else {
                disposition = .changed
                say(.ownerOutOfReach, .changed, rule)
                obstacle = .ownerOutOfReach
            }
        }
        let isLate = subject == .purchase && !tellsAccess[writer] && endedLongAgo(values)
        switch choice.routes[writer] {
        case .client where isLate: obstacle = nil
        case .client:
            change(.broughtByApp)
            obstacle = .broughtByApp
        case .manual:
            disposition = .needsDecision
            say(.byHand, .needsDecision, id)
            obstacle = .byHand
        case .bulkImport, .api: break
        }
        if hasEmptyColumns[writer] { say(.columnEmpty, .note, id) }
        let circumstances = circumstances(values)
        for code in circumstances { say(code, .note, id) }
        if obstacle == nil, let state = values.word(.state, of: NeutralState.self), !access(state) {
            obstacle = self.obstacle(state, circumstances)
        }
        // What is checked by hand is decided about already, and what is out of reach is lost anyway.
        if isLate, disposition != .needsDecision, obstacle != .ownerOutOfReach {
            disposition = .needsDecision
            say(.endedLongAgo, .needsDecision, PurchaseJudge.graceRule)
            obstacle = .endedLongAgo
        }
        return Answer(disposition: disposition, writer: writer, obstacle: obstacle)
    }

    /// Whether a purchase is said to give access, and no store gives it back any more.
    func endedLongAgo(_ values: FieldValues) -> Bool {
        values.endedLongAgo(longestGrace, at: options.at)
    }

    /// Why a purchase in a state in which the target gives no access gives none there.
    private func obstacle(
        _ state: NeutralState, _ circumstances: [FindingCode]
    ) -> FindingCode? {
        let code = FindingCode(rawValue: state.rawValue)
        if circumstances.contains(code) { return code }
        if sourceAccess(state), let word = state.modelled?.word { return .behaviour(inState: word) }
        // It was said to give access all the same.
        return state == .expired || state == .refunded ? .stateContradicted : nil
    }

    /// What is unusual about it.
    func circumstances(_ values: FieldValues) -> [FindingCode] {
        var codes: [FindingCode] = []
        let family = PlanField(.familyShared)
        if values.has(family), values.number(family) != 0 { codes.append(.familyShared) }
        if values.word(.environment, of: NeutralEnvironment.self) == .sandbox {
            codes.append(.sandbox)
        }
        if values.word(.store, of: NeutralStore.self) == .promotional { codes.append(.promotional) }
        if values.word(.periodType, of: NeutralPeriod.self) == .trial { codes.append(.trial) }
        if values.begins(after: options.at) { codes.append(.beginsLater) }
        switch values.word(.state, of: NeutralState.self) {
        case .grace, .billingRetry, .onHold, .paused, .pending:
            if let state = values.word(.state, of: NeutralState.self) {
                codes.append(FindingCode(rawValue: state.rawValue))
            }
        case .active, .cancelled, .expired, .refunded, nil: break
        }
        return codes
    }
}

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// Why no writer takes a purchase or a grant, and what becomes of it then.
extension PurchaseJudge {
    /// What is left behind, and why.
    func left(
        _ disposition: Disposition, _ code: FindingCode, rule: String, _ values: FieldValues,
        _ findings: inout PlanFindings, _ ways: [String] = [],
        of subject: FormatWriter.Subject = .purchase, by writer: Int? = nil
    ) -> Answer {
        findings.count(code, disposition.severity, rule: rule, values) {
            sentences.left(code, ways, of: subject, by: writer.map { choice.writers[$0] })
        }
        return Answer(disposition: disposition, obstacle: code)
    }

    /// What no writer takes.
    func refused(
        _ values: FieldValues, _ subject: FormatWriter.Subject, _ owner: Owner,
        _ counts: [Int], _ findings: inout PlanFindings
    ) -> Answer {
        if values.isWithdrawn(at: options.at) {
            let rule = PurchaseJudge.flagRule
            return left(.dropped, .flagAgainstDates, rule: rule, values, &findings)
        }
        let target = sentences.target
        let limits = target.formats.limits
        let numbers = choice.numbers(for: subject)
        let (own, nearest) = choice.nearest(values, of: numbers, counts)
        let writer = nearest?.writer ?? own
        var rule = writer.map { choice.ids[$0] } ?? ruleOfNone(subject)
        if case .age(let limit)? = nearest?.obstacle {
            let rule = limits[limit].id
            return left(.dropped, .tokenTooOld, rule: rule, values, &findings)
        }
        if isOver(values) { return left(.dropped, .notRunning, rule: rule, values, &findings) }
        if !values.present.intersects(PurchaseJudge.user), owner == .unknown {
            let isClaimed = isClaimed(values, subject)
            if isClaimed, endedLongAgo(values) {
                let rule = PurchaseJudge.graceRule
                return left(.needsDecision, .endedLongAgo, rule: rule, values, &findings)
            }
            let rule = target.formats.identity.anonymousRule
            let code: FindingCode = isClaimed ? .ownerNotImported : .ownerOutOfReach
            // What the app brings is in its trial at the target, too.
            if isClaimed, circumstances(values).contains(.trial) {
                findings.count(.trial, .note, rule: rule, values) {
                    sentences.circumstance(.trial)
                }
            }
            return left(.dropped, code, rule: rule, values, &findings)
        }
        if owner == .undecided, !values.present.intersects(PurchaseJudge.user) {
            let rule = target.formats.identity.customRule
            return left(.needsDecision, .ownerUndecided, rule: rule, values, &findings)
        }
        let obstacles = choice.obstacles(values, of: numbers, counts)
        var code = FindingCode.notTaken
        if let nearest {
            switch nearest.obstacle {
            case .missing(let field): code = .missing(field.name)
            case .full: code = .tooManyOfCustomer
            case .overLimit(let limit): (code, rule) = (.tooManyOfCustomer, limits[limit].id)
            case .late(let limit): (code, rule) = (.endsTooLate, limits[limit].id)
            case .past: code = .endPassed
            case .word, .present, .format, .age: break
            }
        } else if let circumstance = circumstance(values, obstacles) {
            // A purchase of a sandbox is nobody's loss.
            if circumstance == .sandbox {
                return left(.dropped, .sandbox, rule: rule, values, &findings)
            }
            code = circumstance
        } else if subject == .purchase, !values.has(PlanField(.store)), choice.has(.purchase) {
            code = .missing(NeutralField.store.name)
        }
        let ways = openWays(subject, obstacles)
        return left(
            .needsDecision, code, rule: rule, values, &findings, ways, of: subject, by: writer)
    }

    /// The rule behind it that the target has no way in for something at all.
    private func ruleOfNone(_ subject: FormatWriter.Subject) -> String {
        let rows = sentences.target.rules?.provider.rulebook.rows(of: .grant) ?? []
        return (subject == .grant ? rows.first?.id : nil) ?? sentences.target.key
    }

    /// What is unusual about a purchase, where that is why no writer of its store takes it.
    private func circumstance(
        _ values: FieldValues, _ obstacles: [(writer: Int, obstacle: WriterTest.Obstacle)]
    ) -> FindingCode? {
        let unusual = circumstances(values)
        for (_, obstacle) in obstacles {
            guard case .word(let field) = obstacle else { continue }
            let code: FindingCode?
            switch field.neutral {
            case .environment: code = .sandbox
            // What no store shows after the sale comes to no member of a family either.
            case .familyShared:
                code = isShown(values) && isBroughtShared(obstacles) ? .familyShared : nil
            case .store: code = .promotional
            case .state:
                let state = values.word(.state, of: NeutralState.self)
                code = state.map { FindingCode(rawValue: $0.rawValue) }
            default: code = nil
            }
            if let code, unusual.contains(code) { return code }
        }
        return nil
    }

    /// Whether the app brings what the family shares of this store, once it runs.
    private func isBroughtShared(
        _ obstacles: [(writer: Int, obstacle: WriterTest.Obstacle)]
    ) -> Bool {
        obstacles.contains { number, obstacle in
            let writer = choice.writers[number]
            return writer.route == .client && obstacle != .word(PlanField(.store))
                && writer.takesRunning && writer.allows("true", as: .familyShared)
        }
    }

    /// Whether something that is written now would be where nothing leads its owner to it, while an ID
    /// that can be corrected would.
    func waits(for owner: Owner, _ values: FieldValues, _ subject: FormatWriter.Subject) -> Bool {
        owner == .remintedMeanwhile && !isClaimed(values, subject)
    }

    /// Whether a device that nobody knows gets at it by its store account.
    func isClaimed(_ values: FieldValues, _ subject: FormatWriter.Subject) -> Bool {
        guard sentences.claim != nil, subject == .purchase, isShown(values) else { return false }
        return values.word(.store, of: NeutralStore.self)?.isOnDevice ?? true
    }

    /// Whether a store goes on showing it to devices, as far as its kind is known.
    private func isShown(_ values: FieldValues) -> Bool {
        values.word(.kind, of: NeutralKind.self)?.isShownAfterSale ?? true
    }

    /// Whether it gives no access any more and will not do so again.
    private func isOver(_ values: FieldValues) -> Bool {
        switch values.word(.state, of: NeutralState.self) {
        case .expired, .refunded, .pending: return true
        case .active, .cancelled, .grace, .billingRetry, .onHold, .paused: return false
        case nil:
            let expiry = PlanField(.expiryDate)
            guard let at = options.at, values.has(expiry) else { return false }
            return values.number(expiry) <= at
        }
    }

    /// What would have to be known for a writer to take it, and a grant by hand.
    private func openWays(
        _ subject: FormatWriter.Subject,
        _ obstacles: [(writer: Int, obstacle: WriterTest.Obstacle)]
    ) -> [String] {
        var ways: [String] = []
        for (writer, obstacle) in obstacles {
            if case .missing(let field) = obstacle {
                ways.append("\(choice.writers[writer].title), once its \(field.name) is known")
            }
        }
        if subject == .purchase, choice.has(.grant) {
            ways.append("a grant of what it unlocks")
        }
        return ways
    }
}

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
public import AllonymMappings

/// What a plan comes to: what `report.json` says, and `report.md` in words.
public struct MigrationReport: Sendable {
    /// How much was read, and what becomes of it.
    public struct Counts: Encodable, Sendable {
        /// The customers.
        public struct Customers: Encodable, Sendable {
            /// As many as were read.
            public let read: Int
            /// As many as have access to anything now; the four that follow add up to it.
            public let withAccess: Int
            /// They have all of it at the target by the import alone.
            public let kept: Int
            /// They get it back when the new app first starts.
            public let byApp: Int
            /// They lose some of it until somebody decides.
            public let byDecision: Int
            /// They lose some of it for good.
            public let lost: Int
            /// As many of those with access have it by sandbox purchases alone; nil where nobody does.
            public let sandbox: Int?

            init(read: Int, _ stakes: Stakes) {
                let outcomes = stakes.customers
                self.read = read
                sandbox = stakes.testers.all == 0 ? nil : stakes.testers.all
                withAccess = outcomes.all
                (kept, byApp) = (outcomes[.kept], outcomes[.byApp])
                (byDecision, lost) = (outcomes[.byDecision], outcomes[.lost])
            }
        }

        /// The customers.
        public let customers: Customers
        /// The IDs of all customers.
        public let ids: DispositionCounts
        /// The purchases.
        public let purchases: DispositionCounts
        /// What was given by hand.
        public let grants: DispositionCounts
        /// What the readers counted, by the words of the article "Reading a report", such as
        /// `rejected`.
        public let records: [String: Int]
    }

    /// One of the target's writers that has written something.
    public struct Written: Encodable, Sendable {
        /// The ID of the writer, such as `qonversion.rest-user`.
        public let writer: String
        /// What it is called.
        public let title: String
        /// What is known of it, as a sentence.
        public let says: String
        /// The name of the file in the plan's folder.
        public let file: String
        /// The word of its route, such as `api`.
        public let route: String
        /// Where it is documented.
        public let source: String
        /// As many rows or calls as were written.
        public let rows: Int
    }

    /// How long calls take.
    public struct Time: Encodable, Sendable {
        /// The ID of the limit, such as `qonversion.limits.1`.
        public let limit: String
        /// What the limit is called.
        public let name: String
        /// Whose limit it is.
        public let provider: String
        /// The limit in a sentence.
        public let says: String
        /// As many calls as there are.
        public let calls: Int
        /// Seconds that they take at least; nil where no rate is documented.
        public let seconds: Int?
        /// Whether they read from the source, and there may be more of them.
        public let reading: Bool
    }

    /// Calls that nothing takes back.
    public struct Lasting: Encodable, Sendable {
        /// The ID of the writer.
        public let writer: String
        /// Why nothing takes them back.
        public let reason: String
        /// As many calls as there are.
        public let calls: Int
    }

    /// Something to ask for, or to know.
    public struct Note: Encodable, Sendable {
        /// The ID of the entry in the provider's formats.
        public let id: String
        /// What it says, in whole sentences.
        public let says: String
        /// Where it is documented.
        public let source: String
    }

    /// A part of all customers.
    public struct Part: Encodable, Sendable {
        /// As many customers as are in it.
        public let customers: Int
        /// As many as were read.
        public let of: Int
        /// The list of those who are meant; nil where all are.
        public internal(set) var only: String?
        /// The share of these; nil for all.
        public let sample: String?
        /// Whether the customers of earlier plans are left out.
        public let except: Bool

        /// For people.
        var says: String {
            var parts = ["of \(of.grouped)"]
            if let only { parts.append("only those in \(only)") }
            if let sample { parts.append("a sample of \(sample)") }
            if except { parts.append("without those of earlier plans") }
            return parts.joined(separator: ", ")
        }
    }

    /// A setting of one of the two providers.
    public struct Setting: Encodable, Sendable {
        /// Its name, such as `qonversion.restore`.
        public let name: String
        /// Its value.
        public let value: String
        /// Whether it was given; otherwise it is assumed.
        public let given: Bool
        /// What it is about.
        public let says: String
    }

    /// A file of the plan's folder.
    public struct File: Hashable, Sendable {
        /// Its name in the folder.
        public let name: String
        /// Its size in bytes.
        public let bytes: Int
        /// As many records or rows as it has, a header not counted.
        public let records: Int
    }

    /// The source's key, such as `revenuecat`.
    public let from: String
    /// The target's key.
    public let to: String
    /// The moment at which states were looked at, in ISO 8601; nil where none is known.
    public let at: String?
    /// How old the rules are at that moment: the older ones of both providers.
    public let rules: RulesAge
    /// The part of all customers that the plan is for; nil for everybody.
    public internal(set) var part: Part?
    /// How much was read, and what becomes of it.
    public let counts: Counts
    /// What is at stake for those who have access now.
    public internal(set) var stakes: Stakes
    /// What is lost, changed, or to be decided, the heaviest first.
    public internal(set) var findings: [Finding]
    /// Every setting of both sides.
    public let settings: [Setting]
    /// What was written for the target, by writer.
    public let written: [Written]
    /// What has to be at the target before the import.
    public internal(set) var required: [Required] = []
    /// How long calls take.
    public let times: [Time]
    /// What to ask the source for, and the target.
    public let support: [Note]
    /// What is documented about going back.
    public let rollback: [Note]
    /// The number of calls in `undo.jsonl`, each of which may take back several others.
    public internal(set) var reversible = 0
    /// Calls that nothing takes back.
    public let lasting: [Lasting]
    /// The calls that are undone only where that is asked for.
    let unsureUndo: UnsureUndo
    /// The writers of calls that the target refuses once they were undone.
    let refusedAgain: [String]
    /// What the calls need to be given, and those that take them back; nil where there are none.
    let needs: (calls: CallNeeds, undo: CallNeeds)?
    /// Whether the target can be simulated: a neutral one has no rules.
    let canBeRehearsed: Bool
    /// Whether nothing but the events that the target sends shows what arrived.
    let showsEventsAlone: Bool
    /// All files of the plan's folder but the manifest, by name.
    public internal(set) var files: [File] = []

    let names: (from: String, to: String)
    /// The names of both providers as they write them.
    var title: String { "From \(names.from) to \(names.to)" }

    /// The weight of the heaviest finding; nil where there is none.
    public var worst: Finding.Severity? { findings.first?.severity }

    /// The lines that matter most, at most ten: for a terminal.
    public var lines: [String] { ReportLines(self).lines }

    /// What a plan has come to: what the planner has counted, for each of the target's writers as
    /// many rows or calls as were written, what is at stake, what it asks of both providers, and what
    /// came of reading.
    init(
        _ result: PlanResult, written rows: [Int], _ stakes: Stakes, _ load: PlanLoad,
        from source: MigrationEndpoint, to target: MigrationEndpoint, _ reading: PlanReading,
        at instant: Int64?, _ guide: FindingGuide
    ) {
        self.stakes = stakes
        part = reading.part
        (from, to) = (source.key, target.key)
        names = (source.name, target.name)
        canBeRehearsed = target.rules != nil
        showsEventsAlone = target.rules != nil && target.formats.showsEventsAlone
        at = instant.map(OutputBytes.text(ofInstant:))
        let day = min(source.formats.checked, target.formats.checked)
        rules = RulesAge(newest: day, at: at ?? day)
        counts = Counts(
            customers: Counts.Customers(read: result.customers, stakes), ids: result.ids,
            purchases: result.purchases, grants: result.grants, records: reading.counts)
        findings = (result.findings + reading.findings + load.findings)
            .sorted { $0.order < $1.order }
            .map(FindingActions(guide, at: target).completing)
        for (reason, share) in stakes.reasons {
            // What is about the whole plan is found by its code alone.
            let index = findings.firstIndex { finding in
                finding.code == reason.code
                    && (reason.severity.map { $0 == finding.severity } ?? true)
                    && (reason.rule.map { $0 == finding.rule } ?? true)
            }
            if let index { findings[index].cost.add(share) }
        }
        settings = [source, target].flatMap { side in
            (side.rules?.provider.rulebook.settings ?? []).map { setting in
                Setting(
                    name: "\(side.key).\(setting.name)",
                    value: side.rules?.settings[setting.name] ?? "",
                    given: side.given.contains(setting.name), says: setting.citation.says)
            }
        }
        let writers = zip(target.writers, rows).filter { $0.1 > 0 }
        written = writers.map { writer, rows in
            Written(
                writer: writer.id, title: writer.title, says: writer.says, file: writer.file,
                route: writer.route.rawValue, source: target.source(of: writer.id), rows: rows)
        }
        times = load.times.map {
            Time(
                limit: $0.limit.id, name: $0.limit.name, provider: $0.provider,
                says: $0.limit.citation.says, calls: $0.calls, seconds: $0.seconds,
                reading: $0.isReading)
        }
        let routes = Set(writers.map(\.0.route.rawValue))
        support =
            source.formats.support.filter { $0.when.contains("export") }.map(Note.init)
            + target.formats.support.filter { !routes.isDisjoint(with: $0.when) }.map(Note.init)
        rollback = target.formats.rollback.map(Note.init)
        let calls = writers.compactMap { writer, rows in writer.call.map { (writer, $0, rows) } }
        let named = calls.map { (writer: $0.0.id, call: $0.1) }
        needs = named.isEmpty ? nil : (CallNeeds(named), CallNeeds(named, undoing: true))
        lasting = calls.filter { $0.1.undo == nil }.map { writer, call, rows in
            Lasting(writer: writer.id, reason: call.noUndo ?? "", calls: rows)
        }
        unsureUndo = UnsureUndo(named, target.formats)
        refusedAgain = RefusedAgain(calls.map(\.0), at: target).writers
    }
}

extension MigrationReport.Note {
    fileprivate init(_ note: ProviderFormats.Note) {
        self.init(id: note.id, says: note.citation.says, source: note.citation.reference)
    }
}

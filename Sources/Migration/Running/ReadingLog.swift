// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// What there is to say about reading: what was not taken, what nobody knows, what was counted.
///
/// For one thread.
final class ReadingLog {
    private let rejected: RejectedRecords
    private(set) var unknown: UnknownColumnFile
    private let isStrict: Bool
    /// Whose formats the files have.
    let source: MigrationEndpoint
    /// Whose formats files beside these have.
    let beside: MigrationEndpoint?
    /// What the inputs are called in errors, and in outputs.
    private let paths: [String]
    let names: InputNames
    var findings = FindingList()
    let rows: FindingFile
    /// The lists that the inputs have pages of.
    private(set) var lists = OpenLists()
    /// How many records each input has.
    private var records: [Int]
    /// How many records were rejected of which something was read all the same, such as their IDs.
    private var partly = 0

    /// A log of reading some inputs into a folder.
    init(
        in directory: OutputDirectory, isStrict: Bool, from source: MigrationEndpoint,
        beside: MigrationEndpoint? = nil, inputs paths: [String], _ guide: FindingGuide
    ) throws(OutputError) {
        self.beside = beside
        rows = try FindingFile(in: directory, guide)
        rejected = try RejectedRecords(in: directory)
        unknown = UnknownColumnFile(in: directory)
        self.isStrict = isStrict
        self.source = source
        (self.paths, names) = (paths, InputNames(paths))
        records = [Int](repeating: 0, count: paths.count)
    }

    /// Looks at what is to be said about a batch.
    ///
    /// - Throws: `InputError` where that ends the run, or `OutputError`.
    func take(_ batch: RecordBatch) throws {
        records[batch.input] += batch.count
        lists.take(batch)
        let customers = customers(ofRejected: batch)
        partly += customers.count
        for rejection in batch.rejections {
            if isStrict { throw InputError(rejection) }
            try rejected.append(
                file: names[batch.input], line: rejection.line, column: rejection.column,
                record: batch.bytes(of: rejection.raw).span, reason: rejection.reason)
            let number = findings.number(
                FindingCode(rawValue: "rejected-\(rejection.rule.word)"), .needsDecision,
                rule: rejection.rule.rawValue, source: documents(of: batch),
                message: "\(rejection.rule.sentence) The record is in rejected.jsonl.")
            try count(
                number, at: "\(names[batch.input]):\(rejection.line)",
                of: customers[rejection.raw.start] ?? nil)
        }
        for remark in batch.remarks { try take(remark, batch) }
        try unknown.append(batch, file: names[batch.input])
    }

    /// Whose the rejected records are of which something was read all the same, such as their IDs:
    /// by where in the batch each begins, an ID as far as one is known.
    private func customers(ofRejected batch: RecordBatch) -> [Int: String?] {
        if batch.rejections.isEmpty { return [:] }
        let rejected = Set(batch.rejections.map(\.raw.start))
        var customers: [Int: String?] = [:]
        for number in 0..<batch.count where rejected.contains(batch[number].raw.start) {
            let record = batch[number]
            customers.updateValue(id(in: record, batch), forKey: record.raw.start)
        }
        return customers
    }

    /// An ID of the customer whom a record is about, as far as one is known.
    private func id(in record: Record, _ batch: RecordBatch) -> String? {
        let id = [NeutralField.userID, .originalID, .anonymousID].lazy
            .map(record.text).first(where: \.isPresent)
        return id.flatMap(batch.string)
    }

    /// Counts something in a file that a finding is about.
    ///
    /// - Parameters:
    ///   - number: The number of the finding.
    ///   - what: What it is.
    ///   - position: Where it is.
    ///   - id: An ID of whoever it is about, as far as that is known.
    /// - Throws: `OutputError` where `findings.csv` cannot be written.
    func count(
        _ number: Int, _ what: String = "", at position: String, of id: String? = nil
    ) throws(OutputError) {
        findings.count(number, subject: what + position)
        try rows.append(findings.planned(number), location: what + position) { values in
            if let id { values.set(PlanField(.sourceID), id) }
        }
    }

    /// Where the format of a batch is documented.
    private func documents(of batch: RecordBatch) -> String {
        batch.file.map { source(ofReader: $0.reader.reader.id, isBeside: $0.isBeside) } ?? ""
    }

    private func source(ofReader reader: String, isBeside: Bool) -> String {
        (isBeside ? beside ?? source : source).source(of: reader)
    }

    private func take(_ remark: Remark, _ batch: RecordBatch) throws {
        let (line, column) = batch.position(of: remark)
        let found = remark.finding(of: batch.string(remark.text) ?? "")
        if isStrict {
            throw InputError(
                .refusedRecord, paths[batch.input], line: line, column: column, found.reason)
        }
        let number = findings.number(
            found.code, found.severity, rule: found.rule, source: documents(of: batch),
            message: found.message)
        let value = found.value.map { "\"\($0)\" in " } ?? ""
        let id = id(in: batch[remark.record], batch)
        try count(number, value, at: "\(names[batch.input]):\(line)", of: id)
    }

    // MARK: - At the end

    /// What came of reading.
    ///
    /// - Parameters:
    ///   - files: What was read.
    ///   - population: Who there is by it.
    ///   - cohort: Whom of these the plan is for.
    ///   - isOlder: Whether all of it happened long before the moment that was asked for.
    ///   - farAhead: The moments of which one is far ahead of all others, and was not taken.
    ///   - unfinished: The inputs of exports that have not finished.
    /// - Returns: What the plan's report says of it.
    /// - Throws: `OutputError` where `findings.csv` cannot be written.
    func reading(
        _ files: [ScannedFile], _ population: Population, _ cohort: Cohort, isOlder: Bool,
        farAhead: LatestMoments?, unfinished: [Int]
    ) throws(OutputError) -> PlanReading {
        try note(unfinished: unfinished)
        for (input, file) in files.enumerated() {
            try note(columnsOf: file, input: input)
        }
        let all = names.all.joined(separator: ", ")
        if !population.at.isPresent {
            try note(
                "moment-unknown", .note,
                "No record has a date, so nothing counts as expired. Give the moment of the "
                    + "export with --at.", at: all)
        }
        try note(population, cohort)
        try note(twinsIn: population, cohort)
        if isOlder {
            try note(
                "file-older-than-moment", .note,
                "The files are more than a day older than the moment of the plan, so "
                    + "access is as of the files. Use a newer export.", at: all)
        }
        if let farAhead { try note(farAhead) }
        for (number, file) in files.enumerated() where file.hasChanged {
            try note(
                "input-changed", .needsDecision,
                "The file was written to while it was read, so the plan mixes two states of "
                    + "it. Plan again when nothing writes to it.", rule: "scan.changed",
                at: names[number])
        }
        let inputs = files.indices.map { number in
            Manifest.File(
                name: names[number], bytes: files[number].bytes,
                sha256: Hexadecimal.text(of: files[number].hash ?? []), records: records[number])
        }
        var readers: [String] = []
        for file in files where !readers.contains(file.reader) { readers.append(file.reader) }
        return PlanReading(
            inputs: inputs, readers: readers, counts: words(population.counts),
            findings: findings.findings)
    }

    private func note(_ farAhead: LatestMoments) throws(OutputError) {
        let row = farAhead.row.map { "\(names[$0.input]):\($0.line)" }
        try note(
            "moment-far-ahead", .ambiguous,
            "One date is more than 30 days after all others, so it does not set the moment of "
                + "the plan. If it is right, give it with --at.", at: row ?? "")
    }

    /// Counts something about files, by a rule of our own; without one it is `population.` and the
    /// code.
    func note(
        _ code: FindingCode, _ severity: Finding.Severity, _ message: String,
        rule: String? = nil, at position: String
    ) throws(OutputError) {
        let rule = rule ?? "population.\(code.rawValue)"
        let number = findings.number(
            code, severity, rule: rule, source: MigrationEndpoint.ownSource(of: rule),
            message: message)
        try count(number, at: position)
    }

    private func words(_ counts: PopulationCounts) -> [String: Int] {
        var words = [
            "read": records.reduce(0, +), "rejected": rejected.count,
            "customers": counts.customers, "aliases": counts.aliases, "names": counts.names,
            "purchases": counts.purchases, "grants": counts.grants, "events": counts.events,
            "ignored": counts.ignored, "repeated": counts.duplicates, "late": counts.late,
            "later": counts.later, "unplaced": counts.unplaced, "identities": counts.identities,
            "transfers": counts.transfers, "renewals": counts.renewals, "merged": counts.merged,
            "superseded": counts.superseded,
        ]
        // Most plans have no such file, and no such record.
        if counts.added > 0 { words["added"] = counts.added }
        if partly > 0 { words["partly"] = partly }
        return words
    }
}

extension InputError {
    /// A record that is not taken, while that ends the run.
    fileprivate init(_ rejection: Rejection) {
        self.init(
            .refusedRecord, rejection.file, line: rejection.line, column: rejection.column,
            rejection.reason)
    }
}

extension Rejection.Rule {
    /// The last word of its name.
    fileprivate var word: Substring { rawValue.drop { $0 != "." }.dropFirst() }

    /// What is wrong, in a sentence.
    fileprivate var sentence: String {
        switch self {
        case .syntax: "The record is not valid JSON."
        case .encoding: "The record is not valid UTF-8."
        case .fieldCount: "The row has too few or too many fields."
        case .quotes: "A quote is not closed, or is followed by something other than a separator."
        case .kind: "A value has the wrong type."
        case .date: "A date does not exist or has the wrong format."
        case .number: "A number is malformed or too large, or a spreadsheet has rounded it."
        case .missing: "A required value is missing."
        case .word: "A required word is unknown to the format; only the IDs of the record count."
        case .event: "The format does not know this type of event."
        case .answer: "An API has answered with an error, and not with what it was asked for."
        case .unmatched: "The format has no such record."
        }
    }
}

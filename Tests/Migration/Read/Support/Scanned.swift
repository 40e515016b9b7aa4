// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymMigration

/// Formats of a made-up provider, from the readers alone.
func formats(_ readers: String, events: String = "") throws -> [FormatReader] {
    let text = """
        {
          "provider": "Fifth", "source": "https://fifth.example", "checked": "2026-11-21", "version": 1,
          "sources": {"guide": "https://fifth.example/guide"},
          "identity": {
            "custom-ids": {"most": 1, "rule": "fifth.identity.1", "says": "One.",
              "authority": "documented", "source": "guide", "checked": "2026-11-21"},
            "anonymous-ids": {"import": false, "mint": null, "rule": "fifth.identity.2",
              "says": "None.", "authority": "documented", "source": "guide", "checked": "2026-11-21"},
            "letter-case": {"exact": true, "rule": "fifth.identity.3", "says": "Exact.",
              "authority": "documented", "source": "guide", "checked": "2026-11-21"}
          },
          "limits": [], "writers": [], "support": [], "rollback": [],
          "readers": [\(readers)]
        }
        """
    let cited = #""list": "events", "authority": "documented", "source": "guide""#
    let vocabulary = """
        {
          "provider": "Fifth", "source": "https://fifth.example", "checked": "2026-11-21", "version": 1,
          "sources": {"guide": "https://fifth.example/guide"},
          "entries": [\(events.replacing("CITED", with: cited))]
        }
        """
    return try ProviderFormats(
        Array(text.utf8), name: "formats.json", key: "fifth",
        vocabulary: Vocabulary(
            Array(vocabulary.utf8), name: "vocabulary.json", neutral: mappings().neutral)
    ).readers
}

/// One reader of JSON that makes a purchase of each document, from its fields.
func jsonReader(
    _ fields: String, at offset: String = "$", knownBy: String = "\"id\"",
    makes kind: String = "purchase", more: String = ""
) throws -> [FormatReader] {
    try formats(
        """
        {"id": "fifth.json", "title": "Objects", "container": "json", "known-by": [\(knownBy)],
         "clock": [], "order": "latest-row", "authority": "documented", "source": "guide",
         "checked": "2026-11-21",
         "records": [{"at": "\(offset)", "makes": "\(kind)", \(more) "fields": [\(fields)]}]}
        """)
}

/// One reader of CSV with the columns `id` and `name`, both of them texts.
func csvReader(delimiter: String = ",", more: String = "") throws -> [FormatReader] {
    try formats(
        """
        {"id": "fifth.csv", "title": "Rows", "container": "csv", "delimiter": "\(delimiter)",
         "known-by": ["id", "name"], "clock": [], "order": "latest-row",
         "authority": "documented", "source": "guide", "checked": "2026-11-21",
         "records": [{"at": "$", "makes": "customer", "fields": [
           {"name": "id", "field": "user-id", "required": true},
           {"name": "name", "field": "device"}\(more)]}]}
        """)
}

/// What a scan has handed over, in words.
struct Scanned: Equatable, Sendable {
    /// Each record: its line, and its fields by their names.
    var records: [String] = []
    /// Each record that was not taken: offset, rule and reason.
    var rejections: [String] = []
    /// The line and the column of each.
    var offsets: [String] = []
    /// The bytes of these.
    var rejected: [String] = []
    var remarks: [String] = []
    /// What ended the scan.
    var error: String?
    var files: [ScannedFile] = []
    var latest = Instant.none

    /// Scans one input.
    static func of(
        _ text: String, _ readers: [FormatReader], threads: Int = 1, pieceSize: Int? = nil
    ) -> Scanned {
        of([.bytes(Array(text.utf8), name: "in")], readers, threads: threads, pieceSize: pieceSize)
    }

    /// Scans inputs.
    static func of(
        _ inputs: [Input], _ readers: [FormatReader], threads: Int = 1, pieceSize: Int? = nil
    ) -> Scanned {
        let gathered = Gathered()
        var scan = Scan(readers, threads: threads)
        if let pieceSize { scan.pieceSize = pieceSize }
        do {
            gathered.scanned.files = try scan.run(inputs) { gathered.take($0) }
        } catch {
            gathered.scanned.error = "\(error)"
        }
        return gathered.scanned
    }
}

/// Takes batches, one at a time.
private final class Gathered: @unchecked Sendable {
    // Unchecked because a scan hands over one batch at a time.
    var scanned = Scanned()

    func take(_ batch: RecordBatch) {
        for number in 0..<batch.count {
            let record = batch[number]
            scanned.records.append("\(batch.line(of: record)): \(words(record, batch))")
        }
        for rejection in batch.rejections {
            scanned.offsets.append("\(rejection.line):\(rejection.column)")
            // Of the text alone: where values are is asked for as offsets.
            let isOfText = [.syntax, .encoding, .quotes].contains(rejection.rule)
            let column =
                isOfText && !rejection.reason.hasPrefix("\"") ? ":\(rejection.column)" : ""
            scanned.rejections.append(
                "\(rejection.line)\(column) \(rejection.rule.rawValue): \(rejection.reason)")
            scanned.rejected.append(batch.string(rejection.raw) ?? "")
        }
        for remark in batch.remarks {
            scanned.remarks.append(
                "\(remark.kind) \(remark.field?.name ?? "") \(batch.string(remark.text) ?? "")")
        }
        scanned.latest = max(scanned.latest, batch.latestMoment)
    }

    private func words(_ record: Record, _ batch: RecordBatch) -> String {
        var words = ["\(record.kind)"]
        for field in NeutralField.allCases where record.has(field) {
            words.append("\(field.name)=\(word(field, record, batch))")
        }
        if let event = record.eventRule { words.append("event=\(event)") }
        return words.joined(separator: " ")
    }

    private func word(_ field: NeutralField, _ record: Record, _ batch: RecordBatch) -> String {
        switch field.content {
        case .text: batch.string(record.text(field)) ?? ""
        case .list:
            batch.texts(of: record.list(field)).map { batch.string($0) ?? "" }
                .joined(separator: "|")
        case .instant: "\(record.instant(field).milliseconds)"
        case .flag: "\(record.flag(field) ?? false)"
        case .integer: "\(record.integer(field) ?? 0)"
        case .word: field.words[record.word(field) ?? 0]
        }
    }
}

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

import AllonymInput
import AllonymMappings
import AllonymMigration

/// What was written, read back.
@Suite struct ReadingBackTests {
    /// The fields by which outputs are judged.
    private static let fields: [PlanField] =
        [
            NeutralField.userID, .anonymousID, .product, .storeProduct, .store, .entitlement,
            .purchaseDate, .expiryDate, .receipt, .purchaseToken, .originalTransactionID,
            .transactionID, .orderID, .givesAccess,
        ].map(PlanField.init) + [PlanField(.alias)]

    @Test(arguments: [
        ("nami", 0), ("purchasely", 8), ("qonversion", 10), ("revenuecat", 17), ("neutral", 3),
    ])
    func `Every writer's lines and rows give back what they were filled with`(
        target: String, least: Int
    ) throws {
        let things =
            try target == "neutral" || target == "revenuecat"
            ? [GivenThings.population(for: target)] : [GivenThings.few(for: target)]
        let writers = try side(target).writers
        let all = things.flatMap(\.customers).joined()
        var used: Set<String> = []
        for writer in writers where writer.isImport {
            for (subject, values) in all where subject == writer.subject {
                guard writer.needs.allSatisfy({ values.present.intersects($0) }) else { continue }
                used.insert(writer.id)
                let read = FieldValues()
                try Self.write(writer, values, thenReadInto: read)
                for field in Self.fields where values.has(field) && writer.writes(field) {
                    #expect(read.has(field), "\(writer.id), \(field.name)")
                    let (before, after) = (Self.text(values, field), Self.text(read, field))
                    #expect(before == after, "\(writer.id), \(field.name)")
                }
            }
        }
        #expect(used.count >= least, "\(used.sorted())")
    }

    private static func write(
        _ writer: CompiledWriter, _ values: FieldValues, thenReadInto read: FieldValues
    ) throws {
        let bytes = OutputBytes()
        let one = values.has(PlanField(.entitlement)) ? 0 : nil
        switch writer.container {
        case .csv(let delimiter, let columns):
            let tree = CompiledValues(columns.map { .cell($0.value) })
            let row = RowRenderer(tree, values, into: bytes)
            row.append(cells: columns.count, delimiter: delimiter)
            let header = columns.map(\.name).joined(separator: String(UnicodeScalar(delimiter)))
            let table = Data("\(header)\n".utf8) + bytes.array + [0x0a]
            var rows = try TableReader("table.csv", FileBytes(table), delimiter: delimiter)
            #expect(try rows.next())
            writer.read(rows.cells, into: read)
        case .lines(let value):
            _ = RowRenderer(CompiledValues([.json(value)]), values, into: bytes).append(json: 0)
            try Self.read(bytes, writer, into: read)
        case .calls(let call):
            var calls = CallRenderer([writer])
            let template = calls.template(of: call, writer, number: 0)
            let row = template.renderer(into: bytes)
            row.fill(values, entitlement: one)
            _ = calls.append(template, row)
            try Self.read(bytes, writer, into: read)
        }
    }

    private static func read(
        _ bytes: OutputBytes, _ writer: CompiledWriter, into read: FieldValues
    ) throws {
        var count = 0
        try LineReader.forEachLine(of: "lines.jsonl", FileBytes(Data(bytes.array + [0x0a]))) {
            line, _ in
            writer.read(line, into: read)
            count += 1
        }
        #expect(count == 1)
    }

    /// A field as text; of a list the first element, and of a moment its second.
    private static func text(_ values: FieldValues, _ field: PlanField) -> String {
        switch field.neutral?.content {
        case .list: values.strings(field).first ?? ""
        case .instant: String(values.number(field) / 1000)
        case .flag, .integer, .word: String(values.number(field))
        case .text, nil: values.string(field) ?? ""
        }
    }

    @Test(arguments: [
        ("/v3/users/a%20b/purchases", "a b"), ("/v3/users//purchases", ""),
        ("/v3/users/a%2Fpurchases/purchases", "a/purchases"), ("/v4/users/a/purchases", nil),
        ("/v3/users/a/purchases/1", nil), ("/v3/users/a", nil),
    ])
    func `A text of several pieces is taken apart, and one of another form says nothing`(
        path: String, id: String?
    ) {
        let values = FieldValues()
        let template = FormatTemplate(pieces: [
            .verbatim("/v3/users/"), .field(.neutral(.anonymousID)), .verbatim("/purchases"),
        ])
        template.read(path, isPath: true, into: values)
        #expect(values.string(PlanField(.anonymousID)) == id)
    }

    @Test(
        arguments: [
            ("{\"a\":1}\n{\"a\":2}\n", ["1", "2"], nil), ("", [], nil),
            ("{\"a\":\"x\\u00e9\\n\"}\n", ["x\u{e9}\n"], nil), ("{}\n", ["-"], nil),
            ("{\"a\":1}", [], 1), ("{\"a\":1}\n{\"a\":2", ["1"], 2), ("{\"a\":1} x\n", [], 1),
            ("[1]\n", [], 1), ("{\"a\":1}\n\n", ["1"], 2), ("{\"a\":1}{}\n", [], 1),
            ("{\"a\":tru}\n", [], 1), ("{\"a\"\n", [], 1),
        ] as [(String, [String], Int?)])
    func `A line is one object and a new line`(text: String, values: [String], refused: Int?) {
        var read: [String] = []
        let result = Result { () throws(BrokenPlan) in
            try LineReader.forEachLine(of: "lines.jsonl", FileBytes(Data(text.utf8))) { line, _ in
                read.append(line["a"]?.spelling ?? "-")
            }
        }
        #expect(read == values)
        switch result {
        case .success: #expect(refused == nil)
        case .failure(let broken): #expect(broken.line == refused)
        }
    }

    @Test func `A moment that no clock can show is not read, and stops nothing`() throws {
        let field = PlanField(.purchaseDate)
        for (seconds, known) in [
            ("1795219200", 1_795_219_200_000), ("9223372036854775807", nil),
            ("-9223372036854775808", nil),
        ] as [(String, Int64?)] {
            let values = FieldValues()
            let value = FormatValue.field(
                [.neutral(.purchaseDate)], form: .seconds, words: [:], otherwise: nil)
            try LineReader.forEachLine(
                of: "lines.jsonl", FileBytes(Data("{\"v\":\(seconds)}\n".utf8))
            ) {
                line, _ in
                if let moment = line["v"] { value.read(.json(moment), into: values) }
            }
            #expect(values.has(field) == (known != nil))
            if let known { #expect(values.number(field) == known) }
        }
    }

    @Test(arguments: [
        ("", []), ("pro", ["pro"]), ("a%3bb;c%3dd;50%25", ["a;b", "c=d", "50%"]),
        ("50%;%zz", ["50%", "%zz"]),
    ])
    func `Names in one cell come apart as they were put together`(cell: String, names: [String]) {
        #expect(AccessNames.names(cell) == names)
        let pairs = AccessNames.explanations(
            cell.split(separator: ";").map { "\($0)=by-hand" }.joined(separator: ";"))
        #expect(pairs.map(\.name) == names && pairs.allSatisfy { $0.code == "by-hand" })
    }
}

extension CompiledWriter {
    /// Whether a field stands first at some index of what it writes.
    fileprivate func writes(_ field: PlanField) -> Bool {
        switch container {
        case .csv(_, let columns): columns.contains { $0.value.writes(field) }
        case .lines(let value): value.writes(field)
        case .calls(let call):
            call.path.fields.contains(field) || call.body?.writes(field) ?? false
        }
    }
}

extension FormatValue {
    /// Cases and conditions apart, which need not hold.
    fileprivate func writes(_ field: PlanField) -> Bool {
        switch self {
        case .text(let template): template.fields.contains(field)
        case .field(let fields, _, _, _): fields.first.map { PlanField($0) } == field
        case .object(let members): members.contains { $0.value.writes(field) }
        case .list(let values): values.contains { $0.writes(field) }
        case .cases, .needing, .eachID, .boolean, .number, .null: false
        }
    }
}

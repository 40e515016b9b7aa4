// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import Foundation
import Testing

/// The article "Describing a provider's files" against the loader and the files that it loads.
@Suite struct FormatsArticleTests {
    private static let article = Result { try FormatsArticle() }
    private static let files = Result { try FormatsObjects() }

    private func section(_ heading: String) throws -> FormatsArticle.Section {
        try #require(try Self.article.get().sections[heading], "no section \"\(heading)\"")
    }

    @Test(arguments: FormatPart.allCases)
    func `A table lists every member that the loader takes, and no other`(
        part: FormatPart
    ) throws {
        let listed = try section(part.rawValue).rows(of: "member").map { $0[0].code }
        #expect(listed.map { $0.joined(separator: " ") }.sorted() == part.ownMembers.sorted())
    }

    @Test(arguments: FormatPart.allCases)
    func `Every member is shown by an example`(part: FormatPart) throws {
        let section = try section(part.rawValue)
        let inBlocks = Set(try section.blocks.flatMap { try FormatsObjects.object($0).keys })
        for row in try section.rows(of: "member") {
            let name = try #require(row[0].code.first)
            let example = row.count > 2 ? row[2] : "below"
            switch example {
            case "above", "below": #expect(inBlocks.contains(name), "\(name) in a block")
            case _ where example.hasPrefix("see "):
                #expect(FormatPart(rawValue: String(example.dropFirst(4))) != nil, "\(example)")
            default: #expect(example.hasPrefix("`\"\(name)\": "), "\(name): \(example)")
            }
        }
    }

    @Test(arguments: FormatPart.allCases)
    func `Every example stands in a file that the loader takes`(part: FormatPart) throws {
        let section = try section(part.rawValue)
        let objects = try Self.files.get().objects(of: part)
        #expect(!objects.isEmpty)
        for block in section.blocks {
            let example = try FormatsObjects.object(block)
            #expect(objects.contains(example), "\(block)")
        }
        for row in try section.rows(of: "member") where row.count > 2 && row[2].hasPrefix("`") {
            let example = try FormatsObjects.object("{\(row[2].dropFirst().dropLast())}")
            #expect(
                objects.contains { JSONValue.object($0).contains(.object(example)) }, "\(row[2])")
        }
    }

    @Test(arguments: [
        (FormatPart.citation, "authority", Authority.allCases.map(\.rawValue)),
        (.limit, "what", ProviderFormats.Limit.Subject.allCases.map(\.rawValue)),
        (.answer, "means", ProviderFormats.Answer.Meaning.allCases.map(\.rawValue)),
        (.supportNote, "when", FormatWriter.Route.allCases.map(\.rawValue) + ["export"]),
        (.reader, "container", ["csv", "json"]),
        (.reader, "order", FormatReader.Order.allCases.map(\.rawValue)),
        (.reader, "entitlements", FormatReader.Entitlements.allCases.map(\.rawValue)),
        (.missingColumn, "means", MissingColumn.Meaning.allCases.map(\.rawValue)),
        (.missingColumn, "unless", MissingColumn.StandIn.allCases.map(\.rawValue)),
        (.record, "makes", RecordKind.allCases.map(\.rawValue)),
        (.field, "else", FieldRule.Unknown.allCases.map(\.rawValue)),
        (.writer, "container", ["csv", "calls", "lines"]),
        (.writer, "for", FormatWriter.Subject.allCases.map(\.rawValue)),
        (.writer, "route", FormatWriter.Route.allCases.map(\.rawValue)),
        (.exportPages, "next-is", ProviderExport.Pages.Next.allCases.map(\.rawValue)),
        (.exportCall, "for", ProviderExport.Call.Subject.allCases.map(\.rawValue)),
    ])
    func `The words that a member takes are listed`(
        part: FormatPart, member: String, words: [String]
    ) throws {
        let rows = try section(part.rawValue).rows(of: "member")
        let row = try #require(rows.first { $0[0].code == [member] })
        #expect(Set(row[1].code).isSuperset(of: words), "\(row[1])")
    }

    @Test func `Forms, neutral fields and neutral words are listed, and no others`() throws {
        let forms = try section("Fields").rows(of: "`form`").flatMap { $0[0].code }
        #expect(forms.sorted() == FieldRule.Form.allCases.map(\.rawValue).sorted())

        let neutral = try section("Neutral fields")
        let kinds: [String: NeutralField.Content] = [
            "text": .text, "list of texts": .list, "instant": .instant, "flag": .flag,
            "whole number": .integer, "word": .word,
        ]
        for row in try neutral.rows(of: "kind") {
            let kind = try #require(kinds[row[0]])
            let fields = NeutralField.allCases.filter { $0.content == kind }
            #expect(row[1].code.sorted() == fields.map(\.name).sorted())
        }
        #expect(try neutral.rows(of: "kind").count == kinds.count)

        let words = try neutral.rows(of: "field").filter {
            NeutralField(name: $0[0].code[0]) != nil
        }
        for row in words {
            let field = try #require(NeutralField(name: row[0].code[0]))
            #expect(row[1].code == field.words)
        }
        #expect(words.count == NeutralField.allCases.count { !$0.words.isEmpty })
        let own = try neutral.rows(of: "field").compactMap { $0[0].code.first }
            .filter { NeutralField(name: $0) == nil }
        #expect(own.sorted() == WriterField.allCases.map(\.name).sorted())
    }
}

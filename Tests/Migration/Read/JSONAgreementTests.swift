// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymMigration
import Foundation
import Testing

/// JSON is taken, and means, what it is and means to Foundation.
@Suite struct JSONAgreementTests {
    private static let fields = """
        {"name": "id", "field": "product"}, {"name": "a", "field": "attributes", "form": "json"},
        {"name": "deep.er.b", "field": "reserved-attributes", "form": "json"}
        """

    @Test(
        arguments: [
            ("{}", true), (" {\t} ", true), (#"{"id":"x","id":"y"}"#, true),
            (#"{"id":"\ud83d\ude00"}"#, true), (#"{"id":"\u0000"}"#, true),
            (#"{"id":"\ud83d"}"#, false), (#"{"id":"\ude00"}"#, false),
            (#"{"id":"\ud83d\u0041"}"#, false), (#"{"id":"\ud83dx"}"#, false),
            (#"{"\ud83d":1}"#, false), (#"{"id":"\q"}"#, false), (#"{"id":"\u12g4"}"#, false),
            (#"{"id":"\u123"}"#, false), ("{\"id\":\"a\tb\"}", false),
            (#"{"other":01}"#, false), (#"{"other":-}"#, false), (#"{"other":1.}"#, false),
            (#"{"other":.1}"#, false), (#"{"other":+1}"#, false), (#"{"other":1e}"#, false),
            (#"{"other":-0.0e-0}"#, true), (#"{"other":truex}"#, false),
            (#"{"other":True}"#, false), (#"{"other":nul}"#, false), (#"{"a":1 "b":2}"#, false),
            (#"{"a" 1}"#, false), (#"{a:1}"#, false), (#"{'a':1}"#, false),
            (#"{"a":[1 2]}"#, false), (#"{"a":[1,,2]}"#, false), (#"{"a":[}"#, false),
            (#"{"a":[1}]"#, false), (#"{"a":1"#, false), (#"{"a":"1"#, false), (#"{"a":"#, false),
            (#"{"a":1}}"#, false), (#"{"a":1} x"#, false), (#"{"a":1}{"#, false),
            ("{\"a\":1}\u{0}", false), ("{\"a\":\u{A0}1}", false), ("{\"a\":1/**/}", false),
        ])
    func `What is JSON, and what is not, is what Foundation says`(
        text: String, isJSON: Bool
    ) throws {
        let object = try? JSONSerialization.jsonObject(with: Data(text.utf8))
        #expect((object != nil) == isJSON)
        let scanned = Scanned.of(
            "{\"id\":\"first\"}\n\(text)\n", try jsonReader(Self.fields))
        #expect(scanned.rejections.isEmpty == isJSON)
        #expect(scanned.records.count == (isJSON ? 2 : 1))
    }

    @Test(arguments: ["{\"a\":1,}", "{\"a\":[1,]}", "[{},]"])
    func `A comma before a closing bracket is refused, as RFC 8259 says and Foundation does not`(
        text: String
    ) throws {
        let scanned = Scanned.of(
            "{\"id\":\"first\"}\n\(text)\n", try jsonReader(Self.fields))
        #expect(scanned.rejections.count == 1)
    }

    @Test(arguments: [(511, true), (512, true), (513, false), (100_000, false)])
    func `Lists and objects lie in one another as deep as with Foundation`(
        depth: Int, isTaken: Bool
    ) throws {
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            let inner = String(repeating: open, count: depth - 1)
            let text =
                "{\"x\":" + inner + "1" + String(repeating: close, count: depth - 1) + "}"
            let object = try? JSONSerialization.jsonObject(with: Data(text.utf8))
            #expect((object != nil) == isTaken)
            let scanned = Scanned.of(
                "{\"id\":\"first\"}\n\(text)\n", try jsonReader(Self.fields))
            #expect(scanned.rejections.isEmpty == isTaken)
        }
    }

    @Test(
        arguments: [
            [0xC0, 0x80], [0xC3], [0xC3, 0x28], [0xE2, 0x82], [0xED, 0xA0, 0x80],
            [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80], [0xFF], [0x80], [0xE0, 0x80, 0x80],
        ] as [[UInt8]])
    func `Bytes that are no UTF-8 are refused, also where nobody asks for them`(
        bytes: [UInt8]
    ) throws {
        let line = Array("{\"id\":\"first\"}\n{\"other\":\"".utf8) + bytes + Array("\"}\n".utf8)
        let scanned = Scanned.of(
            [.bytes(line, name: "in")], try jsonReader(Self.fields))
        #expect(scanned.rejections.count == 1)
        #expect(scanned.rejections.first?.hasPrefix("2:11 scan.encoding") == true)
    }

    // MARK: - Random documents

    /// Scans documents as lines, and compares each of them.
    private func compare(_ documents: [[UInt8]], seed: UInt64) throws {
        var input = Array("{\"id\":\"first\"}\n".utf8)
        for document in documents { input += document + [10] }
        let readers = try jsonReader(Self.fields)
        let found = Lines()
        _ = try Scan(readers, threads: 2).run([.bytes(input, name: "in")]) { found.take($0) }
        for (number, document) in documents.enumerated() {
            let line = number + 2
            let expected = Expected(document)
            let text = String(decoding: document, as: UTF8.self)
            guard expected.isJSON else {
                #expect(
                    found.refused.contains(line) || expected.isExcused,
                    "seed \(seed), taken: \(text)")
                continue
            }
            if found.refused.contains(line) {
                #expect(
                    expected.isExcused || expected.hasOtherKind, "seed \(seed), refused: \(text)")
                continue
            }
            guard !expected.isBlank, !expected.isList else { continue }
            let value = found.values[line] ?? [:]
            #expect(value["product"] == expected.id, "seed \(seed): \(text)")
            for (field, wanted) in [
                ("attributes", expected.a), ("reserved-attributes", expected.b),
            ] {
                #expect(
                    Expected.isSame(value[field], wanted), "seed \(seed), \(field): \(text)")
            }
        }
    }

    @Test func `Random documents mean what Foundation's decoder reads in them`() throws {
        var random = RandomJSON(seed: seedOfRun)
        let documents = (0..<amount("ALLONYM_SCAN_DOCUMENTS", usually: 4_000)).map { _ in
            Array(random.object(["id", "a", "deep"], mayBeBad: true).utf8)
        }
        try compare(documents, seed: seedOfRun)
    }

    @Test func `Documents with changed bytes are refused when Foundation refuses them`() throws {
        var random = RandomJSON(seed: seedOfRun &+ 1)
        let documents = (0..<amount("ALLONYM_SCAN_DOCUMENTS", usually: 4_000)).map { _ in
            var bytes = Array(random.object(["id", "a", "deep"], mayBeBad: false).utf8)
            random.mutate(&bytes)
            return bytes
        }
        try compare(documents, seed: seedOfRun)
    }
}

/// The fields of each line, and the lines that were refused.
private final class Lines: @unchecked Sendable {
    // Unchecked because a scan hands over one batch at a time.
    var values: [Int: [String: String]] = [:]
    var refused: Set<Int> = []

    func take(_ batch: RecordBatch) {
        for rejection in batch.rejections { refused.insert(rejection.line) }
        for number in 0..<batch.count {
            let record = batch[number]
            for field in [NeutralField.product, .attributes, .reservedAttributes] {
                values[batch.line(of: record), default: [:]][field.name] = batch.string(
                    record.text(field))
            }
        }
    }
}

/// What Foundation reads in a document.
private struct Expected {
    let isJSON: Bool
    let isBlank: Bool
    let isList: Bool
    /// Whether the two may differ: a comma too many, or a number that no double holds.
    let isExcused: Bool
    /// Whether a number or the like stands where a text is due.
    let hasOtherKind: Bool
    var id: String?
    var a: Any?
    var b: Any?

    init(_ bytes: [UInt8]) {
        let object = try? JSONSerialization.jsonObject(
            with: Data(bytes), options: [.fragmentsAllowed])
        isBlank = bytes.allSatisfy { [32, 9, 13].contains($0) }
        isJSON = object != nil || isBlank
        isList = object is [Any]
        isExcused = Expected.hasComma(bytes) || Expected.hasLargeNumber(bytes)
        // Of equal names JSONSerialization takes the last; the decoder takes the first.
        let decoded = try? JSONDecoder().decode(Document.self, from: Data(bytes))
        id = decoded?.id.flatMap { $0.isEmpty ? nil : $0 }
        hasOtherKind = decoded?.hasOtherKind ?? false || object is [Any]
        a = decoded?.a?.value
        b = decoded?.deep?.er?.b?.value
    }

    /// A comma before a closing bracket, which Foundation overlooks.
    private static func hasComma(_ bytes: [UInt8]) -> Bool {
        var (isText, last, offset) = (false, UInt8(0), 0)
        while offset < bytes.count {
            let byte = bytes[offset]
            if isText {
                if byte == UInt8(ascii: "\\") { offset += 1 }
                if byte == UInt8(ascii: "\"") { isText = false }
            } else if byte == UInt8(ascii: "\"") {
                isText = true
            } else if last == UInt8(ascii: ","), byte == 0x5D || byte == 0x7D {
                return true
            }
            if ![32, 9, 13].contains(byte) { last = byte }
            offset += 1
        }
        return false
    }

    private static func hasLargeNumber(_ bytes: [UInt8]) -> Bool {
        String(decoding: bytes, as: UTF8.self).contains(
            /[eE][+]?[0-9]{3,}|[0-9]{300}|[0-9]{8,}[0-9.]*[eE][0-9+]/)
    }

    static func isSame(_ raw: String?, _ value: Any?) -> Bool {
        guard let raw else { return value == nil || value is NSNull || value as? String == "" }
        guard let own = try? JSONDecoder().decode(Anything.self, from: Data(raw.utf8)), let value
        else { return false }
        return (own.value as? NSObject) == (value as? NSObject)
    }
}

/// The fields as Foundation's decoder finds them.
private struct Document: Decodable {
    struct Deep: Decodable {
        struct Deeper: Decodable {
            var b: Anything?

            enum CodingKeys: CodingKey { case b }

            init(from decoder: any Decoder) throws {
                let container = try? decoder.container(keyedBy: CodingKeys.self)
                b = try? container?.decodeIfPresent(Anything.self, forKey: .b)
            }
        }

        var er: Deeper?

        enum CodingKeys: CodingKey { case er }

        init(from decoder: any Decoder) throws {
            let container = try? decoder.container(keyedBy: CodingKeys.self)
            er = try? container?.decodeIfPresent(Deeper.self, forKey: .er)
        }
    }

    var id: String?
    var hasOtherKind: Bool
    var a: Anything?
    var deep: Deep?

    enum CodingKeys: CodingKey { case id, a, deep }

    init(from decoder: any Decoder) throws {
        guard let container = try? decoder.container(keyedBy: CodingKeys.self) else {
            hasOtherKind = true
            return
        }
        id = try? container.decodeIfPresent(String.self, forKey: .id)
        let isNull = (try? container.decodeNil(forKey: .id)) ?? true
        hasOtherKind = id == nil && container.contains(.id) && !isNull
        // What something is looked for in has to be an object.
        func isNoObject<Key>(_ container: KeyedDecodingContainer<Key>, _ key: Key) -> Bool {
            let isThere =
                container.contains(key) && (try? container.decodeNil(forKey: key)) == false
            let inner = try? container.nestedContainer(keyedBy: Deep.CodingKeys.self, forKey: key)
            return isThere && inner == nil
        }
        let inner = try? container.nestedContainer(keyedBy: Deep.CodingKeys.self, forKey: .deep)
        if isNoObject(container, .deep) || inner.map({ isNoObject($0, .er) }) == true {
            hasOtherKind = true
        }
        a = try? container.decodeIfPresent(Anything.self, forKey: .a)
        deep = try? container.decodeIfPresent(Deep.self, forKey: .deep)
    }
}

/// Any value, as JSONSerialization has it.
private struct Anything: Decodable {
    let value: Any

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            value = text
        } else if let flag = try? container.decode(Bool.self) {
            value = flag
        } else if let number = try? container.decode(Double.self) {
            value = number
        } else if let members = try? container.decode([String: Anything].self) {
            value = members.mapValues(\.value)
        } else if let elements = try? container.decode([Anything].self) {
            value = elements.map(\.value)
        } else {
            value = NSNull()
        }
    }
}

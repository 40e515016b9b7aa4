// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Testing

/// How a list of symbols is held against a compiled module.
@Suite struct APIComparisonTests {
    @Test(
        arguments: [
            ("final let all: [String : Int]", "var all: [String : Int] { get }", true),
            ("final var hash: Int", "override var hash: Int { get }", true),
            ("var delegate: P?", "weak var delegate: (any P)? { get set }", false),
            ("var delegate: (any P)?", "weak var delegate: (any P)? { get set }", true),
            (
                "final func logIn(_ id: String) async throws -> (a: Int, b: Bool)",
                "func logIn(_ appUserID: String) async throws -> (a: Int, b: Bool)", true
            ),
            ("func logIn(_ id: String) async throws", "func logIn(_ id: String) throws", false),
            ("func set(value: Int, for key: Key)", "func set(value: Int, for name: Key)", true),
            ("func set(value: Int, for key: Key)", "func set(value: Int, of key: Key)", false),
            (
                "func get(completion: @escaping (A?, B?) -> Void)",
                "func get(completion: @escaping @Sendable (A?, B?) -> Void)", true
            ),
            (
                "convenience init(a: String, b: Date? = nil)", "init(a: String, b: Date? = nil)",
                true
            ),
            ("init(a: String, b: Date? = nil)", "init(a: String, b: Date?)", false),
            ("init?(rawValue: Int)", "init(rawValue: Int)", false),
            (
                "static func configure(with c: C) -> P",
                "@discardableResult static func configure(with c: C) -> P", true
            ),
            ("class func shared() -> P", "static func shared() -> P", true),
            ("static func configure()", "func configure()", false),
            ("static let `default`: P", "static var `default`: P { get }", true),
            ("typealias Done = (Int) -> Void", "typealias Done = (String) -> Void", false),
            ("typealias Done = (_ isDone: Bool) -> Void", "typealias Done = (Bool) -> Void", true),
            ("case a(_: Int)", "case a(Int)", true), ("case a(b: Int)", "case a(Int)", false),
            ("var url: Foundation.URL?", "var url: URL? { get }", true),
            ("subscript(key: String) -> Int?", "subscript(key: String) -> Int? { get }", true),
        ])
    func `Two declarations are equal when a caller sees no difference`(
        first: String, second: String, areEqual: Bool
    ) {
        #expect((Declaration(first) == Declaration(second)) == areEqual)
    }

    @Test(
        arguments: [
            (
                "func logIn(_ id: String, completion: @escaping (Int?, E?) -> Void)",
                "logIn(_:completion:)"
            ),
            ("var all: [String : Int]", "all"),
            ("init(from decoder: any Decoder) throws", "init(from:)"),
            ("init?(rawValue: Int)", "init(rawValue:)"), ("case appStore = 0", "appStore"),
            ("func f() -> Int", "f()"), ("final class A : B", "A"),
            ("static func < (a: A, b: A) -> Bool", "<(a:b:)"),
        ])
    func `A declaration has the name that links use`(declaration: String, label: String) {
        #expect(Declaration(declaration).label == label)
    }

    static let graph = SymbolGraph(
        symbols: [
            .init(type: "", declaration: "final class A", comment: "A type."),
            .init(type: "A", declaration: "func b()", comment: "Does something."),
            .init(type: "A", declaration: "func idle()", comment: "Does nothing: no network."),
            .init(type: "A", declaration: "func changed(_ x: Int)"),
            .init(type: "", declaration: "enum E"), .init(type: "E", declaration: "case one"),
            .init(type: "E", declaration: "case two"),
            .init(type: "E", declaration: "init?(rawValue: Int)"),
        ],
        supertypes: ["A": ["NSObject"], "E": ["RawRepresentable", "Equatable"]])

    private static func symbol(
        _ type: String, _ declaration: String, _ status: DocumentedAPI.Status, _ why: String? = nil
    ) -> DocumentedAPI.Symbol {
        .init(type: type, declaration: declaration, status: status, why: why)
    }

    @Test(
        arguments: [
            (symbol("-", "final class A : NSObject", .same), nil),
            (symbol("-", "final class A : Codable", .same), "not declared so"),
            (symbol("A", "final func b()", .same), nil),
            (symbol("A", "final func c()", .same), "not declared so"),
            (symbol("A", "func b()", .absent, "It shows a sheet."), "it is there"),
            (symbol("A", "func c()", .absent, "It shows a sheet."), nil),
            (symbol("A", "func c()", .absent, "no sentence"), "no sentence says why"),
            (symbol("A", "func c()", .absent), "no sentence says why"),
            (symbol("A", "func idle()", .inert), nil),
            (symbol("A", "func idle()", .same), "inert, if and only if"),
            (symbol("A", "func b()", .inert), "inert, if and only if"),
            (symbol("A", "func changed(_ x: String)", .differs, "Numbers suffice here."), nil),
            (
                symbol("A", "func changed(_ y: Int)", .differs, "Numbers suffice."),
                "as the vendor does"
            ),
            (symbol("A", "func gone()", .differs, "It has another name."), "nothing of that name"),
            (symbol("A", "func b()", .same, "It has a reason."), "there is a reason why not"),
            (symbol("-", "enum E : Int", .same), nil),
            (symbol("-", "enum E : String", .same), "not declared so"),
            (symbol("E", "case one, two", .same), nil),
            (symbol("E", "case one, three", .same), "not declared so"),
            (symbol("E", "var rawValue: Int", .same), nil),
            (symbol("E", "static func == (a: E, b: E) -> Bool", .same), nil),
            (symbol("A", "init(from decoder: any Decoder) throws", .same), "not declared so"),
        ] as [(DocumentedAPI.Symbol, String?)])
    func `A status that the module contradicts is a fault`(
        symbol: DocumentedAPI.Symbol, fault: String?
    ) {
        let list = DocumentedAPI(source: "a page", version: "1", checked: "2026", symbols: [symbol])
        let faults = APIComparison(list, with: Self.graph).faults
        #expect(faults.count == (fault == nil ? 0 : 1))
        if let fault { #expect(faults.first?.contains(fault) == true, "\(faults)") }
    }

    @Test func `A member of an absent type is absent for the same reason`() {
        let list = DocumentedAPI(
            source: "a page", version: "1", checked: "2026",
            symbols: [
                Self.symbol("-", "class Gone", .absent, "It needs a screen."),
                Self.symbol("Gone", "var x: Int", .absent),
                Self.symbol("Gone", "enum Kind", .absent),
                Self.symbol("Gone.Kind", "case a", .absent),
            ])
        #expect(APIComparison(list, with: Self.graph).faults == [])
        #expect(
            APIPage(provider: "F", list: list, graph: Self.graph).text
                .contains("| `class Gone` and 3 members | It needs a screen. |"))
    }

    @Test func `A new list of the vendor keeps what is known, and marks what is there`() {
        let old = DocumentedAPI(
            source: "a page", version: "1", checked: "2026",
            symbols: [Self.symbol("A", "func c()", .absent, "It shows a sheet.")])
        let table =
            "type\tdeclaration\tnote\nA\tfunc b()\t\nA\tfunc c()\tdeprecated\nA\tfunc idle()\t\nA\tfunc new()\t\n"
        let merged = old.merged(with: table, graph: Self.graph)
        #expect(merged.symbols.map(\.status) == [.same, .absent, .inert, .absent])
        #expect(merged.symbols.map(\.why) == [nil, "It shows a sheet.", nil, nil])
        #expect(APIComparison(merged, with: Self.graph).faults.count == 1)
    }

    @Test(
        arguments: [
            (
                "enum NSInteger, QONKind { QONKindUnknown = -1, QONKindFirst, QONKindUserID = 4, } NS_SWIFT_NAME(Q.Kind)",
                ["unknown = -1", "first = 0", "userID = 4"]
            ),
            (
                "enum NSInteger, QONSpan { QONSpanNone, QONSpan3Months }",
                ["spanNone = 0", "span3Months = 1"]
            ),
            (
                "enum NSUInteger, QONLink { QONLinkURLOpened = 2, QONLinkURL }",
                ["urlOpened = 2", "url = 3"]
            ),
            ("enum NSInteger, QONOne { QONOneAlone = 1 }", ["alone = 1"]),
            (
                "enum NSInteger, QONMask { QONMaskA = 1 << 2, QONMaskB, QONMaskC = 0 }",
                ["a", "b", "c = 0"]
            ),
            ("enum NSInteger, QONEmpty { }", nil), ("enum NSInteger, QONOpen { QONOpenA", nil),
            ("enum Plain : Int", nil), ("enum NSInteger { QONA, QONB }", nil), ("case a = 1", nil),
            ("", nil),
        ] as [(String, [String]?)])
    func `An enumeration of Objective-C has the cases that Swift sees`(
        declaration: String, cases: [String]?
    ) {
        let found = ObjectiveCEnumeration(declaration)?.cases.map { found in
            found.name + (found.value.map { " = \($0)" } ?? "")
        }
        #expect(found == cases)
    }

    @Test func `Each case of an enumeration in a table is a symbol of its own`() throws {
        let table =
            "type\tdeclaration\n-\tenum NSInteger, QE { QEOne, QETwo } NS_SWIFT_NAME(E)\nA\tfunc b()\n"
        let list = DocumentedAPI(source: "a page", version: "1", checked: "2026", symbols: [])
        let merged = list.merged(with: table, graph: Self.graph)
        #expect(
            merged.symbols.map { "\($0.owner) \($0.swift ?? $0.declaration)" } == [
                " enum E : Int", "E case one = 0", "E case two = 1", "E init?(rawValue: Int)",
                "E var rawValue: Int { get }", "A func b()",
            ])
        #expect(merged.symbols.map(\.declaration).contains("QETwo"))
        #expect(merged.symbols.allSatisfy { $0.status == .same })
        #expect(APIComparison(merged, with: Self.graph).faults == [])
        let again = merged.merged(with: table, graph: Self.graph)
        #expect(again.symbols == merged.symbols)
    }

    @Test func `An enumeration of errors has the members that the importer makes`() throws {
        let errors = try #require(
            ObjectiveCEnumeration("enum QDomain, QCode { QCodeOff = 3 } NS_SWIFT_NAME(Q.Failure)"))
        #expect(errors.isOfErrors)
        #expect(
            errors.symbols.map { "\($0.owner): \($0.swift ?? $0.declaration)" } == [
                "Q: struct Failure", "Q.Failure: case off = 3", "Q.Failure: init?(rawValue: Int)",
                "Q.Failure: var rawValue: Int { get }", "Q.Failure: enum Code : Int",
                "Q.Failure: var code: Q.Failure.Code { get }",
                "Q.Failure: var errorCode: Int { get }",
                "Q.Failure: static var errorDomain: String { get }",
            ])
    }

    @Test func `The symbols are those that the compiled module makes public`() throws {
        let graph = try SymbolGraph(of: "AllonymSimulation")
        #expect(graph.symbols.contains { $0.declaration.contains("final class SharedWorld") })
        #expect(
            graph.symbols.contains {
                $0.type == "Installation" && $0.declaration == "func reinstall()"
            })
        #expect(
            !graph.symbols.contains { $0.declaration.hasSuffix("class Line") },
            "what is not public is not listed")
        #expect(throws: SymbolGraph.Failure.self) { try SymbolGraph(of: "NoSuchModule") }
    }
}

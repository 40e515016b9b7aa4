// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An enumeration of an Objective-C header with its cases, as a list of symbols has it in one line:
/// `enum NSInteger, QONKind { QONKindUnknown = -1, QONKindOne } NS_SWIFT_NAME(Qonversion.Kind)`.
///
/// The names that Swift gives follow the importer: what all cases and the type begin with is left
/// out, by whole words, and as much as leaves a name that does not begin with a digit. The rules
/// for plurals and for a leading `k` are left out: no name of the lists needs them.
/// Source: https://github.com/swiftlang/swift/blob/main/lib/ClangImporter/ImportEnumInfo.cpp, read
/// 2026-11-24.
struct ObjectiveCEnumeration: Equatable {
    /// One of its cases.
    struct Case: Equatable {
        /// The case as the header declares it: `QONKindUnknown = -1`, or the name alone.
        let declaration: String
        /// The name in Swift.
        let name: String
        /// The raw value, given or counted on from the case before; nil if it is no plain number.
        let value: Int?
    }

    /// The type of the raw values; of an enumeration of errors their domain.
    let base: String
    /// The name in Objective-C.
    let name: String
    /// The path of the type in Swift.
    let swiftName: String
    /// The cases, in the order of the header.
    let cases: [Case]

    /// - Parameter declaration: A line of the list; nil comes of one that is no enumeration with
    ///   cases.
    init?(_ declaration: String) {
        guard declaration.hasPrefix("enum "), let open = declaration.firstIndex(of: "{"),
            let close = declaration[open...].firstIndex(of: "}")
        else { return nil }
        let head = declaration[..<open].dropFirst(5).split(separator: ",").map(Self.trimmed)
        let body = declaration[declaration.index(after: open)..<close]
        let members = body.split(separator: ",").map(Self.trimmed).filter { !$0.isEmpty }
        guard head.count == 2, !members.isEmpty else { return nil }
        base = head[0]
        name = head[1]
        swiftName = Self.swiftName(in: declaration[close...]) ?? head[1]
        let names = members.map { Self.trimmed($0.prefix { $0 != "=" }) }
        let prefix = Self.prefix(of: names + [head[1]], followedIn: names)
        var next: Int? = 0
        cases = zip(members, names).map { member, name in
            if let sign = member.firstIndex(of: "=") {
                next = Int(Self.trimmed(member[member.index(after: sign)...]))
            }
            defer { next = next.map { $0 + 1 } }
            return Case(
                declaration: member, name: Self.lowercased(name.dropFirst(prefix.count)),
                value: next)
        }
    }

    /// Whether it numbers errors of a domain.
    var isOfErrors: Bool { base.hasSuffix("Domain") }

    /// The declaration of the type and each of its cases, as symbols of which nothing is known yet.
    ///
    /// With them come the members that the importer gives every such type.
    var symbols: [DocumentedAPI.Symbol] {
        let path = swiftName.split(separator: ".").map(String.init)
        let outer = path.dropLast().joined(separator: ".")
        let own = path.last ?? name
        let renaming = swiftName == name ? "" : " NS_SWIFT_NAME(\(swiftName))"
        let type = DocumentedAPI.Symbol(
            type: "-", declaration: "enum \(base), \(name)\(renaming)",
            swift: isOfErrors ? "struct \(own)" : "enum \(own) : Int",
            swiftType: outer.isEmpty ? nil : outer, status: .absent)
        let cases = cases.map { `case` in
            member(
                `case`.declaration,
                swift: "case \(`case`.name)" + (`case`.value.map { " = \($0)" } ?? ""))
        }
        let raw = ["init?(rawValue: Int)", "var rawValue: Int { get }"]
        let ofErrors = [
            "enum Code : Int", "var code: \(swiftName).Code { get }", "var errorCode: Int { get }",
            "static var errorDomain: String { get }",
        ]
        return [type] + cases + (raw + (isOfErrors ? ofErrors : [])).map { member($0) }
    }

    private func member(_ declaration: String, swift: String? = nil) -> DocumentedAPI.Symbol {
        DocumentedAPI.Symbol(
            type: name, declaration: declaration, swift: swift,
            swiftType: swiftName == name ? nil : swiftName, status: .absent)
    }

    /// What all names begin with, up to where a word ends in each of them.
    private static func prefix(of names: [String], followedIn cases: [String]) -> String {
        var prefix = names.dropFirst().reduce(names.first ?? "") { $0.commonPrefix(with: $1) }
        while !prefix.isEmpty {
            let leavesNames = cases.allSatisfy {
                $0.dropFirst(prefix.count).first?.isUppercase ?? false
            }
            if leavesNames { return prefix }
            prefix.removeLast()
        }
        return prefix
    }

    /// `AppsFlyer` as `appsFlyer`, and `URLOpened` as `urlOpened`.
    private static func lowercased(_ name: Substring) -> String {
        let capitals = name.prefix { $0.isUppercase }.count
        let ends = capitals == name.count || capitals < 2 ? capitals : capitals - 1
        return name.prefix(ends).lowercased() + name.dropFirst(ends)
    }

    private static func swiftName(in text: Substring) -> String? {
        guard let start = text.range(of: "NS_SWIFT_NAME(")?.upperBound else { return nil }
        return String(text[start...].prefix { $0 != ")" })
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        text.trimmingCharacters(in: .whitespaces)
    }
}

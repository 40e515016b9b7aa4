// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import Testing

/// One kind of export, or several that are read together, as a provider's documents describe them.
///
/// It is written from what the provider knows. What a format cannot say is not loosened where access
/// is compared: such a thing does not happen in a world that is exported so, or the world is left out.
struct WorldExport: Sendable, CustomTestStringConvertible {
    typealias File = (name: String, text: String)

    let provider: String
    let name: String
    /// What can happen in its worlds.
    var doings = Doing.all
    /// Whether it is also written of an earlier moment.
    var hasEarlier = false
    /// Whether what a step did can be said, of the world before it and after it.
    var isTellable: @Sendable (SourceWorld, SourceWorld) -> Bool = { _, _ in true }
    /// Whether the format says all that somebody's access depends on.
    var isWhole: @Sendable (_ end: SourceWorld, _ earlier: SourceWorld) -> Bool = { _, _ in true }
    /// Whether it says what entitlements there are; else access is access to products.
    var namesEntitlements = true
    /// IDs of a customer that the provider has beyond those of the world.
    var further: @Sendable (KnownCustomer) -> [String] = { _ in [] }
    /// The files, of the world at the moment, and at an earlier one.
    let files: @Sendable (SourceWorld, SourceWorld) -> [File]

    var testDescription: String { "\(provider), \(name)" }

    /// A file of JSON lines; none where there are no lines.
    static func lines(_ lines: [WrittenJSON], _ name: String) -> [File] {
        lines.isEmpty ? [] : [(name, lines.map { $0.line + "\n" }.joined())]
    }

    /// A file of a log as a receiver writes it: in any order, and now and then something twice.
    ///
    /// - Parameters:
    ///   - events: The events, as they happened.
    ///   - world: The world.
    ///   - name: The name of the file.
    /// - Returns: The file; none where there are no events.
    static func log(
        _ events: [WrittenJSON], of world: SourceWorld, _ name: String
    ) -> [File] {
        let moment = UInt64(bitPattern: world.now)
        let ranked = events.map { ($0, rank(of: $0, at: moment)) }
        var received = ranked + ranked.filter { $0.1 % 8 == 0 }
        if moment / 1_000 % 2 == 0 { received.sort { $0.1 < $1.1 } }
        return lines(received.map(\.0), name)
    }

    /// The index of an event among others, by what it says: it stays where it is when one is taken away.
    private static func rank(of event: WrittenJSON, at moment: UInt64) -> UInt64 {
        nameless(event).line.utf8.reduce(moment ^ 0xCBF2_9CE4_8422_2325) {
            ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
        }
    }

    /// An event without its ID.
    private static func nameless(_ event: WrittenJSON) -> WrittenJSON {
        guard case .object(let members) = event else { return event }
        return .object(
            members.compactMap { name, value in
                if case .text(let id) = value, id.hasPrefix("event-") { return nil }
                return (name, nameless(value))
            })
    }

    /// A file of values with a comma between them, or another character.
    static func table(
        _ columns: [String], _ rows: [[String: String]], _ name: String, delimiter: String = ","
    ) -> [File] {
        if rows.isEmpty { return [] }
        var text = columns.joined(separator: delimiter) + "\n"
        for row in rows {
            let cells = columns.map { column in
                let cell = row[column] ?? ""
                guard cell.contains(where: { $0 == "," || $0 == "\"" }) else { return cell }
                return "\"" + cell.replacing("\"", with: "\"\"") + "\""
            }
            text += cells.joined(separator: delimiter) + "\n"
        }
        return [(name, text)]
    }

    /// All kinds.
    static let all = revenueCat + qonversion + purchasely + nami
}

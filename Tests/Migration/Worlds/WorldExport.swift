// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
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
    /// A fault that it would show.
    var fault: KnownFault?
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
    ///   - inOrder: Whether they were received in the order in which they happened.
    ///   - name: The name of the file.
    /// - Returns: The file; none where there are no events.
    static func log(
        _ events: [WrittenJSON], of world: SourceWorld, inOrder: Bool = false, _ name: String
    ) -> [File] {
        var generator = SeededGenerator(seed: UInt64(bitPattern: world.now))
        var received = events
        for event in events where Int.random(in: 0..<8, using: &generator) == 0 {
            received.append(event)
        }
        if !inOrder, Bool.random(using: &generator) { received.shuffle(using: &generator) }
        return lines(received, name)
    }

    /// A file of comma-separated values.
    static func table(
        _ columns: [String], _ rows: [[String: String]], _ name: String
    ) -> [File] {
        if rows.isEmpty { return [] }
        var text = columns.joined(separator: ",") + "\n"
        for row in rows {
            let cells = columns.map { column in
                let cell = row[column] ?? ""
                guard cell.contains(where: { $0 == "," || $0 == "\"" }) else { return cell }
                return "\"" + cell.replacing("\"", with: "\"\"") + "\""
            }
            text += cells.joined(separator: ",") + "\n"
        }
        return [(name, text)]
    }

    /// All kinds.
    static let all = (revenueCat + qonversion + purchasely + nami).filter {
        $0.fault?.isShown ?? true
    }
}

/// Faults of the reading code that are known.
///
/// What would show them does not happen, or is not written, unless it is listed under ``shown``.
enum KnownFault {
    /// An export and the log of what happened since are refused as inputs of one migration.
    case exportAndLog
    /// A subscription of which REST v4's entitlements and purchases tell is taken for two.
    case entitlementsAndPurchases
    /// What the newest of Nami's lists leaves out stays, where a list had several entitlements.
    case listsOfSeveral
    /// A grace period's end that is ahead counts though RevenueCat's effective end has passed.
    case endInGrace
    /// Purchasely's DEACTIVATE of the former plan ends the new one where it is read after the ACTIVATE
    /// of the same moment.
    case planOnThenOff

    static let shown: Set<KnownFault> = []

    var isShown: Bool { KnownFault.shown.contains(self) }
}

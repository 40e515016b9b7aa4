// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymInput
import AllonymMappings

/// The IDs that the target's files name, held against `ids.csv`.
///
/// Every row, log-in and hash has to be for somebody who was read: an ID that stands there alone would
/// be made at the target for nobody.
struct NamedIDs {
    /// An ID that a file names and `ids.csv` does not.
    struct Stranger: Hashable {
        let id: String
        let file: String
        let line: Int
        let reason: String
    }

    /// The IDs without a row, in the order of the files, each once; and then the hashes of nobody.
    var strangers: [Stranger] {
        func number(_ stranger: Stranger) -> Int? { targets.known(stranger.id) }
        // A customer who has one ID at the target goes by any of those at the source, or its hash.
        var unproven = Set(hashes.compactMap(number).filter { !isSame[$0] })
        for source in changed.indices where !unproven.isEmpty {
            let target = Int(changed[source])
            if unproven.contains(target), hash(of: sources[source]) == targets[target].lowercased()
            {
                unproven.remove(target)
            }
        }
        return found + hashes.filter { number($0).map(unproven.contains) ?? true }
    }
    private var found: [Stranger] = []
    /// Hashes that are not those of the IDs that they stand for.
    private var hashes: [Stranger] = []
    /// The IDs at the target, and whether each is the ID at the source.
    private var targets = NumberedTexts()
    private var isSame: [Bool] = []
    /// The IDs at the source that are others at the target, and the numbers of these.
    private var sources = NumberedTexts()
    private var changed: [UInt32] = []
    private var met = NumberedTexts()
    private let isAnonymous: (String) -> Bool
    private let makeDigest: OutputDirectory.MakeDigest

    /// Reads `ids.csv`.
    ///
    /// - Throws: ``BrokenPlan`` where it cannot be read.
    init(
        _ folder: PlanFolder, _ target: MigrationEndpoint,
        _ makeDigest: @escaping OutputDirectory.MakeDigest
    ) throws(BrokenPlan) {
        self.makeDigest = makeDigest
        let pattern = target.rules?.identifiers.anonymous.pattern
        isAnonymous = { id in
            let bytes = Array(id.utf8)
            return pattern?.matches(bytes: bytes.span) ?? false
        }
        var rows = try TableReader(
            "ids.csv", folder.bytes(of: "ids.csv"),
            columns: TargetLayout.idColumns, isGuarded: true)
        while try rows.next() {
            if rows.cells[1].isEmpty { continue }
            let (source, target) = (rows.cells[0], rows.cells[1])
            let number = targets.number(of: target)
            if number == isSame.count { isSame.append(false) }
            if source == target {
                isSame[number] = true
                continue
            }
            let from = sources.number(of: source)
            if from == changed.count {
                changed.append(UInt32(number))
            } else {
                changed[from] = UInt32(number)
            }
        }
    }

    /// Checks what a row or a call names.
    ///
    /// Anonymous IDs are left out: a target may have one made for a customer who had none.
    mutating func take(_ values: FieldValues, file: String, line: Int) {
        let named = [PlanField(.userID), PlanField(.alias)].compactMap(values.string)
        for id in named
        where !id.isEmpty && targets.known(id) == nil && !isAnonymous(id) {
            add(id, file, line, "\(file) names \"\(id)\", but ids.csv has no such target ID")
        }
        guard let source = values.string(PlanField(.sourceID)),
            let target = values.string(PlanField(.targetID))
        else { return }
        let known = sources.known(source).map { Int(changed[$0]) } ?? targets.known(source)
        if known == nil || known != targets.known(target) {
            add(
                target, file, line,
                "\(file) makes \"\(source)\" \"\(target)\", and ids.csv does not")
        } else if values.string(PlanField(.form)) == "sha256", source != target {
            guard hash(of: source) != target.lowercased() else { return }
            let reason = "\"\(target)\" is not the SHA-256 of \"\(source)\""
            hashes.append(Stranger(id: target, file: file, line: line, reason: reason))
        }
    }

    private mutating func add(_ id: String, _ file: String, _ line: Int, _ reason: String) {
        let count = met.count
        guard met.number(of: id) == count else { return }
        found.append(Stranger(id: id, file: file, line: line, reason: reason))
    }

    private func hash(of text: String) -> String {
        var digest = makeDigest()
        digest.update(Array(text.utf8).span)
        return Hexadecimal.text(of: digest.finish())
    }
}

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads a plan's inputs again, and holds what `access.csv` says against a second opinion on them.
///
/// The inputs are looked for where they lay when the plan was made, as seen from its folder. An input
/// that is gone or was changed makes no plan wrong: then there is no second opinion, and a note says
/// what is missing.
struct SecondCheck {
    /// Why there is no second opinion; each a whole sentence that says what to do.
    private(set) var notes: [String] = []
    /// IDs whose access the documents leave open, at least in part.
    private(set) var open = 0
    private let access: SecondOpinion.AccessByID?
    private let products: ProductMap?
    private let entitlements: EntitlementMap?
    /// Whether the plan is for a part of all customers, so that not everybody who is read has a row.
    private let isOfPart: Bool
    /// Whether there was a row of each ID, by their numbers.
    private var met: [Bool] = []

    /// Reads the inputs.
    ///
    /// - Parameters:
    ///   - folder: The plan.
    ///   - given: Paths of inputs that take the place of those that the plan knows.
    ///   - makeDigest: Makes SHA-256 hashes.
    /// - Throws: ``BrokenPlan`` where the manifest, or the list of refused records, cannot be read.
    init(
        _ folder: PlanFolder, given: [String],
        _ makeDigest: @escaping OutputDirectory.MakeDigest
    ) throws(BrokenPlan) {
        let manifest = folder.manifest
        isOfPart = manifest.isOfPart
        let refused = try RefusedRecords(folder)
        let opinion = SecondOpinion(
            provider: manifest.from.provider, settings: manifest.from.settings,
            at: try manifest.moment(), hasRefused: !refused.isEmpty)
        guard var opinion, !manifest.inputs.isEmpty else {
            (access, products, entitlements) = (nil, nil, nil)
            return
        }
        var inputs = InputFiles(folder.path, given, makeDigest)
        var map: ProductMap?
        if let table = manifest.products, let bytes = inputs.bytes(of: table) {
            map = try? ProductMap(csv: [UInt8](bytes.data))
        }
        var names: EntitlementMap?
        if let table = manifest.entitlements, let bytes = inputs.bytes(of: table) {
            names = try? EntitlementMap(csv: [UInt8](bytes.data))
        }
        for input in manifest.inputs {
            guard let bytes = inputs.bytes(of: input) else { continue }
            opinion.read(
                bytes.data.span, refused: refused[input.name], readUpTo: bytes.letGo(before:))
        }
        notes = inputs.notes
        guard notes.isEmpty else {
            (access, products, entitlements) = (nil, nil, nil)
            return
        }
        document = opinion.document
        access = (consume opinion).access()
        (products, entitlements) = (map, names)
        met = [Bool](repeating: false, count: access?.numbers.count ?? 0)
    }

    /// Whether there is a second opinion.
    var isTaken: Bool { access != nil }

    /// As many IDs as were read again.
    var count: Int { access?.numbers.count ?? 0 }

    /// As many of these as rejected records alone name, so that there is no row of them.
    var inRejected: Int {
        guard let access, !isOfPart else { return 0 }
        return met.indices.count { !met[$0] && access[$0] == nil }
    }

    /// As many of these as have no row because the plan is not for their customers.
    var outside: Int { isOfPart ? met.count { !$0 } : 0 }

    /// Where the rules of the second opinion come from.
    private(set) var document = ""

    /// Why a row of `ids.csv` is not as the inputs say; nil where it is.
    ///
    /// - Parameters:
    ///   - source: The ID at the source.
    ///   - names: What it has access to by `access.csv`.
    /// - Returns: Both opinions and the document, or what is missing.
    mutating func objection(to source: String, having names: [String]) -> String? {
        guard let access else { return nil }
        let ids = [SecondOpinion.ID(source), SecondOpinion.ID(source, isAnonymous: true)]
        let known = ids.compactMap(access.number)
        if known.isEmpty { return "ids.csv has \"\(source)\", and no input names it" }
        for number in known { met[number] = true }
        // Of a record that is refused the plan may take a part, such as its IDs. So of an ID that it
        // names nothing is compared, and whoever it takes something from may still have that.
        let sure = known.filter { access[$0] != nil }
        let said = sure.compactMap { access[$0] }
        guard !said.isEmpty else { return nil }
        if said.contains(where: \.isOpen) { open += 1 }
        let opinions = sure.flatMap { access.opinions($0) }
        if opinions.contains(where: { agrees($0, with: names) }) { return nil }
        let shown = said.map { Self.list(mapped($0).sorted()) }.joined(separator: " or ")
        return
            "access.csv says for \"\(source)\": \(Self.list(names)); its inputs say: \(shown), by "
            + document
    }

    /// The IDs that the inputs name and of which no row was asked about.
    var withoutRow: [String] {
        guard let access, !isOfPart else { return [] }
        return met.indices.filter { !met[$0] && access[$0] != nil }.map { access.id($0).text }
    }

    private func agrees(_ access: SecondOpinion.Access, with names: [String]) -> Bool {
        let said = mapped(access)
        let isMissed = access.isOpen || hasUnmapped(access)
        return isMissed ? said.isSubset(of: names) : said == Set(names)
    }

    /// The names as they are at the target.
    private func mapped(_ access: SecondOpinion.Access) -> Set<String> {
        guard products != nil || entitlements != nil else { return access.names }
        var names: Set<String> = []
        for holding in access.holdings {
            let entry = holding.product.flatMap { products?[$0] }
            if let entitlements = entry?.entitlements, !entitlements.isEmpty {
                names.formUnion(entitlements.map(named))
            } else if let entitlement = holding.entitlement {
                // Without a product the table of products may say anything.
                if products == nil || holding.product != nil { names.insert(named(entitlement)) }
            } else if let product = holding.product {
                names.insert(entry?.product ?? product)
            }
        }
        return names
    }

    /// An entitlement as it is called at the target; what is not migrated keeps its name.
    private func named(_ entitlement: String) -> String {
        entitlements?.target(of: entitlement) ?? entitlement
    }

    /// Whether something is held of which no product is said, so that the map may have other names.
    private func hasUnmapped(_ access: SecondOpinion.Access) -> Bool {
        products != nil && access.holdings.contains { $0.product == nil }
    }

    private static func list(_ names: [String]) -> String {
        names.isEmpty ? "nothing" : names.map { "\"\($0)\"" }.joined(separator: ", ")
    }
}

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Counts the entitlements and products that rows and calls name: what there has to be at the target
/// before they are used.
///
/// Every row is counted, and there are few names.
final class RequiredNames {
    /// What a name may be of, and the field that has it.
    static let kinds: [(kind: MigrationReport.Required.Kind, field: PlanField)] = [
        (.entitlement, PlanField(.entitlement)), (.product, PlanField(.product)),
        (.storeProduct, PlanField(.storeProduct)),
    ]

    /// A name, and as many rows as have it.
    struct Key: Hashable {
        let kind: MigrationReport.Required.Kind
        let name: [UInt8]
    }

    private struct Names {
        var texts: [[UInt8]] = []
        var counts: [Int] = []
        var numbers: [[UInt8]: Int] = [:]
    }

    /// As many names are compared one after the other before any is looked up.
    private static let few = 12
    /// For each writer the kinds that it writes, by their indices.
    private let written: [[Int]]
    @exclusivity(unchecked) private var names = [Names](
        repeating: Names(), count: RequiredNames.kinds.count)

    /// Counts what these writers write.
    init(_ writers: [CompiledWriter]) {
        written = writers.map { writer in
            let fields = writer.writtenFields
            return RequiredNames.kinds.indices.filter {
                fields.contains(RequiredNames.kinds[$0].field)
            }
        }
    }

    /// A row or a call that a writer has made; of a call for one of several entitlements its number.
    func take(_ values: FieldValues, writer: Int, entitlement: Int? = nil) {
        for kind in written[writer] {
            let field = RequiredNames.kinds[kind].field
            guard values.has(field) else { continue }
            guard RequiredNames.kinds[kind].kind == .entitlement else {
                values.withText(field) { count($0, kind) }
                continue
            }
            if let entitlement {
                values.withElement(field, entitlement) { count($0, kind) }
            } else {
                for number in 0..<values.count(field) {
                    values.withElement(field, number) { count($0, kind) }
                }
            }
        }
    }

    private func count(_ name: Span<UInt8>, _ kind: Int) {
        for number in 0..<min(names[kind].texts.count, RequiredNames.few) {
            let known = names[kind].texts[number]
            if known.span.isEqual(to: name) { return names[kind].counts[number] += 1 }
        }
        let bytes = name.array
        if let known = names[kind].numbers[bytes] { return names[kind].counts[known] += 1 }
        names[kind].numbers[bytes] = names[kind].texts.count
        names[kind].texts.append(bytes)
        names[kind].counts.append(1)
    }

    /// Adds what was counted to other counts.
    func add(to counts: inout [Key: Int]) {
        for (kind, names) in zip(RequiredNames.kinds, names) {
            for (name, count) in zip(names.texts, names.counts) {
                counts[Key(kind: kind.kind, name: name), default: 0] += count
            }
        }
    }
}

extension CompiledWriter {
    /// The fields that stand in what it writes.
    var writtenFields: PlanFieldSet {
        var fields = PlanFieldSet()
        for value in values { fields.formUnion(value.fields) }
        if let call { fields.formUnion(PlanFieldSet(call.path.fields)) }
        return fields
    }
}

extension MigrationReport {
    /// An entitlement or a product that has to be at the target before the import.
    public struct Required: Encodable, Hashable, Sendable {
        /// What it is.
        public enum Kind: String, Encodable, CaseIterable, Sendable {
            /// An entitlement, by its name at the target.
            case entitlement
            /// A product, by its name at the target.
            case product
            /// A product, by the store's name.
            case storeProduct = "store-product"
        }

        /// What it is.
        public let kind: Kind
        /// Its name.
        public let name: String
        /// How many rows and calls name it.
        public let count: Int

        /// What was counted, by kind and then by name.
        static func list(_ counts: [RequiredNames.Key: Int]) -> [Required] {
            Kind.allCases.flatMap { kind in
                counts.filter { $0.key.kind == kind }
                    .sorted { $0.key.name.lexicographicallyPrecedes($1.key.name) }
                    .map { key, count in
                        Required(
                            kind: kind, name: String(decoding: key.name, as: UTF8.self),
                            count: count)
                    }
            }
        }
    }
}

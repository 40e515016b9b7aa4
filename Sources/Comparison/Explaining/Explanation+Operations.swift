// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymInput
import AllonymMappings

/// REST operations: what the server does with each, its limits and errors.
extension Explanation {
    /// What a path behind a provider's key names of the provider's operations.
    ///
    /// It is `operations`, with an API, `limits`, `errors` or `variants` behind it, or one of these by
    /// its ID. An operation's ID alone is enough.
    func addOperations(_ path: String, of side: ExplainedSide, to sheet: inout Sheet) {
        guard let known = side.operations else { return }
        if path == "operations" {
            addTables(known.operations, of: known, side, to: &sheet)
        } else if let api = known.apis.first(where: { path == "operations.\($0.id)" }) {
            addTables(known.operations(of: api.id), of: known, side, to: &sheet)
        }
        addVariants(known.variants, path, side, to: &sheet)
        addLimits(known.limits, path, side, to: &sheet)
        addErrors(known.errors, path, side, to: &sheet)
        let id = path.hasPrefix("operations.") ? String(path.dropFirst(11)) : path
        let one = known.operations.first { $0.id == id || $0.id == "\(side.key).\(id)" }
        if let one { add(one, of: known, side, to: &sheet) }
    }

    private func addTables(
        _ operations: [Operations.Operation], of known: Operations, _ side: ExplainedSide,
        to sheet: inout Sheet
    ) {
        sheet.add(
            "\(side.name): the published operations",
            ["Operation", "Method", "Path", "Key", "Support"],
            operations.map { operation in
                [
                    operation.id, operation.method.rawValue, operation.path.description,
                    operation.key.rawValue, known.support(of: operation).words,
                ]
            })
        sheet.add(
            "\(side.name): why operations are not real", ["Operation", "Support", "Why"],
            operations.compactMap { operation in
                operation.why.map { [operation.id, operation.support.words, $0] }
            })
        let apis = Set(operations.map(\.api))
        add(known.variants.filter { apis.contains($0.api) }, side, to: &sheet)
        let classes = Set(operations.compactMap(\.limit))
        add(known.limits.filter { classes.contains($0.id) }, side, to: &sheet)
    }

    private func add(
        _ operation: Operations.Operation, of known: Operations, _ side: ExplainedSide,
        to sheet: inout Sheet
    ) {
        let limit = known.limits.first { $0.id == operation.limit }
        sheet.add(
            "\(side.name): an operation of \(operation.api)",
            [
                "Operation", "Method", "Path", "Key", "Scope", "Limit", "Support", "Why", "Note",
                "From",
            ],
            [
                [
                    operation.id, operation.method.rawValue, operation.path.description,
                    operation.key.rawValue, operation.scopes.joined(separator: ", "),
                    limit.map { "\($0.id): \($0.words)" } ?? "",
                    known.support(of: operation).words,
                    operation.why ?? "", operation.citation.note ?? "",
                    ExplainedRule(operation.id, when: "", then: "", operation.citation).from,
                ]
            ])
        add(known.variants.filter { $0.operation == operation.id }, side, to: &sheet)
    }

    private func addVariants(
        _ variants: [Operations.Variant], _ path: String, _ side: ExplainedSide,
        to sheet: inout Sheet
    ) {
        let part = "operations.variants"
        add(
            variants.filter {
                [part, "\(part).\($0.name)", "\(part).\($0.id)"].contains(path)
            }, side, to: &sheet)
    }

    private func add(
        _ variants: [Operations.Variant], _ side: ExplainedSide, to sheet: inout Sheet
    ) {
        sheet.add(
            "\(side.name): what differs with \"variant\" in a project's file", Explanation.heads,
            variants.map { variant in
                ExplainedRule(
                    "\(side.key).operations.variants.\(variant.id)",
                    when: "variant = \(variant.name)", then: variant.operation ?? variant.api,
                    variant.citation
                ).cells
            })
    }

    private func addLimits(
        _ limits: [Operations.Limit], _ path: String, _ side: ExplainedSide, to sheet: inout Sheet
    ) {
        let part = "operations.limits"
        add(
            limits.filter { path == part || path == "\(part).\($0.id)" }, side, to: &sheet)
    }

    private func add(
        _ limits: [Operations.Limit], _ side: ExplainedSide, to sheet: inout Sheet
    ) {
        sheet.add(
            "\(side.name): how often operations can be called", Explanation.heads,
            limits.map { limit in
                ExplainedRule(
                    "\(side.key).operations.limits.\(limit.id)", when: "", then: limit.words,
                    limit.citation
                ).cells
            })
    }

    private func addErrors(
        _ errors: [Operations.Fault], _ path: String, _ side: ExplainedSide, to sheet: inout Sheet
    ) {
        let part = "operations.errors"
        sheet.add(
            "\(side.name): the errors that operations answer",
            ["Error", "Status", "Code", "Text", "Says", "From"],
            errors.filter { path == part || path == "\(part).\($0.id)" }.map { fault in
                let rule = ExplainedRule(
                    "\(side.key).\(part).\(fault.id)", when: "", then: "", fault.citation)
                return [
                    rule.id, "\(fault.status)", fault.code ?? "", fault.text ?? "", rule.says,
                    rule.from,
                ]
            })
    }
}

extension ExplainedSide {
    /// The names of what ``Explanation/addOperations(_:of:to:)`` shows beside the APIs.
    var operationNames: [String] {
        guard let operations else { return [] }
        let parts = [
            ("limits", operations.limits.map(\.id)), ("errors", operations.errors.map(\.id)),
            ("variants", operations.variants.map(\.id)),
        ]
        return operations.operations.flatMap {
            [$0.id, "\(key).operations\($0.id.dropFirst(key.count))"]
        }
            + parts.filter { !$0.1.isEmpty }.flatMap { part, ids in
                ["\(key).operations.\(part)"] + ids.map { "\(key).operations.\(part).\($0)" }
            }
    }
}

extension ExplainedRule {
    /// How much of an API the server answers.
    init(_ api: Operations.API, of operations: Operations, _ key: String) {
        let count = operations.operations(of: api.id).count
        self.init(
            "\(key).operations.\(api.id)", when: "",
            then: api.isServed
                ? operations.coverage(of: api.id).words
                : "\(count.of("operation")), not served as a whole yet",
            api.citation)
    }
}

extension Operations.Limit {
    /// As `480 calls in 60 seconds`.
    fileprivate var words: String {
        guard let calls else { return "no published number" }
        let pause = pauseSeconds.map { ", then none for \($0.of("second"))" } ?? ""
        return "\(calls.of("call")) in \(seconds.of("second"))\(pause)"
    }
}

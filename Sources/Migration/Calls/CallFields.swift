// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput
import AllonymMappings

/// What a call was written with, which fills what is compared with answers to it.
struct CallFields {
    private let values = FieldValues()

    /// What a call was written with; nil where its line is not one of its writer's.
    init?(_ call: PlannedCall, _ writer: CompiledWriter) {
        let record = JSONView.Record()
        guard record.read(call.line.span, from: 0) != nil else { return nil }
        writer.read(record.view, into: values)
    }

    /// A path, filled; empty where it needs a field that the call does not have.
    func path(_ template: FormatTemplate) -> String {
        rendered(.path(template)) { $0.append(path: 0) }
    }

    /// A text, filled; nil where it needs a field that the call does not have.
    func text(_ template: FormatTemplate) -> String? {
        guard case .text(let text)? = value(.text(template)) else { return nil }
        return text
    }

    /// The members of an object, filled; without those that the call does not have.
    func members(_ object: FormatValue?) -> [String: AnswerValue] {
        object.flatMap { value($0)?.members } ?? [:]
    }

    private func value(_ value: FormatValue) -> AnswerValue? {
        AnswerValue(rendered(.json(value)) { _ = $0.append(json: 0) })
    }

    private func rendered(
        _ root: CompiledValues.Root, _ write: (RowRenderer) -> Void
    ) -> String {
        let bytes = OutputBytes(capacity: 256)
        let renderer = RowRenderer(CompiledValues([root]), into: bytes)
        renderer.fill(values)
        write(renderer)
        return bytes.text
    }
}

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import Testing

import AllonymMigration

/// How what is known becomes text.
@Suite struct RowRendererTests {
    @Test func `A list of all IDs within another one leaves that one's ID as it was`() {
        let id = FormatValue.field([.own(.id)], form: .text, words: [:], otherwise: nil)
        let value = FormatValue.eachID(
            .object([(name: "a", value: .eachID(id)), (name: "b", value: id)]))
        let values = FieldValues()
        for text in ["x", "y"] {
            text.withSpan { values.append(id: $0, isAnonymous: false, isOriginal: false) }
        }
        let bytes = OutputBytes()
        #expect(RowRenderer(CompiledValues([.json(value)]), values, into: bytes).append(json: 0))
        #expect(bytes.text == #"[{"a":["x","y"],"b":"x"},{"a":["x","y"],"b":"y"}]"#)
    }
}

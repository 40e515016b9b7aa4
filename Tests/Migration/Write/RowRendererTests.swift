// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import Testing

@testable import AllonymMigration

/// How what is known becomes text.
@Suite struct RowRendererTests {
    @Test func `A list of all IDs within another one leaves that one's ID as it was`() {
        let id = CompiledValue.text([.field(PlanField(.id))])
        let value = CompiledValue.each(
            .object([.init(name: "a", value: .each(id)), .init(name: "b", value: id)]))
        let values = FieldValues()
        for var text in ["x", "y"] {
            text.withUTF8 {
                values.append(
                    id: UnsafeRawBufferPointer($0), isAnonymous: false, isOriginal: false)
            }
        }
        let bytes = OutputBytes()
        #expect(RowRenderer(RenderTree([.json(value)]), values, into: bytes).append(json: 0))
        #expect(
            String(decoding: bytes.array, as: UTF8.self)
                == #"[{"a":["x","y"],"b":"x"},{"a":["x","y"],"b":"y"}]"#)
    }
}

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Qonversion
import Testing

/// The only import is the façade's, since a file sees what its own imports bring.
@Suite struct QonversionImportTests {
    @Test func `The façade alone brings the store account`() {
        let family: [StoreAccount] = ["app_store:ann", StoreAccount(.playStore, "bob")]
        #expect(family.map(\.text) == ["app_store:ann", "play_store:bob"])
        let name = "no store"
        #expect(StoreAccount(name) == nil)
    }
}

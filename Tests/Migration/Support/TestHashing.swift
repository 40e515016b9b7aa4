// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMigration
import AllonymTestSupport

/// The hashes of the tests.
struct TestHashing: Hashing {
    func sha256(_ bytes: [UInt8]) -> [UInt8] { SHA256.hash(bytes) }
    func makeDigest() -> any ByteDigest { SHA256() }
}

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

// Tests name the store account of an installation, and need nothing else of the core's: its `Store`
// or `Offer` would compete with names of an SDK.
@_exported public import struct AllonymCore.StoreAccount

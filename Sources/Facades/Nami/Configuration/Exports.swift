// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

// A test that imports the façade names the store account of an installation; the other names of the
// core would compete with those of the SDK.
@_exported public import struct AllonymCore.StoreAccount

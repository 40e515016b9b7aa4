// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// The version of the program: the tag of a release is this with a `v` before it.
enum AllonymVersion {
    static let text = "0.1.0"
}

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymSimulation
import Foundation

extension SeededGenerator {
    /// The seed of this run: that of the environment, or a new one.
    package static let seedOfRun: UInt64 =
        ProcessInfo.processInfo.environment["ALLONYM_SEED"].flatMap(UInt64.init)
        ?? UInt64.random(in: .min ... .max)
}

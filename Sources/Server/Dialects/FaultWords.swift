// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    package import AllonymMappings
    import HTTPTypes

    /// A provider's own words for what it refuses, as its data have them.
    package struct FaultWords: Sendable {
        private let faults: [String: Operations.Fault]

        /// The words of a provider; none where it publishes no operation.
        package init(_ operations: Operations?) {
            var faults: [String: Operations.Fault] = [:]
            for fault in operations?.errors ?? [] { faults[fault.id] = fault }
            self.faults = faults
        }

        /// The fault of an ID; nil where the data have none.
        func fault(_ id: String) -> Operations.Fault? { faults[id] }
    }
#endif

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation

    extension ProjectFile {
        private struct Remembered: Encodable {
            let project: String
            let provider: String
            let rules: String
            let settings: [String: String]
            let variant: String?
            let appStoreRoots: [String]
            let appStoreBundles: [String]
            let rateLimits: Bool
        }

        /// A project file that says what a project's journal does not have, and no more.
        ///
        /// Keys are in the journal as hashes, and what was set up is there with sealed secrets: with
        /// its journal such a file is the whole project.
        package func remembered() throws -> [UInt8] {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            let remembered = Remembered(
                project: name, provider: provider, rules: rules, settings: settings,
                variant: variant, appStoreRoots: appStoreRoots, appStoreBundles: appStoreBundles,
                rateLimits: hasRateLimits)
            return [UInt8](try encoder.encode(remembered)) + [UInt8(ascii: "\n")]
        }
    }
#endif

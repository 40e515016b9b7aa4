// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymComparison
    import AllonymCore
    import AllonymMappings
    import AllonymMigration
    import AllonymSamples
    import ArgumentParser

    /// What a shell offers for an argument: words that are read from the mappings when it asks.
    enum KnownWords {
        /// The providers.
        static let providers = words { $0.providers.map(\.key) }
        /// Those that can be migrated between, the neutral format included.
        static let endpoints = words { $0.formats.keys.sorted() + ["neutral"] }
        /// The providers, or all of them.
        static let askedProviders = words { $0.providers.map(\.key) + ["all"] }
        /// Every setting with each of its values.
        static let settings = words { mappings in
            mappings.providers.flatMap { provider in
                provider.rulebook.settings.flatMap { setting in
                    setting.values.map { "\(provider.key).\(setting.name)=\($0)" }
                }
            }
        }
        /// What `allonym explain` knows: providers, tables, rules, findings, words.
        static let subjects = words { mappings in
            Explanation(mappings).names.filter { !$0.contains(" ") }
        }
        /// The neutral words.
        static let neutralWords = words { $0.neutral.words.map(\.word) }
        /// The codes of findings.
        static let findings = words { $0.findingCodes }
        /// The formats that samples can be written in.
        static let formats = words { mappings in
            (mappings.formats.sorted { $0.key < $1.key }.map(\.value)
                + [mappings.neutralFormats].compactMap(\.self)).flatMap(Sample.readers).map(\.id)
        }

        private static func words(
            _ list: @escaping @Sendable (Mappings) -> [String]
        ) -> CompletionKind {
            .custom { _, _, _ in
                guard let mappings = try? Mappings.load() else { return [] }
                return Set(list(mappings)).sorted()
            }
        }
    }
#endif

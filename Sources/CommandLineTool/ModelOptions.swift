// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymComparison
    import AllonymCore
    import AllonymMappings
    import AllonymPromela
    import ArgumentParser

    /// What a model in Promela is made of.
    struct ModelOptions: ParsableArguments {
        @Option(
            name: .customLong("set"),
            help: ArgumentHelp("A setting of the provider.", valueName: "k=v"),
            completion: KnownWords.settings)
        var settings: [String] = []

        @Option(help: "Number of devices, from 1 to 4 (default: 2).")
        var devices: Int?

        @Option(help: "Number of app-supplied IDs, from 0 to 4 (default: 2).")
        var ids: Int?

        @Option(
            help: ArgumentHelp(
                "The kind of each product, at most 4 (default: subscription).", valueName: "a,b"),
            completion: .list(ProductKind.allCases.map(\.rawValue)))
        var kinds: String?

        @Option(
            help: """
                Number of actions that the model has room for, from 1 to \(PromelaModel.mostDepth) \
                (default: 7).
                """)
        var depth: Int?

        func validate() throws {
            if let depth, !(1...PromelaModel.mostDepth).contains(depth) {
                throw ValidationError(
                    "--depth", depth, expected: "a number from 1 to \(PromelaModel.mostDepth)")
            }
        }

        /// The names of the options that were given.
        var given: [String] {
            [
                settings.isEmpty ? nil : "set", devices.map { _ in "devices" },
                ids.map { _ in "ids" }, kinds.map { _ in "kinds" }, depth.map { _ in "depth" },
            ].compactMap { $0 }
        }

        /// The model of a provider with these options.
        func model(of name: String, _ mappings: Mappings) throws -> PromelaModel {
            guard let provider = mappings.provider(name) else {
                throw UnknownName("provider", name, known: mappings.providers.map(\.key))
            }
            var chosen: [String: String] = [:]
            for choice in try mappings.choices(settings) {
                guard choice.provider == provider.key else {
                    throw ValidationError(
                        setting: "\(choice.provider).\(choice.setting)", isNotOf: provider.key)
                }
                chosen[choice.setting] = choice.value
            }
            let rules = try provider.rules(chosen)
            guard
                let world = SmallWorld(
                    devices: devices ?? 2, ids: ids ?? 2, kinds: try productKinds(), for: [rules])
            else {
                let limits = SmallWorld.limits
                throw ValidationError(
                    "--devices, --ids and --kinds: there is no such small world; expected 1 to "
                        + "\(limits.devices) devices, at most \(limits.ids) IDs and at most "
                        + "\(limits.products) products")
            }
            do {
                return try PromelaModel(of: world, under: rules, depth: depth ?? 7)
            } catch {
                throw ValidationError(error.description)
            }
        }

        private func productKinds() throws -> [ProductKind] {
            guard let kinds else { return [.subscription] }
            return try kinds.split(separator: ",", omittingEmptySubsequences: false).map { word in
                guard let kind = ProductKind(rawValue: String(word)) else {
                    throw UnknownName(
                        "product kind", String(word), known: ProductKind.allCases.map(\.rawValue))
                }
                return kind
            }
        }
    }
#endif

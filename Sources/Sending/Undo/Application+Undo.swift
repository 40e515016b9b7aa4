// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    package import AllonymMappings
    import AllonymMigration

    @available(macOS 14, *)
    extension Application {
        /// What takes back what a plan has done, the last of each customer first.
        ///
        /// - Parameters:
        ///   - plan: The plan's folder, with the journal of what was done.
        ///   - client: What sends.
        ///   - keys: The keys that the calls name; nil where it is only asked what would be sent.
        ///   - project: The project's ID, for calls that name one.
        ///   - options: How it is done.
        ///   - mappings: What is known of the providers.
        /// - Returns: What is run like a plan.
        /// - Throws: ``ApplicationFault`` and `MigrationError`, which say what is missing.
        package static func undoing(
            plan: String, client: TargetClient, keys: TargetKeys?, project: String? = nil,
            options: Options = Options(), mappings: Mappings
        ) throws -> Application {
            try Application(
                PlanCalls(plan, hashing: PlanHashes(), mappings: mappings), .undos, client, keys,
                project, options, mappings)
        }
    }
#endif

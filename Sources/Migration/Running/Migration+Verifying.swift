// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import AllonymMappings

extension Migration {
    /// Replays a plan under the target's rules, and compares who has access to what.
    ///
    /// Reads the plan's own files back, and its inputs again by a path of its own.
    ///
    /// - Parameters:
    ///   - folder: The folder of a finished plan.
    ///   - inputs: Paths of inputs of the plan that are no more where they were.
    ///   - hashing: Makes SHA-256 hashes.
    ///   - mappings: What is known of the providers; without it what comes with the package.
    ///   - progress: Is told now and then how far the comparison is.
    /// - Returns: Who has what they had, and who has not.
    /// - Throws: ``MigrationError/plan(_:)``, which names a file that was changed, is missing, or
    ///   cannot be read; ``MigrationError/mappings(_:)`` for mappings that cannot be loaded.
    public static func verify(
        _ folder: String, inputs: [String] = [], hashing: any Hashing, mappings: Mappings? = nil,
        progress: (@Sendable (Progress) -> Void)? = nil
    ) throws(MigrationError) -> VerificationReport {
        let mappings = try loaded(mappings)
        do throws(BrokenPlan) {
            let side = try Manifest.read(folder).to
            let target: MigrationEndpoint
            do throws(MigrationError) {
                target = try MigrationEndpoint(
                    side.provider, [side.provider: side.settings], mappings)
            } catch {
                throw BrokenPlan(OutputDirectory.manifest, error.description)
            }
            var verification = Verification(
                folder: folder, target: target, guide: mappings.findings, inputs: inputs,
                makeDigest: hashing.makeDigest)
            if let progress {
                verification.progress = { progress(.comparing(ids: $0, of: $1)) }
            }
            return try verification.run()
        } catch {
            throw .plan(error)
        }
    }

    #if canImport(CryptoKit)
        /// Replays a plan under the target's rules, with the hashes of CryptoKit.
        ///
        /// - Parameter folder: The folder of a finished plan.
        /// - Returns: Who has what they had, and who has not.
        /// - Throws: ``MigrationError/plan(_:)``, which names a file that was changed, is missing, or
        ///   cannot be read.
        public static func verify(_ folder: String) throws(MigrationError) -> VerificationReport {
            try verify(folder, hashing: CryptoKitHashing())
        }
    #endif
}

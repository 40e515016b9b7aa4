// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
package import AllonymInput
package import AllonymMappings

/// The calls of a finished plan, for whoever makes them.
package struct PlanCalls: Sendable {
    /// Where the plan lies.
    package let path: String
    /// What the plan was made of.
    package let manifest: Manifest
    /// What tells the plan from any other: the digest of its manifest.
    package let digest: String
    /// What the calls have in common; nil where the plan has none.
    package let sheet: CallSheet?
    /// The provider that the calls are for.
    package let target: MigrationEndpoint
    /// The writers that have calls, by their IDs, sorted: a number stands for one of them.
    package let writers: [String]
    /// The files of calls, sorted.
    package let files: [String]

    let folder: PlanFolder
    /// What findings mean for access.
    let guide: FindingGuide
    /// By number.
    private let compiled: [CompiledWriter]

    /// Opens a plan, and compares its files with the manifest.
    ///
    /// - Parameters:
    ///   - path: The plan's folder.
    ///   - hashing: Makes SHA-256 hashes.
    ///   - mappings: What is known of the providers.
    /// - Throws: ``MigrationError/plan(_:)`` where the folder holds no whole plan, one that was
    ///   changed, or one that was made for calls that this program does not know.
    package init(
        _ path: String, hashing: any Hashing, mappings: Mappings
    ) throws(MigrationError) {
        do {
            let folder = try PlanFolder(path)
            let side = folder.manifest.to
            target = try MigrationEndpoint(
                side.provider, [side.provider: side.settings], mappings)
            try folder.check { hashing.makeDigest() }
            self.path = path
            self.folder = folder
            guide = mappings.findings
            manifest = folder.manifest
            digest = Hexadecimal.text(of: hashing.sha256(folder.manifest.encoded))
            sheet = folder.has(CallSheet.name) ? try CallSheet(folder) : nil
            let described = sheet?.writers ?? [:]
            writers = described.keys.sorted()
            files = Set(described.values.map(\.file)).sorted()
            var compiled: [CompiledWriter] = []
            for id in writers {
                guard let writer = target.writers.first(where: { $0.id == id }),
                    let call = writer.call, let known = described[id],
                    known == CallSheet.Writer(writer, call)
                else {
                    throw BrokenPlan(
                        CallSheet.name,
                        "it describes the calls of \(id) in another way than this program knows "
                            + "them; make the plan again")
                }
                compiled.append(writer)
            }
            self.compiled = compiled
        } catch {
            throw MigrationError(error)
        }
    }

    /// What is written by a writer, by its number.
    package func call(of writer: Int) -> FormatCall? { compiled[writer].call }

    /// What it is called.
    package func title(of writer: Int) -> String { compiled[writer].title }

    /// Which calls the target refuses once they were undone, and why.
    package var refusedAgain: RefusedAgain { RefusedAgain(compiled, at: target) }

    /// On which way its calls come to the provider.
    package func route(of writer: Int) -> ImportRoute { compiled[writer].route }

    /// Whether what takes its calls back erases the customer with everything.
    package func erasesCustomer(_ writer: Int) -> Bool {
        compiled[writer].subject == .customer && compiled[writer].call?.undo != nil
    }

    /// Whether its calls bring purchases, which nothing takes back.
    package func keepsPurchases(_ writer: Int) -> Bool {
        compiled[writer].subject == .purchase && compiled[writer].call?.undo == nil
    }

    /// The writer that a number stands for.
    func compiledWriter(_ writer: Int) -> CompiledWriter { compiled[writer] }

    func report() throws(MigrationError) -> PlanReport {
        do throws(BrokenPlan) {
            return try PlanReport(folder)
        } catch {
            throw .plan(error)
        }
    }

    /// How many records the plan has taken whole, and how many it has rejected, wholly or but for
    /// their IDs.
    ///
    /// - Throws: ``MigrationError`` where `report.json` cannot be read.
    package func records() throws(MigrationError) -> (taken: Int, rejected: Int) {
        let records = try report().counts.records
        return (
            records["read", default: 0] - records["partly", default: 0],
            records["rejected", default: 0]
        )
    }

    /// Reads the calls, customer by customer.
    package func reader() throws(MigrationError) -> PlanCallReader {
        do throws(BrokenPlan) {
            return try PlanCallReader(folder, files: files, writers: writers, isUndo: false)
        } catch {
            throw .plan(error)
        }
    }

    /// Reads the calls that take others back, customer by customer.
    package func undoReader() throws(MigrationError) -> PlanCallReader {
        do throws(BrokenPlan) {
            return try PlanCallReader(
                folder, files: ["undo.jsonl"], writers: writers, isUndo: true)
        } catch {
            throw .plan(error)
        }
    }
}

extension Manifest.Side {
    /// The provider's key, for others than this module.
    package var key: String { provider }
}

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What stands in the folder before the outputs do.
extension OutputDirectory {
    /// Refuses to write over the outputs of another plan, unless that is forced, and over what no plan
    /// has written; what was begun is taken away then.
    ///
    /// - Parameters:
    ///   - plan: What tells this plan from others.
    ///   - isForced: Whether the outputs of another plan may be written over.
    /// - Throws: `OutputError`, which says what stands there.
    package func checkIsFree(for plan: String, isForced: Bool = false) throws(OutputError) {
        do throws(OutputError) {
            let there = try planInPlace()
            if let there, there.plan != plan, !isForced {
                throw OutputError(
                    path, "it holds the outputs of another plan; give another folder, or --force")
            }
            let known = there?.outputs.map(\.name) ?? []
            let names = files.map(\.name) + known
            try checkInputs(names)
            let taken = names.first { name in
                FileIdentity(path(of: name), followingLinks: false).map {
                    !$0.isRegular || !known.contains(name)
                } ?? false
            }
            if let taken { throw notOfAPlan(taken) }
        } catch {
            abandon()
            throw error
        }
    }

    /// The manifest of the plan that is in place; nil where there is none.
    func planInPlace() throws(OutputError) -> Manifest? {
        let manifest = path(of: OutputDirectory.manifest)
        guard let there = FileIdentity(manifest, followingLinks: false) else { return nil }
        guard there.isRegular, let plan = readManifest(manifest) else {
            throw notOfAPlan(OutputDirectory.manifest)
        }
        return plan
    }

    private func notOfAPlan(_ name: String) -> OutputError {
        OutputError(
            path,
            "it holds \(name), which no plan has written; give another folder, or take the file away"
        )
    }

    /// Refuses to write over an input, or to take it away.
    func checkInputs(_ names: [String]) throws(OutputError) {
        if inputs.isEmpty { return }
        for name in names {
            let there = FileIdentity(path(of: name), followingLinks: true)
            guard let there, let input = inputs[there] else { continue }
            throw OutputError(
                path,
                "its \(name) is the input \(input), which is never written over; give another "
                    + "folder")
        }
    }

    func readManifest(_ path: String) -> Manifest? {
        let bytes = FileManager.default.contents(atPath: path)
        return bytes.flatMap { try? JSONDecoder().decode(Manifest.self, from: $0) }
    }
}

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The files of a plan, for whoever must not write over them.
extension Migration {
    /// The names of the files that a plan consists of: its outputs and its manifest; none where the
    /// folder holds no finished plan.
    package static func files(ofPlan folder: String) -> Set<String> {
        guard let manifest = finished(folder) else { return [] }
        return Set(manifest.outputs.map(\.name)).union([OutputDirectory.manifest])
    }

    /// The files that a plan was made of, where they lay then: what it read, and the tables of products
    /// and entitlements; none where the folder holds no finished plan.
    package static func inputs(ofPlan folder: String) -> [Input] {
        guard let manifest = finished(folder) else { return [] }
        let tables = [manifest.products, manifest.entitlements].compactMap(\.self)
        return (manifest.inputs + tables).compactMap(\.path).map { path in
            let url = URL(fileURLWithPath: folder).appendingPathComponent(path)
            return Input.file(url.standardizedFileURL.path)
        }
    }

    /// The manifest of a plan; nil where there is none that can be read.
    private static func finished(_ folder: String) -> Manifest? {
        // Most folders hold none.
        let manifest = "\(folder)/\(OutputDirectory.manifest)"
        guard FileIdentity(manifest, followingLinks: true)?.isRegular == true else { return nil }
        return try? Manifest.read(folder)
    }
}

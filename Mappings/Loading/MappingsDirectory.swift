// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where the package's own mappings lie.
///
/// The package manager's `Bundle.module` stops the program when it finds nothing, which a moved
/// Linux binary does; so the folders are looked at here, and an error can name them.
enum MappingsDirectory {
    private final class Token {}

    /// The first folder that holds mappings.
    static func find() throws(MappingsError) -> String {
        let folders = folders()
        let found = folders.first {
            FileManager.default.fileExists(atPath: "\($0)/neutral.json")
        }
        guard let found else {
            throw MappingsError(
                file: "neutral.json", entry: nil,
                reason: "found in none of these folders: " + folders.joined(separator: ", ")
                    + "; name the folder with --mappings DIR")
        }
        return found
    }

    private static func folders() -> [String] {
        var parents: [String] = []
        for bundle in [Bundle.main, Bundle(for: Token.self)] {
            for url in [bundle.resourceURL, bundle.bundleURL] {
                if let url { parents.append(url.path) }
            }
            parents.append(bundle.bundleURL.deletingLastPathComponent().path)
            if let program = bundle.executableURL {
                parents.append(program.resolvingSymlinksInPath().deletingLastPathComponent().path)
            }
        }
        let names = [
            "Allonym_AllonymMappings.resources", "Allonym_AllonymMappings.bundle",
            "Allonym_AllonymMappings.bundle/Contents/Resources", "Mappings",
        ]
        var candidates: [String] = []
        for parent in parents {
            for name in names where !candidates.contains("\(parent)/\(name)") {
                candidates.append("\(parent)/\(name)")
            }
        }
        return candidates
    }
}

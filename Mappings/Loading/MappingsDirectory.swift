// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where the package's own mappings lie.
///
/// The package manager's `Bundle.module` stops the program when it finds nothing, which a moved
/// Linux binary does; so the places are looked at here, and an error can name them.
enum MappingsDirectory {
    private final class Token {}

    /// The first place that holds mappings.
    static func find() throws(MappingsError) -> String {
        let places = places()
        let found = places.first {
            FileManager.default.fileExists(atPath: "\($0)/neutral.json")
        }
        guard let found else {
            throw MappingsError(
                file: "neutral.json", entry: nil,
                reason: "found in none of these places: " + places.joined(separator: ", ")
                    + "; name the folder with --mappings DIR")
        }
        return found
    }

    private static func places() -> [String] {
        var folders: [String] = []
        for bundle in [Bundle.main, Bundle(for: Token.self)] {
            for url in [bundle.resourceURL, bundle.bundleURL] {
                if let url { folders.append(url.path) }
            }
            folders.append(bundle.bundleURL.deletingLastPathComponent().path)
            if let program = bundle.executableURL {
                folders.append(program.resolvingSymlinksInPath().deletingLastPathComponent().path)
            }
        }
        let names = [
            "Allonym_AllonymMappings.resources", "Allonym_AllonymMappings.bundle",
            "Allonym_AllonymMappings.bundle/Contents/Resources", "Mappings",
        ]
        var places: [String] = []
        for folder in folders {
            for name in names where !places.contains("\(folder)/\(name)") {
                places.append("\(folder)/\(name)")
            }
        }
        return places
    }
}

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The picture of the modules in `.github/CONTRIBUTING.md` is that of `Package.swift`.
@Suite struct ModulePictureTests {
    private func text(_ path: String) throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// What each library target needs, each by its name without `Allonym`; the façades are one, and
    /// so are the wires.
    private func needs() throws -> Set<String> {
        // Other packages are no modules of ours.
        let package = try text("Package.swift")
            .replacing(#/server\("\w+", in: "[^"]+"\)/#, with: "")
        let target =
            #/\.target\(\s*name: "([^"]+)"(?:,\s*dependencies: ((?:(?!path:)(?:.|\n))*?))?,\s*path: "(Sources|Mappings)/#
        var needs: Set<String> = []
        for match in package.matches(of: target) {
            let name = String(match.output.1)
            let listed = match.output.2 ?? ""
            if listed.hasSuffix("] + wires") { needs.insert("\(short(name)) --> Wire") }
            for dependency in listed.matches(of: #/"([\w\\()]+)"/#) {
                needs.insert("\(short(name)) --> \(short(String(dependency.output.1)))")
            }
        }
        return needs
    }

    private func short(_ name: String) -> String {
        if name.hasSuffix("Wire") { return "Wire" }
        return name.hasSuffix("Facade") ? "Facades" : name.replacing("Allonym", with: "")
    }

    @Test func `The picture has the arrows that the package has`() throws {
        let arrows = try text(".github/CONTRIBUTING.md").matches(of: #/\n  (\w+ --> \w+)/#)
            .map { String($0.output.1) }
        let needs = try needs()
        #expect(needs.count > 15)
        #expect(Set(arrows).count == arrows.count)
        #expect(Set(arrows).symmetricDifference(needs).sorted() == [])
    }
}

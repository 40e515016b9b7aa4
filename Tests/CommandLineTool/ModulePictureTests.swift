// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The picture of the modules in `.github/CONTRIBUTING.md` is that of `Package.swift`, and the
/// providers' modules need no more than they use.
@Suite struct ModulePictureTests {
    private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
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

    /// The names in one of the package's lists.
    private func list(_ name: String, _ package: String) throws -> [String] {
        let list = try Regex("let \(name) = \\[([^\\]]+)\\]")
        let names = try #require(package.firstMatch(of: list)?.output[1].substring)
        return names.matches(of: #/"(\w+)"/#).map { String($0.output.1) }
    }

    @Test func `A provider's wire and façade import each module of ours that they need`() throws {
        let package = try text("Package.swift")
        var compared = 0
        for match in package.matches(
            of:
                #/name: "\\\(provider\)\w+",\s*dependencies: ((?:(?!path:).|\n)+),\s*path: "([^"]+)"/#
        ) {
            let listed = match.output.1
            for provider in try list("providers", package) {
                let folder = match.output.2.replacing(#"\(provider)"#, with: provider)
                let sources = try sources(in: String(folder))
                // Some are only for the providers of a list.
                var left: Set<String> = []
                for part in listed.matches(
                    of: #/(\w+)\.contains\(provider\) \? \[\.target\(name: "([^"]+)"\)\]/#)
                where try !list(String(part.output.1), package).contains(provider) {
                    left.insert(String(part.output.2))
                }
                for name in listed.matches(of: #/"([\w\\()]+)"/#).map({ String($0.output.1) })
                where !left.contains(name) {
                    let module = name.replacing(#"\(provider)"#, with: provider)
                    #expect(sources.contains("import \(module)\n"), "\(folder): \(module)")
                    compared += 1
                }
            }
        }
        // Two or three of each wire, four of each façade.
        #expect(compared == 25)
    }

    /// The Swift files of a folder, one after the other.
    private func sources(in folder: String) throws -> String {
        let top = root.appendingPathComponent(folder)
        let files = try FileManager.default.subpathsOfDirectory(atPath: top.path)
        return try files.filter { $0.hasSuffix(".swift") }.map { file in
            try String(contentsOf: top.appendingPathComponent(file), encoding: .utf8)
        }.joined()
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

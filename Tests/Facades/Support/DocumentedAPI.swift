// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What an SDK documents, and what its façade has: `documented-api.json` in a façade's folder of
/// tests, beside the symbols of the compiled module.
struct DocumentedAPI {
    /// A symbol that the SDK documents.
    struct Symbol: Codable, Hashable {
        /// Type, name and labels, as Swift writes them in symbol graphs.
        let symbol: String
        /// Where it is documented.
        let source: String
        /// Why the façade has it not; nil when it has.
        let gap: String?
    }

    /// The façade's name.
    let facade: String
    /// What the SDK documents, in the order of the file.
    let documented: [Symbol]
    /// The public symbols of the façade, with their declarations.
    let declared: [String: [String]]

    init(facade: String, documented: [Symbol], declared: [String: [String]]) {
        self.facade = facade
        self.documented = documented
        self.declared = declared
    }

    init(of provider: String) throws {
        facade = provider + "Facade"
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = folder.appendingPathComponent("\(provider)/documented-api.json")
        documented = try JSONDecoder().decode([Symbol].self, from: Data(contentsOf: file))
        declared = try SymbolGraph(of: facade).declarations
    }

    /// What is wrong with the file: a symbol without a gap that is not there, or the reverse.
    var faults: [String] {
        var faults: [String] = []
        for (symbol, next) in zip(documented, documented.dropFirst())
        where symbol.symbol >= next.symbol {
            faults.append("\(next.symbol) does not follow \(symbol.symbol) in order")
        }
        for symbol in documented {
            switch (declared[symbol.symbol], symbol.gap) {
            case (nil, nil): faults.append("\(symbol.symbol) is not in \(facade)")
            case (.some, .some): faults.append("\(symbol.symbol) is in \(facade) after all")
            case (_, let gap?) where !gap.hasSuffix("."):
                faults.append("the gap of \(symbol.symbol) is no sentence")
            default: break
            }
            if symbol.source.isEmpty { faults.append("\(symbol.symbol) has no source") }
        }
        return faults
    }

    /// The page of documentation that says so.
    var page: String {
        let gaps = documented.filter { $0.gap != nil }
        var lines = [
            "# The documented API and \(facade)", "",
            "Every symbol that the SDK documents, and whether the façade has it.", "",
            "## Overview", "",
            "Made from the compiled module; a test compares them. Of \(documented.count) documented symbols the "
                + "façade has \(documented.count - gaps.count).", "",
        ]
        if !gaps.isEmpty {
            lines += ["## What is missing", "", "| documented | why it is not here | source |"]
            lines.append("|---|---|---|")
            for symbol in gaps {
                lines.append(
                    "| `\(symbol.symbol)` | \(cell(symbol.gap ?? "")) | \(cell(symbol.source)) |")
            }
            lines.append("")
        }
        lines += ["## What is here", "", "| documented | here | source |", "|---|---|---|"]
        for symbol in documented where symbol.gap == nil {
            let here = (declared[symbol.symbol] ?? []).map { "`\(cell($0))`" }
            lines.append(
                "| `\(symbol.symbol)` | \(here.joined(separator: "; ")) | \(cell(symbol.source)) |")
        }
        let known = Set(documented.map(\.symbol))
        let own = declared.keys.filter { !known.contains($0) }.sorted()
        if !own.isEmpty {
            lines += [
                "", "## What is ours",
                "",
                "Public, and not named by the documents that were read: what tests need, members that a stand-in needs.",
                "",
            ]
            lines += own.map { "- `\($0)`" }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func cell(_ text: String) -> String {
        text.replacingOccurrences(of: "|", with: "\\|")
            .replacingOccurrences(of: "\n", with: " ")
    }

    /// Where the page stands.
    static func file(of provider: String) -> URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent(
                "../../../Sources/Facades/\(provider)/\(provider)Facade.docc/\(provider)-API.md"
            ).standardizedFileURL
    }
}

/// The public symbols of a compiled module, as the toolchain lists them.
struct SymbolGraph {
    /// Declarations by path; several where overloads share one.
    let declarations: [String: [String]]

    private struct Graph: Decodable {
        struct Symbol: Decodable {
            struct Fragment: Decodable { let spelling: String }
            struct Identifier: Decodable { let precise: String }
            let pathComponents: [String]
            let declarationFragments: [Fragment]
            let identifier: Identifier
        }
        let symbols: [Symbol]
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    init(of module: String) throws {
        let output = FileManager.default.temporaryDirectory
            .appendingPathComponent("allonym-symbols-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: output) }
        let modules = Bundle.main.bundleURL.appendingPathComponent("Modules")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "swift", "symbolgraph-extract", "-module-name", module, "-I", modules.path,
            "-target", "\(SymbolGraph.architecture)-unknown-linux-gnu", "-output-dir", output.path,
            "-minimum-access-level", "public",
        ]
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(description: "no symbols of \(module) in \(modules.path)")
        }
        // One file for the module, and one for each module whose types it extends.
        let files = try FileManager.default.contentsOfDirectory(
            at: output, includingPropertiesForKeys: nil)
        let symbols = try files.flatMap {
            try JSONDecoder().decode(Graph.self, from: Data(contentsOf: $0)).symbols
        }
        var declarations: [String: [String]] = [:]
        for symbol in symbols where !symbol.identifier.precise.contains("::SYNTHESIZED::") {
            let text = symbol.declarationFragments.map(\.spelling).joined()
                .split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
            declarations[symbol.pathComponents.joined(separator: "."), default: []].append(text)
        }
        self.declarations = declarations.mapValues { $0.sorted() }
    }

    private static var architecture: String {
        #if arch(arm64)
            "aarch64"
        #else
            "x86_64"
        #endif
    }
}

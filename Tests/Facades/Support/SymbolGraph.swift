// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymTestSupport
import Foundation

/// The public symbols of a compiled module, as the toolchain lists them.
struct SymbolGraph {
    /// A symbol that the module's sources declare.
    struct Symbol: Hashable {
        /// The type that it is a member of; empty at the top of the module.
        let type: String
        /// The declaration, without attributes of the type that holds it.
        let declaration: String
        /// Its doc comment, in one line.
        let comment: String
        /// The name that the compiler gives it.
        let mangledName: String

        init(type: String, declaration: String, comment: String = "", mangledName: String = "") {
            self.type = type
            self.declaration = declaration
            self.comment = comment
            self.mangledName = mangledName
        }
    }

    /// What the module declares, sorted by type and declaration.
    let symbols: [Symbol]
    /// The protocols and the superclass of each type, without their modules.
    let supertypes: [String: Set<String>]

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    init(symbols: [Symbol], supertypes: [String: Set<String>] = [:]) {
        self.symbols = symbols
        self.supertypes = supertypes
    }

    init(of module: String) throws {
        var symbols: [Symbol] = []
        var supertypes: [String: Set<String>] = [:]
        for graph in try SymbolGraph.extracted(from: module) {
            let paths = Dictionary(
                graph.symbols.map {
                    ($0.identifier.precise, $0.pathComponents.joined(separator: "."))
                },
                uniquingKeysWith: { first, _ in first })
            symbols += graph.symbols.filter {
                !$0.identifier.precise.contains("::SYNTHESIZED::")
            }.map(\.symbol)
            for relation in graph.relationships
            where ["conformsTo", "inheritsFrom"].contains(relation.kind) {
                let target = paths[relation.target] ?? relation.targetFallback ?? ""
                guard let type = paths[relation.source] else { continue }
                supertypes[type, default: []].insert(
                    target.split(separator: ".").last.map(String.init) ?? target)
            }
        }
        self.symbols = Set(symbols).sorted { ($0.type, $0.declaration) < ($1.type, $1.declaration) }
        self.supertypes = supertypes
    }

    /// The module's own graph, and one for each module whose types it extends.
    private static func extracted(from module: String) throws -> [Graph] {
        let output = FileManager.default.temporaryDirectory
            .appendingPathComponent("allonym-symbols-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: output) }
        let modules = Bundle.main.bundleURL.appendingPathComponent("Modules")
        let extraction = try ChildProcess(
            URL(fileURLWithPath: "/usr/bin/env"),
            [
                "swift", "symbolgraph-extract", "-module-name", module, "-I", modules.path,
                "-target", "\(SymbolGraph.architecture)-unknown-linux-gnu",
                "-output-dir", output.path, "-minimum-access-level", "public",
            ])
        guard extraction.waitUntilExit() == 0 else {
            throw Failure(description: "no symbols of \(module) in \(modules.path)")
        }
        return try FileManager.default.contentsOfDirectory(
            at: output, includingPropertiesForKeys: nil
        ).map { try JSONDecoder().decode(Graph.self, from: Data(contentsOf: $0)) }
    }

    private static var architecture: String {
        #if arch(arm64)
            "aarch64"
        #else
            "x86_64"
        #endif
    }

    /// The toolchain's file.
    private struct Graph: Decodable {
        struct Symbol: Decodable {
            struct Fragment: Decodable { let spelling: String }
            struct Identifier: Decodable { let precise: String }
            struct Comment: Decodable {
                struct Line: Decodable { let text: String }
                let lines: [Line]
            }
            let pathComponents: [String]
            let declarationFragments: [Fragment]
            let identifier: Identifier
            let docComment: Comment?

            var symbol: SymbolGraph.Symbol {
                SymbolGraph.Symbol(
                    type: pathComponents.dropLast().joined(separator: "."),
                    declaration: declarationFragments.map(\.spelling).joined()
                        .split(separator: " ").joined(separator: " "),
                    comment: docComment?.lines.map(\.text).joined(separator: " ") ?? "",
                    mangledName: String(identifier.precise.dropFirst(2)))
            }
        }
        struct Relationship: Decodable {
            let kind: String
            let source: String
            let target: String
            let targetFallback: String?
        }
        let symbols: [Symbol]
        let relationships: [Relationship]
    }
}

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import Foundation
    import Testing

    /// The commands that the tool has, as it tells them itself.
    struct CommandTree: Sendable {
        /// One of them.
        struct Command: Sendable {
            /// As it is typed behind the program: `migrate plan`; empty for the program itself.
            let name: String
            /// Its options, with two hyphens, that its help shows.
            let options: [String]

            /// The longest option with its last letter doubled, and the option; the last in order
            /// where several are as long.
            var mistypedOption: (typed: String, meant: String) {
                let meant = options.max { ($0.count, $0) < ($1.count, $1) } ?? "--help"
                return ("\(meant)\(meant.suffix(1))", meant)
            }
        }

        /// Asked once for all tests.
        static let shared = Task { try await CommandTree() }

        let commands: [Command]

        init() async throws {
            let run = try await Workspace().run("--experimental-dump-help")
            try #require(run.code == 0, "\(run.errors)")
            let dump = try JSONDecoder().decode(Dump.self, from: Data(run.output.utf8))
            commands = CommandTree.commands(of: dump.command, [])
        }

        /// A command of the tree.
        func command(_ name: String) throws -> Command {
            try #require(commands.first { $0.name == name }, "there is no command \(name)")
        }

        private static func commands(of node: Dump.Node, _ words: [String]) -> [Command] {
            let shown: [Dump.Argument] = (node.arguments ?? []).filter(\.shouldDisplay)
            let names: [Dump.Argument.Name] = shown.flatMap { $0.names ?? [] }
            let options: [String] = names.filter { $0.kind == "long" }.map { "--\($0.name)" }
            // The parser brings `help` itself, and it takes the names of the others.
            let children = (node.subcommands ?? []).filter { $0.commandName != "help" }
            return [Command(name: words.joined(separator: " "), options: options)]
                + children.flatMap { commands(of: $0, words + [$0.commandName]) }
        }

        /// What the parser tells of its commands.
        private struct Dump: Decodable {
            struct Node: Decodable {
                let commandName: String
                let subcommands: [Node]?
                let arguments: [Argument]?
            }

            struct Argument: Decodable {
                struct Name: Decodable {
                    let kind, name: String
                }

                let shouldDisplay: Bool
                let names: [Name]?
            }

            let command: Node
        }
    }
#endif

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymCore
    import ArgumentParser

    /// A word that should name a command and does not.
    struct UnknownCommand: Error, CustomStringConvertible {
        /// The command that it should belong to.
        let parent: any ParsableCommand.Type
        /// What is unknown, and what to write instead.
        let description: String

        /// Follows the arguments from command to command; an option ends the search.
        ///
        /// - Throws: `UnknownCommand` at the first word that names none.
        static func check(
            _ arguments: [String], of root: any ParsableCommand.Type
        ) throws(UnknownCommand) {
            var parent = root
            for (number, word) in arguments.enumerated() {
                let children = parent.configuration.subcommands
                if children.isEmpty || word.hasPrefix("-") { return }
                if number == 0, word == "help" { continue }
                guard let child = children.first(where: { $0.names.contains(word) }) else {
                    throw UnknownCommand(word, of: parent, in: root)
                }
                parent = child
            }
        }

        private init(
            _ word: String, of parent: any ParsableCommand.Type, in root: any ParsableCommand.Type
        ) {
            self.parent = parent
            let known = parent.configuration.subcommands.flatMap { $0.names }
            // A command of another one: plan instead of migrate plan.
            let elsewhere = CommandPath.all(of: root).filter { $0.names.last == word }
                .map { $0.names.dropFirst().joined(separator: " ") }
            let isNear = !NearestNames(word, among: known).names.isEmpty
            if !isNear, let question = UnknownName.question(elsewhere) {
                description = "command \"\(word)\": unknown; \(question)"
            } else {
                description = UnknownName("command", word, known: known).description
            }
        }
    }

    /// A command with those that it belongs to, such as `allonym migrate plan`.
    struct CommandPath {
        let command: any ParsableCommand.Type
        /// The words that are typed.
        let names: [String]

        /// The command that arguments name: every word belongs to it until one names none.
        static func named(
            by arguments: [String], of root: any ParsableCommand.Type
        ) -> any ParsableCommand.Type {
            var command = root
            for word in arguments {
                guard
                    let child = command.configuration.subcommands.first(where: {
                        $0.names.contains(word)
                    })
                else { break }
                command = child
            }
            return command
        }

        /// Every command below this one, and itself.
        static func all(
            of command: any ParsableCommand.Type, after names: [String] = []
        ) -> [CommandPath] {
            let names = names + command.names.prefix(1)
            return [CommandPath(command: command, names: names)]
                + command.configuration.subcommands.flatMap { all(of: $0, after: names) }
        }
    }

    extension ParsableCommand {
        /// What the command is called, its usual name first.
        fileprivate static var names: [String] {
            [configuration.commandName ?? _commandName] + configuration.aliases
        }
    }
#endif

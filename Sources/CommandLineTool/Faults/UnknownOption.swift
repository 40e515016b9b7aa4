// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymCore
    import ArgumentParser

    /// An option that the command does not have.
    ///
    /// The parser speaks of it only where nothing is missing. But who mistypes `--plan` has not
    /// forgotten it.
    struct UnknownOption {
        /// The command that it was given to.
        let command: any ParsableCommand.Type
        /// What is unknown, and what to write instead.
        let description: String

        /// The first one in arguments that the parser refuses; nil where all are known.
        init?(_ arguments: [String], of root: any ParsableCommand.Type) {
            command = CommandPath.named(by: arguments, of: root)
            let help = Allonym.helpMessage(for: command)
            var known = Set(help.matches(of: /--[a-z][a-z0-9-]*/).map { String($0.output) })
            known.insert("--generate-completion-script")
            if command == root { known.insert("--version") }
            let names = arguments.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }
                .map { String($0.prefix { $0 != "=" }) }
            guard let name = names.first(where: { !known.contains($0) }) else { return nil }
            description =
                UnknownName("option", name, known: known.sorted(), listedBy: "--help").description
        }
    }
#endif

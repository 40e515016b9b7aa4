// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools && !Server
    import ArgumentParser

    /// A command that this build does not have: it says which build has it.
    protocol AbsentCommand: ParsableCommand {
        /// The command as it is typed, without the program.
        static var typed: String { get }
        /// What it does.
        static var does: String { get }
    }

    extension AbsentCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: typed.split(separator: " ").last.map(String.init),
                abstract: "\(does) (needs --traits Server).")
        }

        func run() throws {
            throw ValidationError(
                "This build neither serves nor sends: swift run -c release --traits Server allonym "
                    + Self.typed)
        }
    }

    struct ServeCommand: AbsentCommand {
        static let typed = "serve"
        static let does = "Serve the providers' REST APIs locally"
        @Argument(parsing: .allUnrecognized, help: .hidden) var rest: [String] = []
    }

    struct WebhookCommand: AbsentCommand {
        static let typed = "webhook"
        static let does = "Check saved webhooks"
        @Argument(parsing: .allUnrecognized, help: .hidden) var rest: [String] = []
    }

    struct ExportCommand: AbsentCommand {
        static let typed = "migrate export"
        static let does = "Read a project's customers through the provider's API"
        @Argument(parsing: .allUnrecognized, help: .hidden) var rest: [String] = []
    }

    struct RehearseCommand: AbsentCommand {
        static let typed = "migrate rehearse"
        static let does = "Try a plan on a simulated target"
        @Argument(parsing: .allUnrecognized, help: .hidden) var rest: [String] = []
    }

    struct ApplyCommand: AbsentCommand {
        static let typed = "migrate apply"
        static let does = "Send a plan's calls to the target"
        @Argument(parsing: .allUnrecognized, help: .hidden) var rest: [String] = []
    }

    struct UndoCommand: AbsentCommand {
        static let typed = "migrate undo"
        static let does = "Undo what a plan created at the target"
        @Argument(parsing: .allUnrecognized, help: .hidden) var rest: [String] = []
    }
#endif

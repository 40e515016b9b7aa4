// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools && !Server
    import ArgumentParser

    // What is said of commands that this build does not have.

    struct ServeCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "serve",
            abstract: "Serve projects over their providers' REST (needs --traits Server).")

        @Argument(parsing: .allUnrecognized, help: .hidden)
        var rest: [String] = []

        func run() throws {
            throw ValidationError(
                "This build has no server: swift run -c release --traits Server allonym serve")
        }
    }

    struct ApplyCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "apply",
            abstract: "Make the calls of a plan at the target (needs --traits Server).")

        @Argument(parsing: .allUnrecognized, help: .hidden)
        var rest: [String] = []

        func run() throws {
            throw ValidationError(
                "This build sends nothing: swift run -c release --traits Server allonym migrate apply"
            )
        }
    }

    struct UndoCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "undo",
            abstract: "Take back what a plan has made at the target (needs --traits Server).")

        @Argument(parsing: .allUnrecognized, help: .hidden)
        var rest: [String] = []

        func run() throws {
            throw ValidationError(
                "This build sends nothing: swift run -c release --traits Server allonym migrate undo"
            )
        }
    }

    struct WebhookCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "webhook",
            abstract: "Check webhooks that somebody has saved (needs --traits Server).")

        @Argument(parsing: .allUnrecognized, help: .hidden)
        var rest: [String] = []

        func run() throws {
            throw ValidationError(
                "This build has no server: swift run -c release --traits Server allonym webhook")
        }
    }

    struct ExportCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract: "Read a project's customers by the provider's API (needs --traits Server).")

        @Argument(parsing: .allUnrecognized, help: .hidden)
        var rest: [String] = []

        func run() throws {
            throw ValidationError(
                "This build sends nothing: swift run -c release --traits Server allonym migrate export"
            )
        }
    }
#endif

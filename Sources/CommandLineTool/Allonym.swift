// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymChecking
    import AllonymInput
    import AllonymComparison
    import AllonymCore
    import AllonymMappings
    import AllonymMigration
    import ArgumentParser
    import Foundation

    #if Server
        import AllonymSending
    #endif

    @main
    struct Allonym: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "allonym",
            abstract: "Customers, aliases and entitlements: what four providers really do.",
            discussion: """
                Exit codes: 0 the answer is yes; 1 the answer is no; 64 wrong usage; 65 \
                unreadable input; 70 a bug; 74 a file cannot be written, the disk is full, or an \
                address is taken; 75 stopped early, run it again to continue; 130 or 143 \
                interrupted.

                Example: allonym compare
                Example: allonym diverge revenuecat purchasely --depth 4 --kind access
                """,
            subcommands: [
                CompareCommand.self, DivergeCommand.self, CheckCommand.self, ExplainCommand.self,
                DictionaryCommand.self, MigrateCommand.self, ServeCommand.self,
                WebhookCommand.self, VersionCommand.self,
            ])

        static func main() async {
            var current: any ParsableCommand.Type = Allonym.self
            var arguments = Array(CommandLine.arguments.dropFirst())
            if arguments.first == "--version" { arguments[0] = "version" }
            do {
                try UnknownCommand.check(arguments, of: Allonym.self)
                let command = try parseAsRoot(arguments)
                current = type(of: command)
                if var command = command as? any AsyncParsableCommand {
                    try await command.run()
                } else {
                    var command = command
                    try command.run()
                }
            } catch {
                if current == Allonym.self, exitCode(for: error) == .validationFailure,
                    let option = UnknownOption(arguments, of: Allonym.self)
                {
                    ToolFault(64, option.description, of: option.command).exit()
                }
                exit(with: error, of: current)
            }
        }

        /// Exits with the code and the message of an error of a command.
        private static func exit(
            with error: any Error, of command: any ParsableCommand.Type
        ) -> Never {
            func fail(_ code: Int32, _ message: String) -> Never {
                ToolFault(code, message, of: command).exit()
            }
            switch error {
            case let error as ReadingError: fail(65, error.description)
            case let error as MappingsError: fail(65, error.description)
            case let error as MigrationError: fail(code(of: error), error.description)
            case let error as InputError: fail(65, error.description)
            case let error as TooManyRules: fail(65, error.description)
            case let error as SettingError: fail(64, error.description)
            case let error as UnknownName: fail(64, error.description)
            case let error as UnknownSubject: fail(64, error.description)
            case let error as UnknownCommand:
                ToolFault(64, error.description, of: error.parent).exit()
            case let error as OutputError: fail(error.isOfSystem ? 74 : 64, error.description)
            case is ClosedPipe: Foundation.exit(74)
            case let error as CocoaError where error.isOfWriting: fail(74, error.words)
            case let error as LookUpCommand.NobodyFound: fail(1, error.description)
            default:
                #if Server
                    if let (code, message) = ServeCommand.words(for: error) { fail(code, message) }
                    if let fault = error as? ExportFault { fail(fault.code, fault.description) }
                    if let (code, message) = SendingRun.words(for: error) { fail(code, message) }
                #endif
                // Errors of the argument parser itself: help, usage, and the codes of `run`.
                switch exitCode(for: error) {
                case .success: answer(fullMessage(for: error), of: command)
                case .validationFailure: ToolFault(usage: error, of: command).exit()
                case let code where error is ExitCode: Foundation.exit(code.rawValue)
                default: fail(70, "\(error)")
                }
            }
        }

        /// Prints help, or whatever else the parser was asked for, and ends the program.
        private static func answer(_ text: String, of command: any ParsableCommand.Type) -> Never {
            do {
                let output = try Output(file: nil)
                // The parser wraps all of a help but its usage; a script of completions is no help.
                if ["OVERVIEW: ", "USAGE: "].contains(where: { text.hasPrefix($0) }) {
                    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
                    try output.write(lines: lines.map(String.init))
                } else {
                    try output.write(text + "\n")
                }
                try output.close()
                Foundation.exit(0)
            } catch {
                exit(with: error, of: command)
            }
        }

        private static func code(of error: MigrationError) -> Int32 {
            switch error {
            case .unknownProvider, .setting, .settingOfNeither: 64
            case .output(let error): error.isOfSystem ? 74 : 64
            case .mappings, .input, .nobody, .plan: 65
            case .unexpected: 70
            }
        }
    }
#else
    @main
    struct Allonym {
        static func main() {
            print("The tool needs its trait: swift run --traits Tools allonym")
        }
    }
#endif

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
                Exit codes: 0 the answer is yes; 1 the answer is no; 64 wrong usage; 65 unreadable input; \
                70 a bug; 74 a file cannot be written.

                Example: allonym compare
                Example: allonym diverge revenuecat purchasely --depth 4 --kind access
                """,
            subcommands: [
                CompareCommand.self, DivergeCommand.self, CheckCommand.self, ExplainCommand.self,
                DictionaryCommand.self, MigrateCommand.self, ServeCommand.self,
                WebhookCommand.self,
            ])

        static func main() async {
            do {
                let command = try parseAsRoot()
                if var command = command as? any AsyncParsableCommand {
                    try await command.run()
                } else {
                    var command = command
                    try command.run()
                }
            } catch {
                exit(with: error)
            }
        }

        /// Exits with the code and the message of an error.
        private static func exit(with error: any Error) -> Never {
            switch error {
            case let error as ReadingError: fail(65, error.description)
            case let error as MappingsError: fail(65, error.description)
            case let error as MigrationError: fail(code(of: error), error.description)
            case let error as InputError: fail(65, error.description)
            case let error as TooManyRules: fail(65, error.description)
            case let error as SettingError: fail(64, error.description)
            case let error as UnknownSubject: fail(64, error.description)
            case let error as OutputError: fail(error.isRefusal ? 64 : 74, error.description)
            case let error as LookUpCommand.NobodyFound: fail(1, error.description)
            default:
                #if Server
                    if let (code, message) = ServeCommand.words(for: error) { fail(code, message) }
                    if let fault = error as? ExportFault { fail(fault.code, fault.description) }
                    if let (code, message) = SendingRun.words(for: error) { fail(code, message) }
                #endif
                // Errors of the argument parser itself: help, usage, and the codes of `run`.
                let code = exitCode(for: error)
                if code == .failure, !(error is ExitCode) { fail(70, "\(error)") }
                self.exit(withError: error)
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

        private static func fail(_ code: Int32, _ message: String) -> Never {
            // File names and values of files stand in messages.
            let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
            let shown = lines.map { ShownText.escaped(String($0)) }.joined(separator: "\n")
            FileHandle.standardError.write(Data("allonym: \(shown)\n".utf8))
            Foundation.exit(code)
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

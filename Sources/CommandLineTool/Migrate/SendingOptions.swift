// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymInput
    import AllonymSending
    import ArgumentParser
    import Foundation

    /// Where calls go, and with which keys: what everything that sends has in common.
    struct SendingOptions: ParsableArguments {
        @Option(help: ArgumentHelp("The folder of the plan.", valueName: "dir"))
        var plan: String

        @Option(
            name: .customLong("to-url"),
            help: ArgumentHelp(
                "The address of the target's API, such as https://api.revenuecat.com.",
                valueName: "url"))
        var url: String

        @Option(
            name: .customLong("key-env"),
            help: ArgumentHelp(
                "The environment variable with the key; if calls need several, 'secret "
                    + "key=NAME' for each.", valueName: "name"))
        var keyVariables: [String] = []

        @Option(
            name: .customLong("key-file"),
            help: ArgumentHelp(
                "A file of mode 600 with the key; several as above.", valueName: "file"))
        var keyFiles: [String] = []

        @Option(help: ArgumentHelp("The project's ID, if calls name it.", valueName: "id"))
        var project: String?

        @Option(
            name: .customLong("value"),
            help: ArgumentHelp(
                "The value of a placeholder in angle brackets that no source knows.",
                valueName: "name=value"))
        var values: [String] = []

        @Option(
            help: ArgumentHelp(
                "Only the customers with these IDs, at the source or the target: one per line, or "
                    + "CSV with a column source_id or target_id, or with --column.",
                valueName: "file"))
        var only: String?

        @Option(
            help: ArgumentHelp(
                "Read --only as CSV: the name of the column, or its number from 1.",
                valueName: "name"))
        var column: String?

        @Option(
            help: ArgumentHelp(
                "The call rate: documented, one such as 480/60s, or off (local targets only).",
                valueName: "rate"))
        var rate = "documented"

        @Option(help: ArgumentHelp("Number of requests at the same time.", valueName: "n"))
        var concurrency = 16

        @Flag(help: "Send again calls whose outcome is unknown and cannot be read back.")
        var resendUnknown = false

        @Flag(help: "Send again calls that were refused or found something else at the target.")
        var retryFaults = false

        @Option(
            defaultAsFlag: Really.asked,
            help: ArgumentHelp(
                "Send to a host other than this machine. Asks first at a terminal; elsewhere, name "
                    + "the host.",
                valueName: "host"))
        var really: Really?

        /// How it was said that calls are meant for others than this machine.
        enum Really: ExpressibleByArgument, CustomStringConvertible {
            case asked
            case host(String)

            init?(argument: String) { self = .host(argument) }

            var description: String {
                switch self {
                case .asked: "asks"
                case .host(let host): host
                }
            }
        }

        func validate() throws {
            guard (1...512).contains(concurrency) else {
                throw ValidationError(
                    "--concurrency", concurrency, expected: "a number from 1 to 512")
            }
            guard let parsed = Rate(rate) else {
                throw ValidationError(
                    "--rate", rate,
                    expected: "documented, off, or calls and seconds such as 480/60s")
            }
            try target().check(parsed)
            if let column {
                guard only != nil else {
                    throw ValidationError("--column: no file is named; give --only FILE, too")
                }
                if column.isEmpty || Int(column).map({ $0 < 1 }) == true {
                    throw ValidationError(
                        "--column", column, expected: "a column's name, or its number from 1")
                }
            }
            for value in values where !value.contains("=") {
                throw ValidationError("--value", value, expected: "NAME=VALUE")
            }
        }

        /// The target's address.
        func target() throws -> TargetAddress { try TargetAddress(url, option: "--to-url") }

        /// The names of the keys that were given by name; none of these keys is read.
        var keyNames: [String] {
            (keyVariables + keyFiles).compactMap { text in
                text.lastIndex(of: "=").map { String(text[..<$0]) }
            }
        }

        /// The keys that were given.
        func keys() throws -> TargetKeys {
            var plain: SecretKey?
            var named: [String: SecretKey] = [:]
            func take(_ text: String, _ option: String, _ read: (String) throws -> SecretKey) throws
            {
                guard let equals = text.lastIndex(of: "=") else {
                    guard plain == nil else {
                        throw ValidationError(
                            "\(option): several keys need the names that calls have for them; give "
                                + "it as \(option) 'secret key=\(text)'")
                    }
                    plain = try read(text)
                    return
                }
                let name = String(text[..<equals])
                guard
                    named.updateValue(
                        try read(String(text[text.index(after: equals)...])), forKey: name)
                        == nil
                else { throw ValidationError("key \"\(name)\": given twice; leave one out") }
            }
            do {
                for text in keyVariables {
                    try take(text, "--key-env") { try SecretKey(variable: $0) }
                }
                for text in keyFiles { try take(text, "--key-file") { try SecretKey(file: $0) } }
            } catch let fault as SecretKey.Fault {
                throw fault.ofTool
            }
            return TargetKeys(plain, named: named)
        }

        /// Who is meant; nil for everybody.
        func list() throws -> IDList? { try only.map { try IDList($0, column: column) } }

        /// The options of a run for some customers, or everybody.
        func options(_ list: IDList?) throws -> ApplicationOptions {
            var options = ApplicationOptions()
            options.rate = Rate(rate) ?? .documented
            options.concurrency = concurrency
            options.resendUnknown = resendUnknown
            options.retryFaults = retryFaults
            options.only = list.map { Set($0.ids) }
            for value in values {
                let parts = value.split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                options.values[String(parts[0])] = String(parts[1])
            }
            return options
        }

        // MARK: - Asking

        /// What is asked about.
        enum Asked {
            case calls(isUndo: Bool)
            /// Nothing changes by them.
            case readings

            var noun: String {
                switch self {
                case .calls: "call"
                case .readings: "reading"
                }
            }

            /// What the list of what to know is headed with.
            var heading: String {
                switch self {
                case .calls(isUndo: true): "What undoing does:"
                case .calls, .readings: "What cannot be taken back:"
                }
            }
        }

        /// What is to be sent, as far as somebody is asked about it.
        struct Prospect {
            /// How many calls or readings.
            let count: Int
            /// What to know before.
            var notes: [String] = []
        }

        /// Asks whether calls are meant for another machine, where they go to one: at a terminal by a
        /// question, elsewhere by the host that `--really` names.
        ///
        /// - Parameters:
        ///   - asked: What is sent.
        ///   - prospect: How many of these this run sends at most; asked for where it is said.
        /// - Throws: An error of usage where it was not said, or the answer is another.
        func ask(_ asked: Asked, _ prospect: () throws -> Prospect) throws {
            let target = try target()
            if target.isThisMachine { return }
            let host = target.host
            let isTerminal = isatty(STDIN_FILENO) != 0
            switch really {
            case .host(host)?:
                guard isTerminal else { return }
            case .host(let other)?:
                throw ValidationError(
                    "--really: it names \(other), and --to-url \(host); name the same host")
            case nil:
                let count = try prospect().count
                throw ValidationError(
                    "\(host): it is another machine, and up to \(count.of(asked.noun)) would be made "
                        + "there; add --really if you mean it")
            case .asked?:
                guard isTerminal else {
                    throw ValidationError(
                        "--really: confirmation needs a terminal; name the host instead, --really "
                            + "\(host)"
                    )
                }
            }
            let coming = try prospect()
            var lines = ["Up to \(coming.count.of(asked.noun)) will be made at \(host)."]
            if case .readings = asked { lines.append("Nothing is changed there.") }
            lines += coming.notes.isEmpty ? [] : [asked.heading]
            lines += coming.notes.map { "- \($0)" }
            StandardError.write(lines: lines)
            StandardError.write("Type the host to go on: ")
            guard readLine()?.trimmingCharacters(in: .whitespaces) == host else {
                throw ApplicationFault.usage(
                    "--really: the answer was not \(host), so nothing was sent; run it again and "
                        + "type the host")
            }
        }
    }
#endif

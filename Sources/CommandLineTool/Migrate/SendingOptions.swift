// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
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
                "Only the customers with these IDs, at the source or the target, one per line.",
                valueName: "file"))
        var only: String?

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
                "Send to a host other than this machine; asks first unless you name the host.",
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
            for value in values where !value.contains("=") {
                throw ValidationError("--value", value, expected: "NAME=VALUE")
            }
        }

        /// The target's address.
        func target() throws -> TargetAddress { try TargetAddress(url, option: "--to-url") }

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

        /// The options of a run.
        func options() throws -> ApplicationOptions {
            var options = ApplicationOptions()
            options.rate = Rate(rate) ?? .documented
            options.concurrency = concurrency
            options.resendUnknown = resendUnknown
            options.retryFaults = retryFaults
            options.only = try only.map { Set(try IDList.ids(in: $0)) }
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
                case .calls: "calls"
                case .readings: "readings"
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

        /// Asks whether calls are meant for another machine, where they go to one.
        ///
        /// - Parameters:
        ///   - asked: What is sent.
        ///   - count: How many of these there are.
        ///   - notes: What to know before.
        /// - Throws: An error of usage where it was not said, or the answer is another.
        func ask(_ asked: Asked, _ count: Int, _ notes: [String] = []) throws {
            let target = try target()
            if target.isThisMachine { return }
            let host = target.host
            switch really {
            case .host(host)?: return
            case .host(let other)?:
                throw ValidationError(
                    "--really: it names \(other), and --to-url \(host); name the same host")
            case nil:
                throw ValidationError(
                    "\(host): it is another machine, and up to \(count) \(asked.noun) would be "
                        + "made there; add --really if you mean it")
            case .asked?:
                guard isatty(STDIN_FILENO) != 0 else {
                    throw ValidationError(
                        "--really: confirmation needs a terminal; name the host instead, --really "
                            + "\(host)"
                    )
                }
            }
            var lines = ["Up to \(count) \(asked.noun) will be made at \(host)."]
            if case .readings = asked { lines.append("Nothing is changed there.") }
            lines += notes.isEmpty ? [] : [asked.heading]
            lines += notes.map { "- \($0)" }
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

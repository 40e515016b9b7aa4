// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymCore
    import ArgumentParser
    import Foundation

    /// An error as the tool says it, `allonym: what: why; what to do`, with its exit code; after wrong
    /// usage comes the usage of the very command.
    struct ToolFault {
        let code: Int32
        let message: String
        private let usage: String

        /// An error of a command that was understood.
        init(_ code: Int32, _ message: String, of command: any ParsableCommand.Type) {
            self.code = code
            self.message = message
            usage = code == 64 ? ToolFault.usage(of: command) : ""
        }

        /// Arguments that the parser refuses, or a command that finds fault with them.
        init(usage error: any Error, of command: any ParsableCommand.Type) {
            code = 64
            let words = Allonym.message(for: error)
            message = ParserWords.translated(words)
            guard !(error is ValidationError) else {
                usage = ToolFault.usage(of: command)
                return
            }
            // Behind the message the parser says which command it was, and what the argument means.
            let whole = Allonym.fullMessage(for: error)
            let rest = whole.range(of: words).map { whole[$0.upperBound...] } ?? ""
            usage = rest.drop { $0 == "\n" } + "\n"
        }

        /// Says it on standard error and ends the program.
        func exit() -> Never {
            StandardError.say(message)
            let lines = usage.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            StandardError.write(lines: lines.map(String.init))
            Foundation.exit(code)
        }

        private static func usage(of command: any ParsableCommand.Type) -> String {
            let path = CommandPath.all(of: Allonym.self).first { $0.command == command }
            let name = path?.names.joined(separator: " ") ?? "allonym"
            return "Usage: \(Allonym.usageString(for: command))\n"
                + "  See '\(name) --help' for more information.\n"
        }
    }

    /// The parser's sentences in the shape of all others.
    enum ParserWords {
        /// A sentence of the parser or of a command; what is not known keeps its words.
        static func translated(_ text: String) -> String {
            if let found = text.wholeMatch(of: /Unknown option '(.+)'\. Did you mean '(.+)'\?/) {
                return "option \"\(found.1)\": unknown; did you mean \"\(found.2)\"?"
            }
            if let found = text.wholeMatch(of: /Unknown option '(.+)'/) {
                // The parser does not know the one that stands before all commands.
                return UnknownName(
                    "option", String(found.1), known: ["--version"], listedBy: "--help"
                ).description
            }
            if let found = text.wholeMatch(of: /Missing expected argument '(.+)'/) {
                return "\(found.1): missing"
            }
            if let found = text.wholeMatch(of: /Missing value for '(.+?)(?: <(.*)>)?'/) {
                // The parser takes a number below zero for another option.
                let next = CommandLine.arguments.drop { $0 != found.1 }.dropFirst().first ?? ""
                let value = found.2.map(String.init) ?? ""
                if next.prefixMatch(of: /-[0-9]/) != nil, numbers.contains(value) {
                    return "\(found.1): \"\(next)\" is invalid; expected a positive whole number"
                }
                return "\(found.1)\(value.isEmpty ? "" : " <\(value)>"): the value is missing"
            }
            if let found = text.wholeMatch(of: /Unexpected argument '(.*)'/.dotMatchesNewlines()) {
                return "argument \"\(found.1)\": unexpected"
            }
            if let found = text.wholeMatch(
                of: /The value '(.*)' is invalid for '(.+?)(?: <(.*)>)?'(.*)/.dotMatchesNewlines())
            {
                let (value, argument, choices) = (String(found.1), found.2, String(found.4))
                let form = form(of: found.3.map(String.init))
                let advice =
                    choices.isEmpty ? "expected \(form)" : choice(of: choices, for: value)
                return "\(argument): \"\(value)\" is invalid; \(advice)"
            }
            if let found = text.wholeMatch(
                of: /Can't generate completion scripts for '(.*?)'\..*:\s+(.*)/.dotMatchesNewlines()
            ) {
                let shells = found.2.split(separator: " ").map(String.init)
                let advice = UnknownName("", String(found.1), known: shells).advice
                return "--generate-completion-script: \"\(found.1)\" is invalid; \(advice)"
            }
            return sentence(text)
        }

        /// What a value can be instead.
        private static func choice(of text: String, for value: String) -> String {
            let words = text.matches(of: /'(.*?)'|  - (.*)/).compactMap { $0.1 ?? $0.2 }
            guard !words.isEmpty else { return sentence(text) }
            return UnknownName("", value, known: words.map(String.init)).advice
        }

        /// The names in the help of values that are whole numbers.
        private static let numbers: Set = [
            "MB", "count", "depth", "devices", "ids", "n", "products", "threads",
        ]

        /// How a value is written whose name in the help is `name`.
        private static func form(of name: String?) -> String {
            switch name {
            case "iso-8601": "a moment such as 2026-11-21 or 2026-11-21T08:00:00Z"
            case "share": "a share such as 1%"
            case "n/s": "off, or calls and seconds such as 100/60s"
            default: "a whole number"
            }
        }

        /// A whole sentence as the part of a line.
        private static func sentence(_ text: String) -> String {
            let text = text.hasSuffix(".") ? String(text.dropLast()) : text
            let word = text.prefix { $0 != " " }
            guard word.dropFirst().allSatisfy(\.isLowercase) else { return text }
            return text.prefix(1).lowercased() + text.dropFirst()
        }
    }
#endif

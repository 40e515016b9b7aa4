// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymCore
    import AllonymInput
    import AllonymMappings
    import AllonymMigration
    import ArgumentParser
    import Foundation

    /// `migration.json`: the options of a migration, from which each of its plans begins.
    ///
    /// Its members are called like the options; files and folders are as seen from where it lies.
    struct MigrationFile {
        /// What it is called where nothing else is said.
        static let name = "migration.json"

        private let path: String
        private let members: [String: JSONValue]

        /// Reads a file.
        ///
        /// - Throws: `InputError` for a file that cannot be read, is no JSON or no object, or has a
        ///   member that there is not.
        init(reading path: String) throws(InputError) {
            self.path = path
            let bytes = try Input.file(path).wholeBytes()
            let value: JSONValue
            do throws(JSONSyntaxFault) {
                value = try JSONValue(parsing: bytes)
            } catch {
                throw InputError(.malformed, path, line: error.line, "\(error)")
            }
            guard case .object(let members) = value else {
                throw InputError(.malformed, path, "expected an object, found \(value.kind)")
            }
            self.members = members
            for name in members.keys.sorted() where !Self.all.contains(name) {
                throw InputError(
                    .malformed, path, UnknownName("member", name, known: Self.all).description)
            }
        }

        private static let all = [
            "from", "to", "in", "out", "products", "entitlements", "only", "sample", "except", "at",
            "settings",
            "route",
        ]

        // MARK: - Reading

        /// Fills in what the command line does not give.
        ///
        /// - Throws: `InputError` for a member of another kind, or a value that the option refuses.
        func fill(_ options: inout MigrationOptions) throws {
            options.from = try options.from ?? text("from")
            options.to = try options.to ?? text("to")
            options.out = try options.out ?? text("out").map(near)
            options.products = try options.products ?? text("products").map(near)
            options.entitlements = try options.entitlements ?? text("entitlements").map(near)
            options.only = try options.only ?? text("only").map(near)
            if options.files.isEmpty { options.files = try list("in").map(near) }
            if options.except.isEmpty { options.except = try list("except").map(near) }
            if options.sample == nil {
                options.sample = try argument("sample", ShareArgument.init, "a share such as 1%")
            }
            if options.at == nil {
                options.at = try argument("at", InstantArgument.init, "a date in ISO 8601")
            }
            if options.route == nil {
                let words = MigrationOptions.Route.allCases.map(\.rawValue)
                options.route = try argument(
                    "route", MigrationOptions.Route.init(argument:),
                    "one of " + words.joined(separator: ", "))
            }
            // The last one of a name counts.
            options.settings = try settings() + options.settings
        }

        private func fault(_ name: String, _ expected: String, _ found: JSONValue) -> InputError {
            var what = found.kind
            if case .string(let text) = found { what = "\"\(text)\"" }
            return InputError(.malformed, path, "\"\(name)\": expected \(expected), found \(what)")
        }

        private func text(_ name: String) throws(InputError) -> String? {
            switch members[name] {
            case nil, .null: return nil
            case .string(let text): return text
            case .some(let value): throw fault(name, "a text", value)
            }
        }

        private func list(_ name: String) throws(InputError) -> [String] {
            switch members[name] {
            case nil, .null: return []
            case .array(let values):
                var texts: [String] = []
                for value in values {
                    guard case .string(let text) = value else {
                        throw fault(name, "a list of texts", value)
                    }
                    texts.append(text)
                }
                return texts
            case .some(let value): throw fault(name, "a list of texts", value)
            }
        }

        private func argument<Argument>(
            _ name: String, _ parse: (String) -> Argument?, _ expected: String
        ) throws(InputError) -> Argument? {
            guard let text = try text(name) else { return nil }
            guard let argument = parse(text) else { throw fault(name, expected, .string(text)) }
            return argument
        }

        private func settings() throws(InputError) -> [String] {
            switch members["settings"] {
            case nil, .null: return []
            case .object(let settings):
                var choices: [String] = []
                for (name, value) in settings.sorted(by: { $0.key < $1.key }) {
                    guard case .string(let text) = value else {
                        throw fault("settings.\(name)", "a text", value)
                    }
                    choices.append("\(name)=\(text)")
                }
                return choices
            case .some(let value): throw fault("settings", "an object", value)
            }
        }

        /// A file or a folder, as seen from where the tool runs.
        private func near(_ file: String) -> String {
            let folder = (path as NSString).deletingLastPathComponent
            if file == "-" || file.hasPrefix("/") || folder.isEmpty { return file }
            return "\(folder)/\(file)"
        }

        // MARK: - Writing

        /// A file of some options; those that are not given are null, so that all are seen.
        static func text(of options: MigrationOptions) throws -> String {
            var settings: [String: String] = [:]
            for choice in options.settings {
                let parts = choice.split(separator: "=", maxSplits: 1).map(String.init)
                settings[parts[0]] = parts.count == 2 ? parts[1] : ""
            }
            let texts = [
                "from": options.from, "to": options.to, "out": options.out,
                "products": options.products, "entitlements": options.entitlements,
                "only": options.only,
                "sample": options.sample?.share.description, "at": options.at?.text,
                "route": options.route?.rawValue,
            ]
            var members = texts.mapValues { text -> Any in text.map { $0 as Any } ?? NSNull() }
            members["in"] = options.files
            members["except"] = options.except
            members["settings"] = settings
            return try JSONDocument.text(ofMembers: members)
        }
    }
#endif

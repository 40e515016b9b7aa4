// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore

    /// The keys that the calls of a plan name.
    package struct TargetKeys: Sendable {
        private let plain: SecretKey?
        private let named: [String: SecretKey]

        /// Keys.
        ///
        /// - Parameters:
        ///   - plain: The key of calls that name only one, or only one beside those that are named.
        ///   - named: Keys by the names that calls have for them, such as `secret key`.
        package init(_ plain: SecretKey? = nil, named: [String: SecretKey] = [:]) {
            self.plain = plain
            self.named = named
        }

        /// Refuses the name of a key that no call has.
        ///
        /// - Parameters:
        ///   - names: The names that were given.
        ///   - known: All names that calls have.
        /// - Throws: ``ApplicationFault`` that names the first one.
        static func check(
            _ names: [String], among known: [String]
        ) throws(ApplicationFault) {
            for name in names.sorted() where !known.contains(name) {
                throw .usage(
                    known.isEmpty
                        ? "key \"\(name)\": the calls name no key; leave it out"
                        : UnknownName("key", name, known: known).description)
            }
        }

        /// The keys by their names.
        ///
        /// - Parameters:
        ///   - needed: The names without which nothing is sent.
        ///   - known: All names that calls have.
        /// - Returns: A key for each needed name, and for others as far as there are.
        /// - Throws: ``ApplicationFault`` that says what is missing.
        func keys(
            for needed: [String], among known: [String]
        ) throws(ApplicationFault) -> [String: SecretKey] {
            try TargetKeys.check(Array(named.keys), among: known)
            var keys = named
            let missing = needed.filter { named[$0] == nil }
            if let first = missing.first {
                guard let plain else {
                    throw .usage(
                        "key \"\(first)\": it is missing; give it with --key-env '\(first)=NAME' "
                            + "or --key-file '\(first)=FILE'")
                }
                guard missing.count == 1 else {
                    throw .usage(
                        "keys: the calls name \(missing.count) keys that were not given by name, "
                            + missing.map { "\"\($0)\"" }.joined(separator: ", ")
                            + "; give each with --key-env '\(first)=NAME' and so on")
                }
                keys[first] = plain
            } else if plain != nil, !needed.isEmpty {
                throw .usage(
                    "key without a name: every key that calls name was given by name; leave it out")
            }
            return keys
        }
    }

    extension [String: SecretKey] {
        /// A text without any of the keys.
        func redacted(_ text: String) -> String {
            sorted { $0.value.text.utf8.count > $1.value.text.utf8.count }.reduce(text) {
                $0.replacing($1.value.text, with: "<\($1.key)>")
            }
        }

        /// What some of the keys are called, and where each comes from.
        func described(_ names: [String]) -> String {
            let all = names.map { name in
                "the key \"\(name)\"" + (self[name]?.origin.map { " from \($0)" } ?? "")
            }
            return all.isEmpty ? "a call without a key" : all.joined(separator: " and ")
        }
    }
#endif

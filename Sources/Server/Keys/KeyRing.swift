// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    package import AllonymService
    import Foundation

    /// What a key may do.
    package enum KeyClass: String, Hashable, Codable, Sendable, CaseIterable {
        /// Built into apps.
        case `public`
        /// Kept by backends.
        case secret
        /// The control API and the console.
        case admin
    }

    /// Keys by their hashes: what they are is never kept.
    package struct KeyRing: Hashable, Codable, Sendable {
        private var hashes: [KeyHash: KeyClass] = [:]
        /// What the keys of some hashes may do; the others may do everything of their class.
        private var scopes: [KeyHash: [String]]?

        /// No keys.
        package init() {}

        /// The keys that a project's file names.
        package init(_ file: ProjectFile) {
            for key in file.publicKeys { add(key, as: .public) }
            for key in file.secretKeys { add(key, as: .secret, scopes: file.scopes[key]) }
            for key in file.adminKeys { add(key, as: .admin) }
        }

        /// Whether there is any.
        package var isEmpty: Bool { hashes.isEmpty }

        /// Takes a key in.
        ///
        /// - Parameters:
        ///   - key: The key.
        ///   - keyClass: Its class.
        ///   - wanted: What it may do, where it may not do everything of its class.
        package mutating func add(
            _ key: String, as keyClass: KeyClass, scopes wanted: [String]? = nil
        ) {
            hashes[KeyHash(of: key)] = keyClass
            if let wanted { scopes = (scopes ?? [:]).merging([KeyHash(of: key): wanted]) { $1 } }
        }

        /// Refuses keys of which another project has one as well.
        ///
        /// A call with it would not say which of the two it is for. An admin key may be for several
        /// projects: calls of the control API name theirs.
        ///
        /// - Parameter others: The keys of other projects, by their names.
        /// - Throws: ``DocumentFault``; it names the other project, and no key.
        package func check(beside others: [String: KeyRing]) throws(DocumentFault) {
            let other = others.sorted { $0.key < $1.key }.first { _, ring in
                hashes.contains { hash, keyClass in
                    ring.hashes[hash].map { keyClass != .admin || $0 != .admin } ?? false
                }
            }
            guard let other else { return }
            throw DocumentFault(
                "keys",
                "a public or secret key here is one of the project \"\(other.key)\" too, and its "
                    + "calls would not say which project they are for; give this project keys of "
                    + "its own")
        }

        /// Whether a key may do what takes all of some scopes; who may write may read as well.
        func allows(_ key: String, _ wanted: [String]) -> Bool {
            guard !wanted.isEmpty, let held = scopes?[KeyHash(of: key)] else { return true }
            return wanted.allSatisfy { held.contains($0) || held.contains("\($0)_write") }
        }

        /// What a key may do; nil for one that is not here.
        ///
        /// Looked up by its hash, so that the time it takes says nothing about the keys that there are.
        package func keyClass(of key: String) -> KeyClass? { hashes[KeyHash(of: key)] }

        /// The same for a key of which only the hash is known.
        func keyClass(of hash: KeyHash) -> KeyClass? { hashes[hash] }

        /// A new key: a prefix that says what it is for, and 28 random characters.
        package static func generate(prefix: String) -> String {
            let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
            var generator = SystemRandomNumberGenerator()
            var key = prefix
            for _ in 0..<28 {
                key.append(letters[Int.random(in: 0..<letters.count, using: &generator)])
            }
            return key
        }
    }
#endif

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    package import AllonymInput
    import Foundation

    /// A key to a provider's REST, from the environment or a file: never from the command line, and
    /// never written anywhere.
    package struct SecretKey: Sendable, CustomStringConvertible, CustomReflectable {
        /// The key itself, for the header of a request alone.
        package let text: String
        /// The environment variable or the file that it comes from; nil for one that this process
        /// has made.
        package let origin: String?

        /// Why there is no key.
        package enum Fault: Error, Hashable, CustomStringConvertible {
            /// The file cannot be read.
            case unreadable(InputError)
            /// What is there is no key, or others can read it.
            case unfit(String)

            /// What is wrong, and what to do.
            package var description: String {
                switch self {
                case .unreadable(let error): error.description
                case .unfit(let text): text
                }
            }
        }

        /// The key in an environment variable.
        ///
        /// - Throws: ``Fault`` where it is not set, or is no key.
        package init(variable: String) throws(Fault) {
            guard let text = ProcessInfo.processInfo.environment[variable] else {
                throw .unfit(
                    "the environment variable \(variable): it is not set; put the key into it")
            }
            try self.init(text, in: "the environment variable \(variable)")
        }

        /// The key in a file that nobody but its owner can read.
        ///
        /// - Throws: ``Fault`` where it cannot be read, others can read it, or it has no key.
        package init(file: String) throws(Fault) {
            let bytes = try KeyFile.bytes(of: file)
            try self.init(String(decoding: bytes, as: UTF8.self), in: file)
        }

        /// A key that this process has made itself.
        ///
        /// - Throws: ``Fault`` where it is no key.
        package init(made text: String) throws(Fault) {
            try self.init(text, in: "the key", isMade: true)
        }

        private init(_ text: String, in place: String, isMade: Bool = false) throws(Fault) {
            let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
            guard !text.isEmpty else {
                throw .unfit("\(place): it is empty; put the key into it")
            }
            guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw .unfit(
                    "\(place): more than a key is in it, such as a blank or a letter outside "
                        + "ASCII; leave the key alone in it")
            }
            self.text = text
            origin = isMade ? nil : place
        }

        package var description: String { "a key" }
        package var customMirror: Mirror { Mirror(self, children: []) }
    }
#endif

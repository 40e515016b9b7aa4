// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSending
    import ArgumentParser
    import Foundation

    /// Where the key to a provider's API is.
    struct KeyOptions: ParsableArguments {
        @Option(
            help: ArgumentHelp("The environment variable with the secret key.", valueName: "name"))
        var keyEnv: String?

        @Option(
            help: ArgumentHelp("The file with the secret key, of mode 600.", valueName: "file"))
        var keyFile: String?

        func validate() throws {
            guard (keyEnv == nil) != (keyFile == nil) else {
                throw ValidationError("Give the key with --key-env NAME or with --key-file FILE.")
            }
        }

        /// The key.
        func key() throws -> SecretKey {
            do throws(SecretKey.Fault) {
                if let keyEnv { return try SecretKey(variable: keyEnv) }
                return try SecretKey(file: keyFile ?? "")
            } catch {
                throw ValidationError("\(error.description).")
            }
        }
    }

    /// The address of a provider's API.
    struct TargetAddress {
        let url: URL

        /// Reads an address: scheme, host, port, and what stands before every path.
        ///
        /// - Throws: An error of usage, also where a key would go over a network without TLS.
        init(_ text: String, option: String) throws {
            guard let url = URL(string: text), let host = url.host, !host.isEmpty,
                url.scheme == "http" || url.scheme == "https", url.query == nil,
                url.fragment == nil, url.user == nil, url.password == nil
            else {
                throw ValidationError(
                    "\(option) takes an address such as https://api.example.com; found \"\(text)\"."
                )
            }
            guard url.scheme == "https" || TargetAddress.isThisMachine(url) else {
                throw ValidationError(
                    "\(option): without https the key could be read on its way to \(host).")
            }
            // Without slashes at its end, which paths begin with.
            self.url = URL(string: String(text.trimmingSuffix { $0 == "/" })) ?? url
        }

        /// Whether an address leads to this machine.
        static func isThisMachine(_ url: URL) -> Bool {
            let host = url.host?.trimmingCharacters(in: ["[", "]"])
            return ["127.0.0.1", "::1", "localhost"].contains(host)
        }
    }

    extension StringProtocol {
        fileprivate func trimmingSuffix(while isLeft: (Character) -> Bool) -> SubSequence {
            var rest = self[...]
            while let last = rest.last, isLeft(last) { rest.removeLast() }
            return rest
        }
    }

    /// A number of calls in a number of seconds, such as `480/60s`, or `off`.
    enum RateArgument: ExpressibleByArgument {
        case most(Int, seconds: Int)
        case off

        init?(argument: String) {
            if argument == "off" {
                self = .off
                return
            }
            let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 2, parts[1].hasSuffix("s"), let count = Int(parts[0]),
                let seconds = Int(parts[1].dropLast()), (1...1_000_000).contains(count),
                (1...86_400).contains(seconds)
            else { return nil }
            self = .most(count, seconds: seconds)
        }
    }
#endif

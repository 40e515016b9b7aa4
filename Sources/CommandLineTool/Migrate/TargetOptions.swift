// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymInput
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
                throw ValidationError(
                    keyEnv == nil
                        ? "key: missing; give it with --key-env NAME or with --key-file FILE"
                        : "key: given twice; give either --key-env or --key-file")
            }
        }

        /// The key.
        func key() throws -> SecretKey {
            do throws(SecretKey.Fault) {
                if let keyEnv { return try SecretKey(variable: keyEnv) }
                return try SecretKey(file: keyFile ?? "")
            } catch {
                throw error.ofTool
            }
        }
    }

    extension SecretKey.Fault {
        /// What the tool ends with: an input that cannot be read, or wrong usage.
        var ofTool: any Error {
            switch self {
            case .unreadable(let error): error
            case .unfit(let text): ValidationError(text)
            }
        }
    }

    /// The address of a provider's API.
    struct TargetAddress {
        /// Without slashes at its end, which paths begin with.
        let url: URL
        /// In lower case, an address of IPv6 without its brackets.
        let host: String

        /// Reads an address: scheme, host, port, and what stands before every path.
        ///
        /// - Throws: An error of usage, also where a key would go over a network without TLS.
        init(_ text: String, option: String) throws {
            guard let url = URL(string: text), let scheme = url.scheme?.lowercased(),
                ["http", "https"].contains(scheme), let host = url.host(percentEncoded: false),
                !host.isEmpty, url.query == nil, url.fragment == nil, url.user == nil,
                url.password == nil
            else {
                throw ValidationError(
                    option, text, expected: "an address such as https://api.example.com")
            }
            var bare = text[...]
            while bare.last == "/" { bare.removeLast() }
            self.url = URL(string: String(bare)) ?? url
            self.host = host.trimmingCharacters(in: ["[", "]"]).lowercased()
            guard scheme == "https" || isThisMachine else {
                throw ValidationError(
                    "\(option): \(host) is another machine, and the key could be read on the way; "
                        + "give an address that begins with https")
            }
        }

        /// Whether it leads to this machine.
        var isThisMachine: Bool { url.leadsToThisMachine }

        /// Refuses a rate without a limit anywhere but on this machine.
        func check(_ rate: Rate) throws {
            if rate == .off, !isThisMachine {
                throw ValidationError(
                    "--rate off: it is for a server on this machine, and \(host) is another; give "
                        + "a rate such as 480/60s, or documented")
            }
        }
    }

    extension Rate: ExpressibleByArgument {
        package init?(argument: String) { self.init(argument) }
    }
#endif

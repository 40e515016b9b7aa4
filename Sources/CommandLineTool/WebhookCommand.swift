// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymInput
    import AllonymMappings
    import AllonymServer
    import AllonymService
    import ArgumentParser
    import Foundation

    /// Commands about webhooks.
    struct WebhookCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "webhook", abstract: "Check saved webhooks.",
            subcommands: [VerifyWebhookCommand.self])
    }

    struct VerifyWebhookCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "verify",
            abstract: "Check the signature of a saved webhook.",
            discussion: """
                The file holds raw HTTP: a request line, headers, an empty line, and the body \
                exactly as received. A request without a signature is checked by its Authorization \
                header, if the provider sends one. Exits with 0 when the signature or the header \
                matches the secret, with 1 when it does not.

                Example: allonym webhook verify --provider revenuecat --secret-env SECRET --request hook.http
                """)

        @Option(help: "The provider that sent it.", completion: KnownWords.providers)
        var provider: String

        @Option(
            name: .customLong("secret-env"),
            help: ArgumentHelp(
                "The environment variable with the endpoint's secret.", valueName: "name"))
        var variable: String

        @Option(help: ArgumentHelp("The saved request.", valueName: "file"), completion: .file())
        var request: String

        @OptionGroup var common: CommonOptions

        func run() throws {
            let mappings = try common.load()
            guard let key = mappings.provider(provider)?.key,
                let profile = mappings.deliveryProfiles[key]
            else {
                throw UnknownName(
                    "provider", provider, known: mappings.deliveryProfiles.keys.sorted())
            }
            guard let secret = ProcessInfo.processInfo.environment[variable], !secret.isEmpty else {
                throw ValidationError(
                    "--secret-env: the environment variable \(variable) is not set, or is empty; "
                        + "put the secret into it")
            }
            guard SignatureCheck.isPossible(under: profile) else {
                throw ValidationError(
                    "provider \"\(provider)\": \(SignatureCheck.Fault.unpublished)")
            }
            let bytes = try Input.file(request).wholeBytes()
            let check: SignatureCheck
            do throws(SignatureCheck.Fault) {
                check = try SignatureCheck(
                    SavedRequest(bytes), under: profile, secret: secret)
            } catch {
                throw DocumentFault("", error.description, file: request)
            }
            let output = try common.open()
            try output.write(lines: [check.description])
            try output.close()
            if !check.holds { throw ExitCode(1) }
        }
    }
#endif

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    package import AllonymMappings
    package import Foundation
    import AllonymInput

    /// Where customers are read from: a provider's API, or a server that speaks it.
    @available(macOS 14, *)
    package struct ExportSource: Sendable {
        /// The provider's key, as in its IDs.
        package let provider: String
        /// Its name, as it writes it.
        let name: String
        /// How its customers are read.
        package let export: ProviderExport
        /// What stands before every path.
        package let base: URL
        /// The project; nil where no path names one.
        package let project: String?
        /// The provider's limits on calls.
        let limits: [ProviderFormats.Limit]
        /// Which headers tell of them.
        let limitHeaders: [Operations.LimitHeader]
        private let key: SecretKey

        /// A source; nil where no API of the provider gives customers.
        ///
        /// - Parameters:
        ///   - provider: The provider's key, as in its IDs.
        ///   - mappings: What is known of it.
        ///   - base: Scheme, host, port and what stands before every path.
        ///   - project: The project's ID, where the paths need one.
        ///   - key: The key.
        package init?(
            _ provider: String, _ mappings: Mappings, base: URL, project: String?, key: SecretKey
        ) {
            guard let formats = mappings.formats[provider], let export = formats.export else {
                return nil
            }
            self.provider = provider
            name = formats.provider
            self.export = export
            self.base = base
            self.project = project
            self.key = key
            limits = formats.limits
            limitHeaders = mappings.operations[provider]?.limitHeaders ?? []
        }

        /// The headers with the key, which stand in no file.
        var authorization: [(name: String, value: String)] {
            export.headers.sorted { $0.key < $1.key }.map {
                (name: $0.key, value: $0.value.replacing("{key}", with: key.text))
            }
        }

        /// A text of the provider's without the key, should it say the key back.
        func redacted(_ text: String) -> String { ["key": key].redacted(text) }

        /// The calls of a kind, in their order.
        func calls(for subject: ProviderExport.Call.Subject) -> [ProviderExport.Call] {
            export.calls.filter { $0.subject == subject }
        }

        /// Path and query of a call.
        ///
        /// - Parameters:
        ///   - call: The call.
        ///   - customer: Whom it is about.
        ///   - count: How many elements a page is to have; nil for what is no list.
        /// - Returns: The path, percent-encoded.
        func path(_ call: ProviderExport.Call, customer: String = "", count: Int? = nil) -> String {
            let path = call.path
                .replacing("{project}", with: ExportSource.encoded(project ?? ""))
                .replacing("{customer}", with: ExportSource.encoded(customer))
            return count.map { setting(export.pages.size, to: "\($0)", in: path) } ?? path
        }

        /// A path with a parameter, in place of the one of that name.
        func setting(_ name: String, to value: String, in path: String) -> String {
            let parts = path.split(
                separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
            let others = parts.count > 1 ? parts[1].split(separator: "&") : []
            let kept = others.filter { $0 != name && !$0.hasPrefix("\(name)=") }.map(String.init)
            let query = kept + ["\(name)=\(ExportSource.encoded(value))"]
            return "\(parts[0])?\(query.joined(separator: "&"))"
        }

        /// A text as a part of a path or a query.
        static func encoded(_ text: String) -> String {
            // A dot alone would be taken for the folder that it stands in.
            if text == "." || text == ".." { return text.replacing(".", with: "%2E") }
            let bytes = OutputBytes(capacity: text.utf8.count)
            bytes.append(text)
            bytes.percentEncode(from: 0)
            return bytes.text
        }
    }
#endif

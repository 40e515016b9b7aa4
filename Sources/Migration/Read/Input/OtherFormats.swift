// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymMappings

/// The formats of the providers that no file of a run should be of: a file that one of them knows is
/// named as such where the run's own readers do not know it.
package struct OtherFormats: Sendable {
    /// A provider, by the key of its mappings.
    private struct Side {
        let key: String
        let name: String
        let readers: [FormatReader]
    }

    private var sides: [Side] = []
    /// What to do about such a file; nil where another `--from` reads it.
    private let advice: String?

    /// No formats yet.
    package init(advice: String? = nil) { self.advice = advice }

    /// Adds a provider's.
    package mutating func add(_ key: String, _ formats: ProviderFormats) {
        sides.append(Side(key: key, name: formats.provider, readers: formats.readers))
    }

    /// What to say of a file that only other providers know, those that ask most of it first; nil
    /// where nobody knows it.
    func sentence(about unknown: Recognition) -> String? {
        var known: [(side: Side, reader: FormatReader)] = []
        for side in sides {
            let recognition = Recognition(
                name: unknown.name, input: unknown.input, bytes: unknown.bytes,
                count: unknown.count, isWhole: unknown.isWhole,
                readers: ReaderList(side.readers))
            guard let (file, _) = try? recognition.recognise() else { continue }
            known.append((side, file.reader.reader))
        }
        let most = known.map(\.reader.knownBy.count).max()
        guard let first = known.first(where: { $0.reader.knownBy.count == most }) else {
            return nil
        }
        let rest = advice ?? "use --from \(first.side.key)"
        return "the file is of \(first.side.name) (\(first.reader.title)); \(rest)"
    }
}

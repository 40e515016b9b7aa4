// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
package import AllonymMappings

/// Whatever the loader finds: what a test that iterates providers iterates.
///
/// A failure to load ends the run, as a test without arguments would pass.
package enum EveryProvider {
    /// The built-in mappings, loaded once.
    package static let mappings: Mappings = {
        do throws(MappingsError) { return try Mappings.load() } catch { fatalError("\(error)") }
    }()

    /// The providers, in the order of their keys.
    package static let all: [Provider] = mappings.providers

    /// Their keys.
    package static let keys: [String] = all.map(\.key)

    /// The keys of all others.
    package static func keys(but own: String) -> [String] { keys.filter { $0 != own } }

    /// The keys of those that can be migrated from and to.
    package static let keysWithFormats: [String] = mappings.formats.keys.sorted()
}

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

extension Migration {
    /// The formats of all providers but one, by which a file given by mistake is known.
    ///
    /// - Parameters:
    ///   - side: The provider whose files are read.
    ///   - mappings: All providers.
    ///   - advice: What to do about a file of another one; nil for another `--from`.
    /// - Returns: The formats, by provider.
    static func formats(
        otherThan side: MigrationEndpoint, _ mappings: Mappings, advice: String? = nil
    ) -> OtherFormats {
        var others = OtherFormats(advice: advice)
        for (key, formats) in mappings.formats.sorted(by: { $0.key < $1.key })
        where key != side.key {
            others.add(key, formats)
        }
        if let formats = mappings.neutralFormats, side.key != MigrationEndpoint.neutral {
            others.add(MigrationEndpoint.neutral, formats)
        }
        return others
    }
}

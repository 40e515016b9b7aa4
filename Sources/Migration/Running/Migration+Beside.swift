// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Files in the neutral format that stand beside an export and complete it.
extension Migration {
    /// Whose formats they have; nil where the export itself is in the neutral format.
    var beside: MigrationEndpoint? {
        guard let formats = mappings.neutralFormats, source.key != MigrationEndpoint.neutral else {
            return nil
        }
        return MigrationEndpoint(key: MigrationEndpoint.neutral, formats: formats, rules: nil)
    }

    /// What reads them.
    var readersBeside: [FormatReader] { beside?.formats.readers ?? [] }

    /// Refuses files that only complete an export, without one.
    func checkIsExport(_ files: [ScannedFile]) throws(InputError) {
        guard let first = files.first, files.allSatisfy(\.isBeside) else { return }
        throw InputError(
            .unknownFormat, first.name,
            "the file is in the neutral format, which only completes an export; give files of "
                + "\(source.name) with it, or plan with --from \(MigrationEndpoint.neutral)")
    }
}

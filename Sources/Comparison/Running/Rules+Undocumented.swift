// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

extension Rules {
    /// Whether no document says what a rule does: it is inferred, or was only observed in code, or it
    /// holds for the default of a setting of which no document says that it is the default.
    func isUndocumented(_ id: String) -> Bool {
        guard let citation = citation(of: id) else { return false }
        if citation.authority != .documented { return true }
        let asked = provider.rulebook.rows.first { $0.id == id }?.settings ?? [:]
        return provider.rulebook.settings.contains { setting in
            asked[setting.name] != nil && settings[setting.name] == setting.values.first
                && setting.citation.authority != .documented
        }
    }
}

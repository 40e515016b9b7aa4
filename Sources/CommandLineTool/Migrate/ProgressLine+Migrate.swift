// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymMigration

    extension ProgressLine {
        /// What takes the progress of a migration that reads some files.
        func migration(reading files: [String]) -> @Sendable (Migration.Progress) -> Void {
            let size = ProgressLine.size(of: files)
            return { [weak self] progress in
                switch progress {
                case .reading(let bytes): self?.show("reading", bytes, of: size, .bytes)
                case .planning(let customers, let all):
                    self?.show("planning", customers, of: all, .things("customer"))
                case .comparing(let ids, let all):
                    self?.show("comparing", ids, of: all, .things("ID"))
                }
            }
        }
    }
#endif

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymMigration
    import Foundation

    extension ProgressLine {
        /// What takes the progress of a migration that reads some files.
        func migration(reading files: [String]) -> @Sendable (Migration.Progress) -> Void {
            let size = ProgressLine.size(of: files)
            return { [weak self] progress in
                switch progress {
                case .reading(let bytes): self?.show("reading", bytes, of: size, .bytes)
                case .planning(let customers, let all):
                    self?.show("planning", customers, of: all, .things("customers"))
                case .comparing(let ids, let all):
                    self?.show("comparing", ids, of: all, .things("IDs"))
                }
            }
        }

        /// The bytes of all files together; nil when one of them has no size, such as a pipe.
        private static func size(of files: [String]) -> Int? {
            var size = 0
            for file in files {
                let attributes = try? FileManager.default.attributesOfItem(
                    atPath: URL(fileURLWithPath: file).resolvingSymlinksInPath().path)
                guard attributes?[.type] as? FileAttributeType == .typeRegular,
                    let bytes = attributes?[.size] as? Int
                else { return nil }
                size += bytes
            }
            return size
        }
    }
#endif

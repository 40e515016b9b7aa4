// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymJournal
    import AllonymMappings
    import AllonymService
    import Foundation

    /// The key to the secrets in a folder's projects: a file of its own, which nobody else can read.
    ///
    /// Whoever copies the projects without it has no secret; whoever restores them needs it.
    struct KeyFile {
        private let path: String

        /// The file's name in the folder.
        static let name = "allonym.key"

        /// The key file of a folder.
        init(in folder: String) { path = "\(folder)/\(KeyFile.name)" }

        /// The key.
        ///
        /// - Parameter isNew: Whether the file is made where it is missing.
        /// - Returns: What seals with it.
        /// - Throws: ``JournalFault`` where it is missing, is none, or cannot be read or written.
        func vault(isNew: Bool) throws(JournalFault) -> Vault {
            if !FileManager.default.fileExists(atPath: path) {
                guard isNew else {
                    throw .key(
                        "\(path): it is missing, and secrets in this folder are sealed with it; "
                            + "restore a copy of it, or name another folder with --data DIR "
                            + "(nothing was changed)"
                    )
                }
                try make()
            }
            let bytes: Data
            do {
                bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            } catch {
                throw .storage(
                    "\(path): the key cannot be read: \(error.systemReason); check the "
                        + "permissions, or name another folder with --data DIR")
            }
            guard let vault = Vault(key: Array(bytes)) else {
                throw .key(
                    "\(path): it is no key, as it has \(bytes.count) bytes and a key has "
                        + "\(Vault.keyLength); restore a copy of it (nothing was changed)")
            }
            return vault
        }

        /// Makes the file as a whole, unless another process was quicker.
        private func make() throws(JournalFault) {
            var generator = SystemRandomNumberGenerator()
            let key = (0..<Vault.keyLength).map { _ in
                UInt8.random(in: .min ... .max, using: &generator)
            }
            do {
                try WholeFile.make(key, at: path)
            } catch {
                guard FileManager.default.fileExists(atPath: path) else {
                    throw .storage(
                        "\(path): the key cannot be made: \(error.systemReason); check the "
                            + "permissions, or name another folder with --data DIR")
                }
            }
        }
    }
#endif

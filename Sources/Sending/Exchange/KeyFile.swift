// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymInput
    import Foundation

    /// Reads a file with a key: it is opened once, so that what is checked is what is read, whatever
    /// its name leads to meanwhile.
    enum KeyFile {
        /// More than any key.
        private static let mostBytes = 1 << 16

        /// Everything in a file, by way of a symbolic link too.
        ///
        /// - Throws: ``SecretKey/Fault`` where it cannot be read, is no regular file, belongs to
        ///   another user, or has more permissions than to be read and written by its owner.
        static func bytes(of path: String) throws(SecretKey.Fault) -> [UInt8] {
            // A named pipe is refused at once, and not waited for.
            let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            if descriptor < 0 { throw unreadable(path, errno) }
            defer { _ = Foundation.close(descriptor) }
            try check(descriptor, path)
            return try bytes(of: descriptor, path)
        }

        private static func check(_ descriptor: Int32, _ path: String) throws(SecretKey.Fault) {
            var state = stat()
            guard fstat(descriptor, &state) == 0 else { throw unreadable(path, errno) }
            guard state.st_mode & S_IFMT == S_IFREG else {
                throw .unfit(
                    "\(path): it is not a regular file; put the key into a file of its own")
            }
            guard state.st_uid == geteuid() || state.st_uid == 0 else {
                throw .unfit(
                    "\(path): it belongs to another user (\(state.st_uid)), who can change the key; "
                        + "copy it to a file of your own, and run chmod 600 on that")
            }
            let mode = UInt32(state.st_mode) & 0o7777
            guard mode & ~0o600 == 0 else {
                throw .unfit(
                    "\(path): \(fault(of: mode)) (mode \(String(mode, radix: 8))); "
                        + "run chmod 600 \(path)")
            }
        }

        /// What is wrong with permissions.
        private static func fault(of mode: UInt32) -> String {
            if mode & 0o044 != 0 { return "others can read the key" }
            if mode & 0o022 != 0 { return "others can change the key" }
            return "it is executable, and a key file may only be read and written"
        }

        private static func bytes(
            of descriptor: Int32, _ path: String
        ) throws(SecretKey.Fault) -> [UInt8] {
            var all: [UInt8] = []
            var piece = [UInt8](repeating: 0, count: 4_096)
            while true {
                let count = read(descriptor, &piece, piece.count)
                if count < 0 {
                    if errno == EINTR { continue }
                    throw unreadable(path, errno)
                }
                if count == 0 { return all }
                all += piece[..<count]
                guard all.count <= mostBytes else {
                    throw .unfit("\(path): it is too long for a key; leave the key alone in it")
                }
            }
        }

        private static func unreadable(_ path: String, _ code: Int32) -> SecretKey.Fault {
            .unreadable(
                InputError(
                    .unreadable, path, "the file cannot be read: \(SystemFault(code, .reading))"))
        }
    }
#endif

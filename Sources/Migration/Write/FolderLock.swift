// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The right to write into a plan's folder: one run has it, until it ends however it ends.
///
/// The system's lock on a file, which says who has it. Whoever gets it looks whether the file still has
/// its name, since the run before takes the file away at its end.
package final class FolderLock {
    /// The name of the file, in the folder of unfinished files.
    static let name = "lock"

    private let path: String
    private var descriptor: Int32

    /// Takes the lock, and makes the folder of unfinished files where there is none.
    ///
    /// - Parameters:
    ///   - work: The folder of unfinished files.
    ///   - folder: The folder of the plan.
    /// - Throws: `OutputError`, which says who has the lock, or that there is something else than a
    ///   folder.
    package init(in work: String, of folder: String) throws(OutputError) {
        path = "\(work)/\(FolderLock.name)"
        while true {
            if mkdir(work, 0o700) != 0, errno != EEXIST { throw OutputError(folder, errno) }
            if let there = FileIdentity(work, followingLinks: false), !there.isFolder {
                let kind = there.isLink ? "a symbolic link" : "no folder"
                throw OutputError(
                    work, "it is \(kind), and no plan made it; take it away, or give another folder"
                )
            }
            descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
            if descriptor < 0 {
                // The run before has just taken the folder away.
                if errno == ENOENT { continue }
                throw OutputError(path, errno)
            }
            if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
                let code = errno
                close()
                guard code == EWOULDBLOCK else { throw OutputError(path, code) }
                throw OutputError(folder, FolderLock.refusal(path))
            }
            let open = FileIdentity(descriptor: descriptor)
            if open != nil, open == FileIdentity(path, followingLinks: false) { break }
            close()
        }
        let bytes = OutputBytes(capacity: 64)
        bytes.append(number: Int64(getpid()))
        bytes.append(" ")
        bytes.append(instant: Int64(Date().timeIntervalSince1970 * 1_000))
        _ = ftruncate(descriptor, 0)
        _ = bytes.write(to: descriptor)
    }

    deinit { close() }

    /// Closes the file, once: its number is another file's soon.
    private func close() {
        if descriptor >= 0 { _ = Foundation.close(descriptor) }
        descriptor = -1
    }

    /// Who has the lock, since when, and what to do.
    private static func refusal(_ path: String) -> String {
        let bytes = FileManager.default.contents(atPath: path) ?? Data()
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        guard words.count == 2, let process = Int32(words[0]), DateText.iso(String(words[1])) != nil
        else {
            // It has the lock, and has not written yet who it is.
            return "another run is writing to it; wait until that has ended, or give another folder"
        }
        return
            "process \(process) has been writing to it since \(words[1]); wait until it has ended, "
            + "stop it with \"kill \(process)\", or give another folder"
    }

    /// Gives the lock back and takes its file away; does nothing a second time.
    package func release() {
        if descriptor < 0 { return }
        unlink(path)
        close()
    }

    /// Whether the lock has not been given back.
    var isHeld: Bool { descriptor >= 0 }
}

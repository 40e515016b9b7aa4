// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What tells a file from all others, whatever names lead to it.
package struct FileIdentity: Hashable, Sendable {
    private let device: Int64
    private let number: UInt64
    private let mode: UInt32

    private init(_ status: stat) {
        device = Int64(status.st_dev)
        number = UInt64(status.st_ino)
        mode = UInt32(status.st_mode)
    }

    /// What a name leads to, or the link that it is itself; nil where there is nothing.
    package init?(_ path: String, followingLinks: Bool) {
        var status = stat()
        guard (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
        self.init(status)
    }

    /// What an open descriptor reads or writes; nil where it is not open.
    package init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private var type: UInt32 { mode & UInt32(S_IFMT) }
    /// Whether it is a folder, and no link to one.
    package var isFolder: Bool { type == UInt32(S_IFDIR) }
    /// Whether it holds bytes that stay: no folder, link, pipe or device.
    package var isRegular: Bool { type == UInt32(S_IFREG) }
    /// Whether it is a symbolic link.
    package var isLink: Bool { type == UInt32(S_IFLNK) }

    package static func == (one: FileIdentity, other: FileIdentity) -> Bool {
        one.device == other.device && one.number == other.number
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(device)
        hasher.combine(number)
    }
}

/// Whether a file has changed can be told by this.
struct FileState: Hashable {
    /// Its size in bytes.
    let size: Int
    /// When it was last written to.
    private let seconds, nanoseconds: Int

    /// That of an open file; nil of what is none.
    init?(_ descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0,
            FileIdentity(descriptor: descriptor)?.isRegular == true
        else { return nil }
        size = Int(status.st_size)
        #if canImport(Darwin)
            (seconds, nanoseconds) = (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
        #else
            (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
        #endif
    }
}

extension Input {
    /// The file that is read; nil for what is no file, or not there.
    package var identity: FileIdentity? {
        let identity: FileIdentity? =
            switch origin {
            case .file(let path): FileIdentity(path, followingLinks: true)
            case .descriptor(let number): FileIdentity(descriptor: number)
            case .bytes: nil
            }
        return identity?.isRegular == true ? identity : nil
    }
}

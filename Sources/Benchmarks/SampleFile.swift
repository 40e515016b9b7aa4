// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import Foundation

    /// A file of sample IDs in a folder of its own, which goes when this goes.
    final class SampleFile {
        let folder: URL
        let path: String
        private(set) var bytes = 0
        private var count = 0
        private var sample = SampleIDs(seed: 1)

        init() throws {
            folder = FileManager.default.temporaryDirectory
                .appendingPathComponent("allonym-sample-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            path = folder.appendingPathComponent("ids.txt").path
            try empty()
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        func empty() throws {
            try Data().write(to: URL(fileURLWithPath: path))
            (bytes, count, sample) = (0, 0, SampleIDs(seed: 1))
        }

        /// Appends IDs until there are so many.
        func grow(to wanted: Int) throws {
            let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            try handle.seekToEnd()
            var buffer: [UInt8] = []
            while count < wanted {
                sample.add(to: &buffer)
                count += 1
                guard buffer.count > 1 << 20 || count == wanted else { continue }
                try handle.write(contentsOf: Data(buffer))
                bytes += buffer.count
                buffer.removeAll(keepingCapacity: true)
            }
            try handle.close()
        }
    }
#endif

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import Foundation

    /// A file of samples, line by line: the same one has the same name.
    protocol SampleLines {
        /// The file's name.
        var name: String { get }
        /// What stands before the first line.
        var head: String { get }
        /// How many lines there are behind that.
        var count: Int { get }
        /// Adds a line, with its end.
        func append(_ number: Int, to bytes: inout [UInt8])
    }

    /// The folder of large samples, beside this program: what was made in it goes when this goes,
    /// unless it is to be kept; what was there before stays, and is used again.
    final class SampleFolder {
        let path: String
        private let isKept: Bool
        private var made: Set<String> = []

        init(keep: Bool) throws {
            let own = Bundle.main.executableURL?.deletingLastPathComponent()
            let folder = (own ?? FileManager.default.temporaryDirectory)
                .appendingPathComponent("allonym-samples")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            path = folder.path
            isKept = keep
        }

        deinit {
            for name in isKept ? [] : made { remove(name) }
            // Only an empty folder goes.
            rmdir(path)
        }

        /// The path of a name in the folder.
        func file(_ name: String) -> String { "\(path)/\(name)" }

        /// Takes a file or a folder away.
        func remove(_ name: String) { try? FileManager.default.removeItem(atPath: file(name)) }

        /// Takes a sample away, unless it was there before or is to be kept.
        func release(_ sample: some SampleLines) {
            if !isKept, made.remove(sample.name) != nil { remove(sample.name) }
        }

        /// The path of a sample, which is written if it is not there, and its bytes.
        func file(_ sample: some SampleLines) throws -> (path: String, bytes: Int) {
            let path = file(sample.name)
            if !FileManager.default.fileExists(atPath: path) {
                try write(sample, to: path + ".part")
                try FileManager.default.moveItem(atPath: path + ".part", toPath: path)
                made.insert(sample.name)
            }
            let bytes = try FileManager.default.attributesOfItem(atPath: path)[.size]
            return (path, (bytes as? NSNumber)?.intValue ?? 0)
        }

        private func write(_ sample: some SampleLines, to path: String) throws {
            try Data().write(to: URL(fileURLWithPath: path))
            let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            var buffer = Array(sample.head.utf8)
            for number in 0..<sample.count {
                sample.append(number, to: &buffer)
                guard buffer.count > 1 << 20 || number == sample.count - 1 else { continue }
                try handle.write(contentsOf: Data(buffer))
                buffer.removeAll(keepingCapacity: true)
            }
            try handle.close()
        }
    }
#endif

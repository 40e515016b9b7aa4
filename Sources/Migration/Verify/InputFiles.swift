// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput
import Foundation

/// Finds the files that a plan was made of, by the names and digests of its manifest.
struct InputFiles {
    /// What is missing or was changed, and what to do.
    private(set) var notes: [String] = []
    private let folder: String
    private let given: [String]
    private let makeDigest: OutputDirectory.MakeDigest

    /// Looks for files from a plan's folder, and first among the given ones.
    init(_ folder: String, _ given: [String], _ makeDigest: @escaping OutputDirectory.MakeDigest) {
        self.folder = folder
        self.given = given
        self.makeDigest = makeDigest
    }

    /// The bytes of an input; nil, with a note, where they are not those that the plan was made of.
    mutating func bytes(of input: Manifest.File) -> FileBytes? {
        var paths = given
        if let path = input.path {
            let url = URL(fileURLWithPath: folder).appendingPathComponent(path)
            paths.append(url.standardizedFileURL.path)
        }
        var isChanged = false
        for path in paths {
            guard let bytes = FileBytes(path: path) else { continue }
            if bytes.data.count == input.bytes, isWhole(bytes, input) { return bytes }
            isChanged = isChanged || path == paths.last && input.path != nil
        }
        notes.append(
            isChanged
                ? "The inputs are not read again: \(input.name) was changed since the plan was made. "
                    + "Make the plan again, or give the file as it was with --in."
                : input.path == nil
                    ? "The inputs are not read again: the path of \(input.name) is unknown. Give a "
                        + "file with the same bytes with --in."
                    : "The inputs are not read again: \(input.name) is not where it was. Put it back, "
                        + "or name it with --in."
                        + (given.isEmpty ? "" : " No file given with --in has the same bytes."))
        return nil
    }

    private func isWhole(_ bytes: FileBytes, _ input: Manifest.File) -> Bool {
        var digest = makeDigest()
        bytes.update(&digest)
        return Hexadecimal.text(of: digest.finish()) == input.sha256
    }

    /// A path as it is seen from a folder.
    static func path(of file: String, from folder: String) -> String {
        let file = URL(fileURLWithPath: file).standardizedFileURL.pathComponents
        let folder = URL(fileURLWithPath: folder).standardizedFileURL.pathComponents
        let common = zip(file, folder).prefix { $0 == $1 }.count
        let up = [String](repeating: "..", count: folder.count - common)
        return (up + file[common...]).joined(separator: "/")
    }
}

/// Where a plan's reader has refused records, by file.
struct RefusedRecords {
    private var positions: [String: [(line: Int, column: Int)]] = [:]

    /// Reads a plan's `rejected.jsonl`.
    ///
    /// - Throws: ``BrokenPlan`` where it cannot be read.
    init(_ folder: PlanFolder) throws(BrokenPlan) {
        guard folder.has(RejectedRecords.name) else { return }
        let bytes = try folder.bytes(of: RejectedRecords.name)
        try LineReader.forEachLine(of: RejectedRecords.name, bytes) {
            json, number throws(BrokenPlan) in
            guard let file = json["file"]?.text, let line = json["line"]?.integer,
                let column = json["column"]?.integer
            else {
                throw BrokenPlan(
                    RejectedRecords.name, line: number, "expected file, line and column")
            }
            positions[file, default: []].append((Int(line), max(1, Int(column))))
        }
    }

    /// Whether there is none.
    var isEmpty: Bool { positions.isEmpty }

    /// Those of one file.
    subscript(file: String) -> SecondOpinion.Positions { .init(positions[file] ?? []) }
}

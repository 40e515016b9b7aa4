// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymMappings
import Foundation

/// The folder of a plan's outputs: all of them are there and finished, or those of before.
///
/// Files are written into a folder within it, and moved into place at the end, the manifest last. The
/// manifest of the plan before is the first that goes: where there is one, its plan is whole.
/// Whoever finds that folder knows that a run was interrupted, and begins anew: the same plan gives
/// the same bytes.
package final class OutputDirectory {
    /// Makes the hashes of files.
    package typealias MakeDigest = () -> any ByteDigest

    private let path: String
    private let makeDigest: MakeDigest
    private var files: [OutputFile] = []
    /// Whether the folder was not there before.
    private let isNew: Bool
    /// Whether an earlier run has left its work unfinished.
    private let wasInterrupted: Bool

    /// The folder in which files are written.
    static let unfinished = ".unfinished"
    /// In that folder the manifest of the plan before, while its outputs are taken away.
    private static let replaced = "replaced.json"
    /// The name of the manifest.
    package static let manifest = "manifest.json"

    /// Begins the outputs in a folder, which is made if it is not there.
    package init(_ path: String, makeDigest: @escaping MakeDigest) throws(OutputError) {
        self.path = path
        self.makeDigest = makeDigest
        let work = [path, OutputDirectory.unfinished].joined(separator: "/")
        let manager = FileManager.default
        isNew = !manager.fileExists(atPath: path)
        wasInterrupted = manager.fileExists(atPath: work)
        if wasInterrupted {
            try removeReplaced()
            do {
                for name in try manager.contentsOfDirectory(atPath: work) {
                    try manager.removeItem(atPath: "\(work)/\(name)")
                }
            } catch {
                throw OutputError(work, "what an earlier run has left cannot be removed")
            }
            return
        }
        try OutputDirectory.make(path)
        if mkdir(work, 0o700) != 0 { throw OutputError(path, errno) }
    }

    /// Makes a folder, and those that it lies in.
    private static func make(_ path: String) throws(OutputError) {
        var made = path.hasPrefix("/") ? "/" : ""
        for name in path.split(separator: "/") {
            made += (made.isEmpty || made.hasSuffix("/") ? "" : "/") + name
            if mkdir(made, 0o700) == 0 { continue }
            let code = errno
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: made, isDirectory: &isFolder) {
                if isFolder.boolValue { continue }
                throw OutputError(path, "the folder cannot be made: \(made) is a file")
            }
            throw OutputError(
                path, "the folder cannot be made: \(String(cString: strerror(code)))")
        }
    }

    private func path(of names: String...) -> String {
        ([path] + names).joined(separator: "/")
    }

    /// A new file; its name says nothing of folders.
    package func file(_ name: String) throws(OutputError) -> OutputFile {
        let file = try OutputFile(
            name, at: path(of: OutputDirectory.unfinished, name), makeDigest())
        files.append(file)
        return file
    }

    /// A file that was begun; nil where there is none of this name.
    func begun(_ name: String) -> OutputFile? { files.first { $0.name == name } }

    /// A file without a name for long texts; nil where none is to be kept.
    package func spill(keeping fields: [NeutralField]) throws(OutputError) -> SpillFile? {
        if fields.isEmpty { return nil }
        return try SpillFile(in: path(of: OutputDirectory.unfinished), keeping: fields)
    }

    /// A new file with these bytes.
    package func write(_ bytes: [UInt8], to name: String) throws(OutputError) {
        let file = try file(name)
        file.bytes.append(bytes.span)
    }

    /// The digest of some bytes, in hexadecimal digits.
    package func digest(of bytes: [UInt8]) -> String {
        var digest = makeDigest()
        digest.update(bytes.span)
        return Hexadecimal.text(of: digest.finish())
    }

    /// Refuses to write over the outputs of another plan, or over what no plan has written; what was
    /// begun is taken away then.
    ///
    /// - Parameter plan: What tells this plan from others.
    /// - Throws: `OutputError`, which says what stands there.
    package func checkIsFree(for plan: String) throws(OutputError) {
        guard let bytes = FileManager.default.contents(atPath: path(of: OutputDirectory.manifest))
        else {
            let names = wasInterrupted ? [] : files.map(\.name)
            let taken = names.first { FileManager.default.fileExists(atPath: path(of: $0)) }
            guard let taken else { return }
            abandon()
            throw OutputError(
                path, "it holds \(taken) of something else; give another folder, or --force")
        }
        let there = try? JSONDecoder().decode(Manifest.self, from: bytes)
        guard there?.plan == plan else {
            abandon()
            throw OutputError(
                path, "it holds the outputs of another plan; give another folder, or --force")
        }
    }

    /// Ends all files, writes the manifest and moves everything into place.
    ///
    /// - Parameters:
    ///   - manifest: What it says, but for the outputs.
    ///   - isForced: Whether the outputs of another plan may be written over.
    /// - Returns: The outputs but for the manifest, by name.
    /// - Throws: `OutputError` where something cannot be written, or another plan stands there.
    @discardableResult
    package func finish(
        _ manifest: Manifest, isForced: Bool
    ) throws(OutputError) -> [Manifest.File] {
        if !isForced { try checkIsFree(for: manifest.plan) }
        var manifest = manifest
        for file in files.sorted(by: { $0.name < $1.name }) {
            let digest = try file.finish()
            manifest.outputs.append(
                Manifest.File(
                    name: file.name, bytes: file.byteCount, sha256: digest,
                    records: file.rowCount))
        }
        let last = try OutputFile(
            OutputDirectory.manifest,
            at: path(of: OutputDirectory.unfinished, OutputDirectory.manifest), makeDigest())
        last.bytes.append(manifest.encoded.span)
        _ = try last.finish()
        let manifestBefore = path(of: OutputDirectory.manifest)
        let replaced = path(of: OutputDirectory.unfinished, OutputDirectory.replaced)
        if rename(manifestBefore, replaced) != 0, errno != ENOENT {
            throw OutputError(OutputDirectory.manifest, errno)
        }
        try removeReplaced()
        for name in manifest.outputs.map(\.name) + [OutputDirectory.manifest] {
            if rename(path(of: OutputDirectory.unfinished, name), path(of: name)) != 0 {
                throw OutputError(name, errno)
            }
        }
        unlink(replaced)
        if rmdir(path(of: OutputDirectory.unfinished)) != 0 { throw OutputError(path, errno) }
        return manifest.outputs
    }

    /// Takes away what the manifest of the plan before lists, unless another one is in its place.
    private func removeReplaced() throws(OutputError) {
        let manager = FileManager.default
        let replaced = path(of: OutputDirectory.unfinished, OutputDirectory.replaced)
        guard let bytes = manager.contents(atPath: replaced),
            !manager.fileExists(atPath: path(of: OutputDirectory.manifest))
        else { return }
        let before = try? JSONDecoder().decode(Manifest.self, from: bytes)
        for name in before?.outputs.map(\.name) ?? [] where !name.contains("/") {
            if unlink(path(of: name)) != 0, errno != ENOENT { throw OutputError(name, errno) }
        }
    }

    /// Whether a run has begun files in a plan's folder, and not moved all of them into place.
    static func isUnfinished(_ folder: String) -> Bool {
        let names = try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(unfinished)")
        return names?.contains { $0 != replaced } ?? false
    }

    /// Takes away what was begun.
    package func abandon() {
        try? FileManager.default.removeItem(atPath: path(of: OutputDirectory.unfinished))
        // A folder with anything in it stays.
        if isNew { rmdir(path) }
    }
}

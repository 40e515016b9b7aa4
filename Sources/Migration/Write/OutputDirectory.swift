// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymMappings
import Foundation

/// The folder of a plan's outputs: all of them are there and finished, or those of before.
///
/// Files are written into a folder within it, which one run at a time has, and moved into place at the
/// end, the manifest last. The manifest of the plan before is the first that goes: where there is one,
/// its plan is whole. Whoever finds files in that folder knows that a run was interrupted, and begins
/// anew: the same plan gives the same bytes.
///
/// Nothing is written over but what a manifest lists: no other file, no link, and no input.
package final class OutputDirectory {
    /// Makes the hashes of files.
    package typealias MakeDigest = () -> any ByteDigest

    let path: String
    let makeDigest: MakeDigest
    /// What the system is asked with to put a file or a folder on the disk; 0 where it has.
    package var synchronize: (Int32) -> Int32 = { fsync($0) }
    private let lock: FolderLock
    private(set) var files: [OutputFile] = []
    /// The files that the plan is made of.
    let inputs: [FileIdentity: String]
    /// Whether the folder was not there before.
    private let isNew: Bool
    /// Whether files may be in place that only what is unfinished tells from others.
    private var hasBegunMoving = false

    /// The folder in which files are written.
    static let unfinished = ".unfinished"
    /// In that folder the manifest of the plan before, while its outputs are taken away.
    static let replaced = "replaced.json"
    /// The name of the manifest.
    package static let manifest = "manifest.json"

    /// Begins the outputs in a folder, which is made if it is not there.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - inputs: What is never written over.
    ///   - makeDigest: Makes the hashes of files.
    /// - Throws: `OutputError` where the folder cannot be written, another run is writing to it, or
    ///   an input would be taken away.
    package init(
        _ path: String, sparing inputs: [Input] = [], makeDigest: @escaping MakeDigest
    ) throws(OutputError) {
        self.path = path
        self.makeDigest = makeDigest
        self.inputs = Dictionary(
            inputs.compactMap { input in input.identity.map { ($0, input.name) } },
            uniquingKeysWith: { first, _ in first })
        isNew = FileIdentity(path, followingLinks: true) == nil
        try OutputFolder.make(path)
        let work = "\(path)/\(OutputDirectory.unfinished)"
        lock = try FolderLock(in: work, of: path)
        do {
            try removeInterrupted()
            if let plan = try planInPlace() {
                try checkInputs(plan.outputs.map(\.name) + [OutputDirectory.manifest])
            }
        } catch {
            lock.release()
            // What an earlier run has left stays as it is.
            rmdir(work)
            if isNew { rmdir(path) }
            throw error
        }
    }

    func path(of names: String...) -> String {
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

    // MARK: - The end

    /// Ends all files, writes the manifest and moves everything into place.
    ///
    /// All bytes are on the disk before the manifest gets its name.
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
        try checkIsFree(for: manifest.plan, isForced: isForced)
        var manifest = manifest
        for file in files.sorted(by: { $0.name < $1.name }) {
            let digest = try file.finish(synchronize)
            manifest.outputs.append(
                Manifest.File(
                    name: file.name, bytes: file.byteCount, sha256: digest,
                    records: file.rowCount))
        }
        let last = try OutputFile(
            OutputDirectory.manifest,
            at: path(of: OutputDirectory.unfinished, OutputDirectory.manifest), makeDigest())
        last.bytes.append(manifest.encoded.span)
        _ = try last.finish(synchronize)
        try synchronize(folder: path(of: OutputDirectory.unfinished))
        try move(manifest.outputs.map(\.name))
        return manifest.outputs
    }

    /// Moves the outputs and then the manifest into place, where those of the plan before go first.
    private func move(_ names: [String]) throws(OutputError) {
        let before = try planInPlace()
        let replaced = path(of: OutputDirectory.unfinished, OutputDirectory.replaced)
        hasBegunMoving = true
        if rename(path(of: OutputDirectory.manifest), replaced) != 0, errno != ENOENT {
            throw OutputError(OutputDirectory.manifest, errno)
        }
        for name in before?.outputs.map(\.name) ?? [] where !name.contains("/") {
            if unlink(path(of: name)) != 0, errno != ENOENT { throw OutputError(name, errno) }
        }
        func place(_ name: String) throws(OutputError) {
            if rename(path(of: OutputDirectory.unfinished, name), path(of: name)) != 0 {
                throw OutputError(name, errno)
            }
        }
        for name in names { try place(name) }
        try synchronize(folder: path)
        try place(OutputDirectory.manifest)
        try synchronize(folder: path)
        unlink(replaced)
        lock.release()
        // Another run may have begun in it by now.
        if rmdir(path(of: OutputDirectory.unfinished)) != 0, errno != ENOTEMPTY, errno != EEXIST,
            errno != ENOENT
        {
            throw OutputError(path, errno)
        }
    }

    private func synchronize(folder: String) throws(OutputError) {
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        if descriptor < 0 { throw OutputError(folder, errno) }
        defer { _ = close(descriptor) }
        // Some file systems have nothing to do for a folder, and say so.
        if synchronize(descriptor) != 0, errno != EINVAL { throw OutputError(folder, errno) }
    }

    /// Takes away what was begun, unless some of it is in place, and gives the folder free.
    package func abandon() {
        if !lock.isHeld { return }
        if !hasBegunMoving { try? removeUnfinished() }
        lock.release()
        // A folder with anything in it stays.
        rmdir(path(of: OutputDirectory.unfinished))
        if isNew { rmdir(path) }
    }

    /// Takes away everything in the folder of unfinished files but the lock.
    func removeUnfinished() throws(OutputError) {
        let work = path(of: OutputDirectory.unfinished)
        let manager = FileManager.default
        do {
            for name in try manager.contentsOfDirectory(atPath: work) where name != FolderLock.name
            {
                try manager.removeItem(atPath: "\(work)/\(name)")
            }
        } catch {
            throw OutputError(
                work,
                "what an earlier run has left cannot be removed: \(error.systemReason); remove the "
                    + "folder",
                isOfSystem: true)
        }
    }
}

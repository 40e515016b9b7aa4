// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a run has left that was killed.
extension OutputDirectory {
    /// Takes away what an interrupted run has left: its unfinished files, and those in place that are
    /// its own or of the plan that it was replacing.
    ///
    /// A file in place is known by its manifest, to the byte; any other one stays, and is in the way of
    /// the next plan.
    func removeInterrupted() throws(OutputError) {
        let names = try? FileManager.default.contentsOfDirectory(atPath: path(of: Self.unfinished))
        guard let names, names.contains(where: { $0 != FolderLock.name }) else { return }
        try checkInputs(names.map { "\(Self.unfinished)/\($0)" })
        // With a manifest in place its plan is whole, and nothing else was moved.
        if FileIdentity(path(of: Self.manifest), followingLinks: false) == nil {
            for name in [Self.replaced, Self.manifest] {
                guard let manifest = readManifest(path(of: Self.unfinished, name)) else { continue }
                for file in manifest.outputs where !file.name.contains("/") { try remove(file) }
            }
        }
        try removeUnfinished()
    }

    /// Takes away a file in place, if it is as a manifest says.
    private func remove(_ file: Manifest.File) throws(OutputError) {
        let path = self.path(of: file.name)
        guard FileIdentity(path, followingLinks: false)?.isRegular == true,
            let bytes = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped),
            bytes.count == file.bytes
        else { return }
        var digest = makeDigest()
        digest.update(bytes.span)
        if Hexadecimal.text(of: digest.finish()) != file.sha256 { return }
        try checkInputs([file.name])
        if unlink(path) != 0, errno != ENOENT { throw OutputError(file.name, errno) }
    }

    /// Whether a run has begun files in a plan's folder, and not moved all of them into place.
    static func isUnfinished(_ folder: String) -> Bool {
        let names = try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(unfinished)")
        return names?.contains { $0 != replaced && $0 != FolderLock.name } ?? false
    }
}

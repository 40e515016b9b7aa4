// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput
import Foundation

/// The folder of a finished plan, read back.
package struct PlanFolder {
    /// What the plan was made of, and what it came to.
    let manifest: Manifest
    /// Where it lies.
    let path: String

    /// Reads the manifest.
    ///
    /// - Throws: ``BrokenPlan`` where there is no finished plan.
    package init(_ path: String) throws(BrokenPlan) {
        self.path = path
        manifest = try Manifest.read(path)
    }

    /// Compares every output with the manifest.
    ///
    /// - Throws: ``BrokenPlan``, which names the first one that is another.
    func check(_ makeDigest: OutputDirectory.MakeDigest) throws(BrokenPlan) {
        for output in manifest.outputs {
            let bytes = try bytes(of: output.name)
            guard bytes.data.count == output.bytes else {
                throw BrokenPlan(
                    output.name,
                    "it has \(bytes.data.count.of("byte")), and \(output.bytes) by the manifest: it was "
                        + "changed since")
            }
            var digest = makeDigest()
            bytes.update(&digest)
            guard Hexadecimal.text(of: digest.finish()) == output.sha256 else {
                throw BrokenPlan(
                    output.name, "its SHA-256 differs from the manifest's: it was changed since")
            }
        }
    }

    /// Whether a later run into the folder has ended before it replaced the plan.
    var isToBeReplaced: Bool { OutputDirectory.isUnfinished(path) }

    /// Whether the plan has a file of this name.
    func has(_ name: String) -> Bool { manifest.outputs.contains { $0.name == name } }

    /// All bytes of an output; none of them is read before it is looked at.
    func bytes(of name: String) throws(BrokenPlan) -> FileBytes {
        let url = URL(fileURLWithPath: path).appendingPathComponent(name)
        guard FileManager.default.fileExists(atPath: url.path) else {
            throw BrokenPlan(name, "the manifest names it, but it is missing")
        }
        guard let bytes = FileBytes(path: url.path) else {
            throw BrokenPlan(
                "\(path)/\(name)", "it cannot be read: \(SystemFault(errno, .reading))")
        }
        return bytes
    }
}

extension Manifest {
    /// Reads the manifest of a finished plan.
    ///
    /// The plan is whole, though another run may have been interrupted before it replaced it.
    ///
    /// - Throws: ``BrokenPlan`` where there is none, or the plan was interrupted.
    package static func read(_ folder: String) throws(BrokenPlan) -> Manifest {
        let manager = FileManager.default
        var isFolder: ObjCBool = false
        guard manager.fileExists(atPath: folder, isDirectory: &isFolder) else {
            throw BrokenPlan(
                folder, "the folder does not exist; make the plan first, or check the path")
        }
        guard isFolder.boolValue else {
            throw BrokenPlan(folder, "it is a file; give the folder of a plan")
        }
        let path = "\(folder)/\(OutputDirectory.manifest)"
        guard manager.fileExists(atPath: path) else {
            if OutputDirectory.isUnfinished(folder) {
                throw BrokenPlan(
                    "\(folder)/\(OutputDirectory.unfinished)",
                    "the plan was interrupted; make it again")
            }
            throw BrokenPlan(folder, noPlan(in: folder))
        }
        let bytes: [UInt8]
        do throws(InputError) {
            bytes = try Input.file(path).wholeBytes()
        } catch {
            throw BrokenPlan(path, error.reason)
        }
        // What another version has changed cannot be read.
        struct Head: Decodable { var version: Int }
        if let version = try? JSONDecoder().decode(Head.self, from: Data(bytes)).version,
            version != Manifest.version
        {
            throw BrokenPlan(path, version: version, reading: Manifest.version)
        }
        let manifest: Manifest
        do {
            manifest = try JSONDecoder().decode(Manifest.self, from: Data(bytes))
        } catch {
            throw BrokenPlan(path, unread(error, bytes))
        }
        guard manifest.outputs.allSatisfy({ !$0.name.contains("/") }) else {
            throw BrokenPlan(path, "it names a file of another folder; make the plan again")
        }
        return manifest
    }

    /// Why a manifest cannot be read: an older one of this version lacks a member.
    private static func unread(_ error: any Error, _ bytes: [UInt8]) -> String {
        guard case DecodingError.keyNotFound(let key, let context) = error,
            let object = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any],
            object["version"] as? Int == Manifest.version, object["plan"] is String
        else { return "it is not the manifest of a plan" }
        let place = context.codingPath.reduce("") { place, part in
            part.intValue.map { "\(place)[\($0)]" }
                ?? (place.isEmpty ? "" : "\(place).") + part.stringValue
        }
        let member = (place.isEmpty ? "" : "\(place).") + key.stringValue
        return
            "\"\(member)\" is missing: an older version of Allonym wrote the plan; make it again "
            + "with allonym migrate plan and the same inputs"
    }

    /// Why a folder is no plan, with the plans in it, or the command that makes one.
    private static func noPlan(in folder: String) -> String {
        let manager = FileManager.default
        let names = ((try? manager.contentsOfDirectory(atPath: folder)) ?? []).filter {
            manager.fileExists(atPath: "\(folder)/\($0)/\(OutputDirectory.manifest)")
        }.sorted()
        guard !names.isEmpty else {
            return "the folder holds no plan; make one with allonym migrate plan"
        }
        let most = 3
        var plans = names.prefix(most).map { "\(folder)/\($0)" }
        if names.count > most { plans.append("\(names.count - most) more") }
        return "the folder itself is no plan; give one of those in it: "
            + plans.joined(separator: ", ")
    }

    /// The instant at which states are looked at, in milliseconds since 1970; nil where the plan
    /// knows none.
    ///
    /// - Throws: ``BrokenPlan`` where the text is no instant.
    package func moment() throws(BrokenPlan) -> Int64? {
        guard let at else { return nil }
        guard let moment = DateText.iso(at) else {
            throw BrokenPlan(OutputDirectory.manifest, "\"\(at)\" is no instant")
        }
        return moment.milliseconds
    }
}

/// A plan's folder that is not as the plan has left it.
public struct BrokenPlan: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file.
    public let file: String
    /// The line, from 1; nil where it is about the whole file.
    public let line: Int?
    /// What is wrong, and what to do if that is anything else than to make the plan again.
    public let reason: String

    package init(_ file: String, line: Int? = nil, _ reason: String) {
        self.file = file
        self.line = line
        self.reason = reason
    }

    /// A file of another version than this program reads.
    init(_ file: String, version: Int, reading known: Int) {
        self.init(
            file,
            "it has version \(version), and this program reads \(known); "
                + (version > known
                    ? "the program is older than the plan: use a newer one, or make the plan again"
                    : "make the plan again"))
    }

    /// File, line, reason, and what to do.
    public var description: String {
        let advice = reason.contains("; ") ? "" : "; make the plan again"
        return (line.map { "\(file):\($0): " } ?? "\(file): ") + reason + advice
    }
}

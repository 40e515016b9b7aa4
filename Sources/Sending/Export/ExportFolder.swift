// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymInput
    import AllonymMappings
    import AllonymMigration
    import Foundation

    /// The folder of an export: files that only grow, and a state that says how much of them counts.
    ///
    /// What a step has read is appended, put on the disk, and counts from the moment at which the new
    /// state has its name. So an export that was stopped anywhere goes on at the last whole step:
    /// what lies behind the counted bytes is cut off.
    package final class ExportFolder {
        /// The folder.
        package let path: String
        /// How far the export is.
        package private(set) var state: ExportState
        private let lock: FolderLock
        private var descriptors: [String: Int32] = [:]
        private var waiting: [String: (bytes: [UInt8], lines: Int)] = [:]

        /// The file of the state.
        package static let stateFile = ExportedFiles.state
        /// The folder of the files that a plan reads.
        package static let answers = ExportedFiles.answers
        private static let unfinished = ".unfinished"

        /// Begins an export in a folder, or goes on with the one that is there.
        ///
        /// - Parameters:
        ///   - path: The folder, which is made if it is not there.
        ///   - subject: What is exported.
        /// - Throws: ``ExportFault`` where the folder holds something else, `OutputError` where it
        ///   cannot be written or another run is writing to it.
        package init(_ path: String, _ subject: ExportState.Subject) throws {
            self.path = path
            state = ExportState(subject)
            try OutputFolder.make(path)
            try ExportFolder.check(path)
            lock = try FolderLock(in: "\(path)/\(ExportFolder.unfinished)", of: path)
            do {
                if let known = try ExportFolder.state(in: path) { state = known }
                guard state.subject == subject else {
                    throw ExportFault.folder(
                        path,
                        reason:
                            "it holds another export, \(state.subject.words); give another folder")
                }
                try OutputFolder.make("\(path)/\(ExportFolder.answers)")
                for (name, file) in state.files { try open(name, file) }
            } catch {
                closeAll()
                lock.release()
                rmdir("\(path)/\(ExportFolder.unfinished)")
                throw error
            }
        }

        deinit { closeAll() }

        /// A file of the export by its name.
        package func file(_ name: String) -> String { "\(path)/\(name)" }

        /// Appends a line to a file; it counts from the next ``commit(_:)`` on.
        func append(_ line: [UInt8], to name: String) {
            waiting[name, default: ([], 0)].bytes += line
            waiting[name, default: ([], 0)].bytes.append(0x0A)
            waiting[name, default: ([], 0)].lines += 1
        }

        /// Puts what was appended on the disk, and then the state that counts it.
        ///
        /// - Parameter change: What else is different from now on.
        /// - Throws: `OutputError` where it cannot be written.
        func commit(_ change: (inout ExportState) -> Void) throws {
            var state = state
            for (name, added) in waiting {
                let file = state.files[name] ?? ExportState.File()
                let descriptor = try descriptors[name] ?? open(name, file)
                try write(added.bytes, to: descriptor, name)
                if fsync(descriptor) != 0 { throw OutputError(self.file(name), errno) }
                state.files[name] = ExportState.File(
                    bytes: file.bytes + added.bytes.count, lines: file.lines + added.lines)
            }
            if !waiting.isEmpty { try synchronize("\(path)/\(ExportFolder.answers)") }
            waiting = [:]
            change(&state)
            try replace(ExportFolder.stateFile, with: [UInt8](state.encoded))
            self.state = state
        }

        /// Writes a whole file in place of the one of its name.
        func replace(_ name: String, with bytes: [UInt8]) throws {
            let new = "\(path)/\(ExportFolder.unfinished)/\(name)"
            let descriptor = Foundation.open(
                new, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
            if descriptor < 0 { throw OutputError(new, errno) }
            defer { Foundation.close(descriptor) }
            try write(bytes, to: descriptor, name)
            guard fsync(descriptor) == 0, rename(new, file(name)) == 0 else {
                throw OutputError(file(name), errno)
            }
            try synchronize(path)
        }

        /// Gives the folder free.
        package func close() {
            closeAll()
            lock.release()
            rmdir("\(path)/\(ExportFolder.unfinished)")
        }

        // MARK: - The file system

        /// Opens a file and cuts off what does not count.
        @discardableResult
        private func open(_ name: String, _ file: ExportState.File) throws -> Int32 {
            let path = self.file(name)
            let isNew = file.bytes == 0
            let descriptor = Foundation.open(
                path, O_WRONLY | (isNew ? O_CREAT : 0) | O_NOFOLLOW | O_CLOEXEC, 0o600)
            if descriptor < 0 {
                guard errno != ENOENT, errno != ELOOP else {
                    throw ExportFault.damaged(path, reason: "the file of the export is not there")
                }
                throw OutputError(path, errno)
            }
            descriptors[name] = descriptor
            let size = lseek(descriptor, 0, SEEK_END)
            guard size >= file.bytes else {
                throw ExportFault.damaged(
                    path, reason: "it has \(Int(size).of("byte")), and \(file.bytes) were written")
            }
            guard ftruncate(descriptor, off_t(file.bytes)) == 0,
                lseek(descriptor, off_t(file.bytes), SEEK_SET) >= 0
            else { throw OutputError(path, errno) }
            return descriptor
        }

        private func write(_ bytes: [UInt8], to descriptor: Int32, _ name: String) throws {
            let output = OutputBytes(capacity: bytes.count)
            output.append(bytes.span)
            if let code = output.write(to: descriptor) { throw OutputError(file(name), code) }
        }

        private func synchronize(_ folder: String) throws {
            let descriptor = Foundation.open(folder, O_RDONLY | O_CLOEXEC)
            if descriptor < 0 { throw OutputError(folder, errno) }
            defer { Foundation.close(descriptor) }
            // Some file systems have nothing to do for a folder, and say so.
            if fsync(descriptor) != 0, errno != EINVAL { throw OutputError(folder, errno) }
        }

        private func closeAll() {
            for descriptor in descriptors.values { Foundation.close(descriptor) }
            descriptors = [:]
        }

        /// Refuses a folder with anything in it that is no export's.
        private static func check(_ path: String) throws {
            let names: [String]
            do {
                names = try FileManager.default.contentsOfDirectory(atPath: path)
            } catch {
                throw OutputError(
                    path,
                    "the folder cannot be read: \(error.systemReason); check the permissions, or "
                        + "give another folder", isOfSystem: true)
            }
            if names.contains(stateFile) { return }
            // Of an export that was stopped before its first step.
            let own = [unfinished, answers]
            if let other = names.sorted().first(where: { !own.contains($0) }) {
                throw ExportFault.folder(
                    path,
                    reason: "it holds \(other), which no export has written; give another folder")
            }
        }

        private static func state(in path: String) throws -> ExportState? {
            let file = "\(path)/\(stateFile)"
            guard let there = FileIdentity(file, followingLinks: false) else { return nil }
            guard there.isRegular, let bytes = FileManager.default.contents(atPath: file),
                let state = try? JSONDecoder().decode(ExportState.self, from: bytes),
                state.files.allSatisfy({ ExportFolder.isName($0.key) }), state.isCounted
            else { throw ExportFault.damaged(file, reason: "it is no state of an export") }
            guard state.version == ExportState.version else {
                throw ExportFault.damaged(
                    file,
                    reason: "it has version \(state.version), and \(ExportState.version) is known")
            }
            return state
        }

        /// Whether a name leads to a file of this folder.
        private static func isName(_ name: String) -> Bool {
            let parts = name.split(separator: "/", omittingEmptySubsequences: false)
            let isInside = parts.count == 1 || parts.count == 2 && parts[0] == answers
            return isInside && parts.allSatisfy { !$0.isEmpty && !$0.hasPrefix(".") }
        }
    }

    extension ExportState.Subject {
        /// For a message.
        fileprivate var words: String {
            let place = project.map { "the project \($0) at \(url)" } ?? url
            return "of \(provider), \(place)" + (only == nil ? "" : ", of some customers")
        }
    }
#endif

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
package import Foundation

/// A program that a test has started, and how it ended.
///
/// Foundation's `Process` lists the open files of whoever starts a program, and on Linux it reads
/// past the end of the list where there are more than 1,365, as there are while many tests serve at
/// once. This one lists nothing. It starts a program as a terminal does, with no signal blocked: the
/// threads of the pool block nearly all, a child inherits that, and a shell would never hear that
/// its own child has ended. Nor does it ignore SIGPIPE, as whatever serves in this process does.
package final class ChildProcess: Sendable {
    /// Why a program could not be started.
    package struct NotStarted: Error, CustomStringConvertible {
        let program: String
        let code: Int32

        package var description: String { "\(program): \(String(cString: strerror(code)))" }
    }

    /// The system's number for it.
    package let id: pid_t
    /// What `waitpid` has told; nothing while it runs.
    private let ended = Locked<Int32?>(nil)

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: Its path.
    ///   - arguments: Its arguments, without its own name.
    ///   - environment: Its variables; this process's where nil.
    ///   - folder: Where it works; where this process does where nil.
    ///   - input: The file that it reads; nothing where nil.
    ///   - output: The file that it writes to, at the end; nowhere where nil.
    ///   - errors: The same for standard error.
    /// - Throws: ``NotStarted``.
    package init(
        _ program: URL, _ arguments: [String], environment: [String: String]? = nil,
        in folder: URL? = nil, input: URL? = nil, output: URL? = nil, errors: URL? = nil
    ) throws {
        #if canImport(Darwin)
            var files: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var files = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&files)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&files)
            posix_spawnattr_destroy(&attributes)
        }
        for (number, file, mode) in [
            (0, input, O_RDONLY), (1, output, O_WRONLY | O_APPEND),
            (2, errors, O_WRONLY | O_APPEND),
        ] {
            posix_spawn_file_actions_addopen(
                &files, Int32(number), file?.path ?? "/dev/null", mode, 0)
        }
        // What other tests have open stays theirs; numbers are given from the lowest on.
        for file in 3..<min(getdtablesize(), 65_536) { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var standard = sigset_t()
        sigemptyset(&standard)
        sigaddset(&standard, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &standard)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        // Only a shell changes the folder on every system.
        let command =
            ["/bin/sh", "-c", #"cd -- "$0" && exec "$@""#, folder?.path ?? "."]
            + [program.path] + arguments
        var words = command.map { strdup($0) } + [nil]
        var variables =
            (environment ?? ProcessInfo.processInfo.environment)
            .map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var id = pid_t()
        let code = posix_spawn(&id, command[0], &files, &attributes, &words, &variables)
        guard code == 0 else { throw NotStarted(program: command[0], code: code) }
        self.id = id
    }

    /// Whether it has not ended.
    package var isRunning: Bool { status() == nil }

    /// Sends it a signal, where it still runs.
    package func signal(_ number: Int32) { if isRunning { kill(id, number) } }

    /// Waits for its end.
    ///
    /// - Returns: Its exit code, or the number of the signal that ended it.
    @discardableResult
    package func waitUntilExit() -> Int32 {
        // The number stays its own until somebody has asked for the status, so many may wait.
        var about = siginfo_t()
        while waitid(P_PID, id_t(id), &about, WEXITED | WNOWAIT) == -1, errno == EINTR {}
        return status() ?? -1
    }

    /// Waits for its end while other tests go on.
    ///
    /// - Returns: Its exit code, or the number of the signal that ended it.
    package func exit() async -> Int32 {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: self.waitUntilExit()) }
        }
    }

    /// Its exit code, or the number of the signal that ended it; nothing while it runs.
    private func status() -> Int32? {
        ended.withLock { ended in
            guard ended == nil else { return ended }
            var status: Int32 = 0
            guard waitpid(id, &status, WNOHANG) == id else { return nil }
            let signal = status & 0x7F
            ended = signal == 0 ? (status >> 8) & 0xFF : signal
            return ended
        }
    }
}

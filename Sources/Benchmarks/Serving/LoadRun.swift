// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import ArgumentParser
    import Foundation

    /// A load that wrk makes for some seconds: how many calls were answered, and how late the slow ones.
    struct LoadRun {
        let callsPerSecond: Double
        /// Of a hundred answers one came later than this.
        let slowMilliseconds: Double
        /// Answers that were no success.
        let failures: Int

        /// Runs wrk with 64 connections on one thread; nil where there is no wrk.
        ///
        /// - Parameters:
        ///   - script: What it asks, in wrk's Lua; it ends with a function `request`.
        ///   - address: The server, such as `http://127.0.0.1:8080`.
        ///   - seconds: How long.
        /// - Throws: Where wrk says something that is no result.
        init?(_ script: String, at address: String, seconds: Int) throws {
            let file = FileManager.default.temporaryDirectory
                .appendingPathComponent("allonym-load-\(UUID().uuidString).lua")
            try Data((script + LoadRun.report).utf8).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            guard
                let run = try TimedRun(
                    "wrk",
                    ["-t1", "-c64", "-d\(seconds)s", "--timeout", "20s", "-s", file.path, address])
            else { return nil }
            let line = run.output.split(separator: "\n").first { $0.hasPrefix("result ") }
            let values = line?.split(separator: " ").dropFirst().compactMap { Double($0) } ?? []
            guard values.count == 3 else { throw ValidationError("wrk says: \(run.output)") }
            (callsPerSecond, slowMilliseconds) = (values[0], values[1] / 1_000)
            failures = Int(values[2])
        }

        private static let report = """

            function done(summary, latency, requests)
                local errors = summary.errors
                print(string.format("result %f %f %d", summary.requests * 1000000 / summary.duration,
                    latency:percentile(99),
                    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
            end
            """
    }
#endif

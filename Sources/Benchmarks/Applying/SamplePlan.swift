// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import ArgumentParser
    import Foundation

    /// A plan that moves invented customers from RevenueCat to Qonversion by calls, for measurements.
    struct SamplePlan {
        /// The folder.
        let path: String
        private let tool: String
        private let keys: [String]

        /// The run of a plan, and how many calls it has made.
        typealias Run = (run: TimedRun, calls: Int)

        /// Makes a plan of so many customers, each of whom has about 1.7 calls.
        ///
        /// - Throws: Where the tool does not make it.
        init(_ tool: String, customers: Int, in folder: SampleFolder) throws {
            let name = "apply-\(customers)"
            let (export, key) = (folder.file("\(name).csv"), folder.file("\(name).key"))
            (path, self.tool) = (folder.file(name), tool)
            keys = ["--key-file", "project key=\(key)", "--key-file", "secret key=\(key)"]
            folder.remove(name)
            try Data("sk".utf8).write(to: URL(fileURLWithPath: key))
            chmod(key, 0o600)
            let sample = try TimedRun(
                tool,
                [
                    "migrate", "sample", "--from", "revenuecat", "--customers", "\(customers)",
                    "--output", export, "--force",
                ])
            // 1 says that something needs a decision.
            let plan = try TimedRun(
                tool,
                [
                    "migrate", "plan", "--from", "revenuecat", "--to", "qonversion", "--route",
                    "api", "--in", export, "--out", path,
                ])
            folder.remove("\(name).csv")
            guard sample?.code == 0, let plan, plan.code <= 1 else {
                throw ValidationError("The plan of \(customers) customers was not made.")
            }
        }

        /// Takes the plan away.
        func remove() {
            for end in ["", ".key"] { try? FileManager.default.removeItem(atPath: path + end) }
        }

        /// Makes all its calls, as if none had been made before.
        ///
        /// - Throws: Where not all of them are done.
        func apply(to server: ServerUnderLoad) throws -> Run {
            forget()
            guard let run = try TimedRun(tool, apply(server, rate: "off")), run.code == 0,
                let calls = SamplePlan.calls(in: run), calls.keys.elementsEqual(["done"])
            else { throw ValidationError("The calls of \(path) were not all done.") }
            return (run, calls.values.reduce(0, +))
        }

        /// Makes calls for some seconds, so many a minute.
        ///
        /// - Throws: Where it ends in another way than being stopped.
        func apply(to server: ServerUnderLoad, perMinute count: Int, seconds: Int) throws {
            forget()
            let stopping = ["-s", "INT", "\(seconds)", tool]
            let run = try TimedRun("timeout", stopping + apply(server, rate: "\(count)/60s"))
            guard let run, run.code == 124 else {
                throw ValidationError(
                    "\(seconds) s of \(count) calls a minute take more customers, or timeout.")
            }
        }

        /// Makes all its calls with async-http-client alone.
        ///
        /// - Throws: Where that fails.
        func callBare(_ server: ServerUnderLoad, by own: String) throws -> Run {
            let run = try TimedRun(
                own, ["bare-calls", "--plan", path, "--to-url", server.address])
            guard let run, run.code == 0,
                let calls = Int(run.output.trimmingCharacters(in: .whitespacesAndNewlines))
            else { throw ValidationError("The calls of \(path) were not made.") }
            return (run, calls)
        }

        /// Keeps the journal of so many calls, and makes none.
        ///
        /// - Throws: Where that fails.
        func keepJournal(of calls: Int, by own: String) throws -> TimedRun {
            forget()
            let run = try TimedRun(own, ["journal-lines", "--folder", path, "--calls", "\(calls)"])
            guard let run, run.code == 0 else {
                throw ValidationError("The journal of \(calls) calls was not kept.")
            }
            return run
        }

        /// Rehearses it.
        ///
        /// - Throws: Where something is not as the plan says.
        func rehearse() throws -> TimedRun {
            guard let run = try TimedRun(tool, ["migrate", "rehearse", "--plan", path]),
                run.code == 0
            else { throw ValidationError("The rehearsal of \(path) does not hold.") }
            return run
        }

        private func apply(_ server: ServerUnderLoad, rate: String) -> [String] {
            [
                "migrate", "apply", "--plan", path, "--to-url", server.address, "--rate", rate,
                "--format", "json",
            ] + keys
        }

        /// Takes the journal away.
        private func forget() {
            for end in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: "\(path)/apply.sqlite\(end)")
            }
        }

        private struct Report: Decodable { let calls: [String: Int] }

        private static func calls(in run: TimedRun) -> [String: Int]? {
            try? JSONDecoder().decode(Report.self, from: Data(run.output.utf8)).calls
        }
    }
#endif

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymInput
    import ArgumentParser
    import Foundation

    /// What is done with a plan and before it, by the tool: a plan is verified, a customer of it looked
    /// up, a sample written.
    struct UseRuns {
        let tool: String
        let folder: SampleFolder
        let rounds: Int

        /// As many IDs a second have to be verified, and as many rows of a sample written.
        private static let (leastIDs, leastRows) = (50_000.0, 500_000.0)
        private static let (plan, sample) = ("plan-used", "sample.csv")

        /// Measures all three; the plan is to Qonversion.
        func measure(_ export: SampleExport, _ floors: inout Floors) throws {
            let file = try folder.file(export)
            defer { for name in [Self.plan, Self.sample] { folder.remove(name) } }
            folder.remove(Self.plan)
            let out = folder.file(Self.plan)
            _ = try run([
                "plan", "--from", "revenuecat", "--to", "qonversion", "--in", file.path, "--out",
                out,
            ])
            let ids = try lines(of: "\(Self.plan)/ids.csv")
            print()
            let verified = try measure(["verify", "--plan", out])
            report("verify, IDs", ids, verified, floor: Self.leastIDs, &floors)
            _ = try measure(["list", "--plan", out, "--code", "sandbox", "--format", "csv"])
            let found = try measure(["explain", "--plan", out, "--id", try lastID()])
            print("explain".padding(16), "\(found.seconds.rounded(places: 2)) s")
            floors.note("explain in a second", speed: 1 / found.seconds, floor: 1)
            let made = try measure([
                "sample", "--from", "revenuecat", "--customers", "\(max(1, export.count / 3))",
                "--output", folder.file(Self.sample), "--force",
            ])
            let rows = try lines(of: Self.sample)
            report("sample, rows", rows, made, floor: Self.leastRows, &floors)
        }

        private func report(
            _ what: String, _ count: Int, _ run: (seconds: Double, bytes: Int), floor: Double,
            _ floors: inout Floors
        ) {
            let speed = Double(count) / run.seconds
            print(
                what.padding(16), "\(run.seconds.rounded(places: 2)) s".padding(9),
                "\(Int(speed).grouped)/s".padding(12), "\(run.bytes / 1_000_000) MB")
            floors.note(what, speed: speed, floor: floor)
        }

        /// The median of the seconds, and the most memory.
        private func measure(_ arguments: [String]) throws -> (seconds: Double, bytes: Int) {
            let runs = try (0..<rounds).map { _ in try run(arguments) }
            return (runs.map(\.seconds).median, runs.map(\.peakBytes).max() ?? 0)
        }

        private func run(_ arguments: [String]) throws -> TimedRun {
            guard let run = try TimedRun(tool, ["migrate"] + arguments), run.code <= 1 else {
                throw ValidationError("migrate \(arguments[0]) did not end as it should.")
            }
            return run
        }

        /// How many lines a file has, a header left out.
        private func lines(of name: String) throws -> Int {
            let data = try Data(
                contentsOf: URL(fileURLWithPath: folder.file(name)), options: .alwaysMapped)
            return data.count { $0 == 0x0a } - 1
        }

        /// The ID of the last row of the plan's list of IDs.
        private func lastID() throws -> String {
            let data = try Data(
                contentsOf: URL(fileURLWithPath: folder.file("\(Self.plan)/ids.csv")),
                options: .alwaysMapped)
            let line =
                String(decoding: data.suffix(400), as: UTF8.self)
                .split(separator: "\n").last ?? ""
            return String(line.prefix { $0 != "," })
        }
    }
#endif

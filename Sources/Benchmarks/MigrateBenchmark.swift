// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymMappings
    import AllonymInput
    import ArgumentParser
    import Foundation

    /// How fast a large export becomes a plan for each target, in how much memory, how fast a plan is
    /// verified, and how fast events are read.
    ///
    /// The peers, in the same run and on the same file: DuckDB, which writes the largest of the same
    /// files for the target, and Foundation's two readers of JSON. Times of plans are those of the
    /// whole program, from start to end; DuckDB is given its start for free.
    struct MigrateBenchmark: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "migrate",
            abstract: "Rows of an export a second, beside DuckDB, and memory.",
            discussion: """
                Needs the tool, built before (swift build -c release --traits Tools), and GNU time; \
                a peer that is missing is left out, and said to be. Exits with 1 when a floor is \
                missed; of one round the floors of speed are an eighth of what they are of several, \
                and those of ratios half, because that is what a busy machine holds.

                Example: allonym-benchmarks migrate --rows 1000000 --largest 1000000 --rounds 1
                """)

        @Option(help: "How many rows the targets and the peers get.")
        var rows = 5_000_000

        @Option(help: "The most rows for which the cost of one is measured, from a million on.")
        var largest = 8_000_000

        @Option(help: "How many megabytes of events are read.")
        var events = 300

        @Option(help: "How many rounds; medians are printed.")
        var rounds = 3

        @Flag(help: "Keep the samples beside this program, for the next time.")
        var keep = false

        func validate() throws {
            guard rows > 0, largest > 0, events > 0, rounds > 0 else {
                throw ValidationError("Rows, megabytes and rounds are at least 1.")
            }
        }

        func run() throws {
            guard let tool = TimedRun.find("allonym") else {
                throw ValidationError("There is no allonym; swift build -c release --traits Tools")
            }
            guard TimedRun.find("time") != nil else {
                throw ValidationError("There is no GNU time; apt-get install time")
            }
            let mappings = try Mappings.load()
            let folder = try SampleFolder(keep: keep)
            let sample = SampleExport(rows: rows)
            let file = try folder.file(sample)
            let load = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? ""
            print(
                "\(rows.grouped) rows, \(file.bytes / 1_000_000) MB, medians of \(rounds)",
                rounds == 1 ? "round;" : "rounds;")
            print("the machine's load before: \(load.split(separator: " ").first ?? "unknown")\n")
            var floors = Floors(rounds: rounds)
            let plans = PlanRuns(tool: tool, folder: folder, rounds: rounds)
            try plans.measureTargets(sample, mappings, &floors)
            try UseRuns(tool: tool, folder: folder, rounds: rounds).measure(sample, &floors)
            try IntakeMeasure(mappings).measure(file.path, &floors)
            if largest != rows { folder.release(sample) }
            try EventMeasure(mappings, rounds: rounds).measure(
                folder, megabytes: events, &floors)
            try plans.measureGrowth(to: largest)
            try floors.report()
        }
    }
#endif

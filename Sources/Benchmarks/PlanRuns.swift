// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymMappings
    import AllonymInput
    import ArgumentParser
    import Foundation

    /// Plans of an export, made by the tool, beside the same file made by DuckDB.
    struct PlanRuns {
        let tool: String
        let folder: SampleFolder
        let rounds: Int

        private static let targets = ["nami", "purchasely", "qonversion", "neutral"]
        /// As many rows a second have to become a plan.
        private static let leastRows = 400_000.0
        /// As large a part of DuckDB's speed has to be reached.
        private static let leastOfPeer = 1.0 / 3

        /// Makes a plan for each target, and its largest file with DuckDB.
        func measureTargets(
            _ sample: SampleExport, _ mappings: Mappings, _ floors: inout Floors
        ) throws {
            let file = try folder.file(sample)
            var own: [String: [TimedRun]] = [:]
            var peers: [String: [DuckDBPlan.Outcome]] = [:]
            for _ in 0..<rounds {
                for target in Self.targets {
                    own[target, default: []].append(try plan(file.path, target))
                    if let peer = try DuckDBPlan(target, mappings).run(file.path, in: folder) {
                        peers[target, default: []].append(peer)
                    }
                }
            }
            print(
                "to".padding(12), "seconds".padding(9), "of a core".padding(11),
                "rows/s".padding(11),
                "MB".padding(6), "DuckDB, s".padding(11), "of a core".padding(11),
                "times its speed")
            for target in Self.targets {
                let runs = own[target, default: []]
                let seconds = runs.map(\.seconds).median
                let speed = Double(sample.count) / seconds
                floors.note("rows/s to \(target)", speed: speed, floor: Self.leastRows)
                var line = [
                    target.padding(12), "\(seconds.rounded(places: 2))".padding(9),
                    "\(runs.map(\.processorSeconds).median.rounded(places: 2))".padding(11),
                    Int(speed).grouped.padding(11),
                    "\((runs.map(\.peakBytes).max() ?? 0) / 1_000_000)".padding(6),
                ]
                if let peer = peers[target] {
                    let ratio = peer.map(\.seconds).median / seconds
                    floors.note("DuckDB to \(target)", ratio: ratio, floor: Self.leastOfPeer)
                    line += [
                        "\(peer.map(\.seconds).median.rounded(places: 2))".padding(11),
                        "\(peer.map(\.processorSeconds).median.rounded(places: 2))".padding(11),
                        "\(ratio.rounded(places: 2))",
                    ]
                } else {
                    line.append("missing: pip install duckdb")
                }
                print(line.joined(separator: " "))
            }
            print()
            for target in Self.targets {
                guard let peer = peers[target]?.last else { continue }
                print(
                    peer.name.padding(28), "\(peer.ownRows.grouped) rows,",
                    "DuckDB's \(peer.rows.grouped)")
                floors.note("the rows of \(peer.name)", holds: peer.ownRows == peer.rows)
            }
            for target in Self.targets { folder.remove("plan-\(target)") }
        }

        /// What a row costs, to one target, of ever more rows.
        func measureGrowth(to largest: Int) throws {
            print(
                "\n" + "rows".padding(12), "seconds".padding(9), "rows/s".padding(12),
                "bytes of memory a row")
            var costs: [Double] = []
            var count = 1_000_000
            while count <= largest {
                let sample = SampleExport(rows: count)
                let file = try folder.file(sample)
                let runs = try (0..<rounds).map { _ in try plan(file.path, "nami") }
                let seconds = runs.map(\.seconds).median
                costs.append(seconds / Double(count))
                print(
                    count.grouped.padding(12), "\(seconds.rounded(places: 2))".padding(9),
                    Int(Double(count) / seconds).grouped.padding(12),
                    "\((runs.map(\.peakBytes).max() ?? 0) / count)")
                folder.release(sample)
                count *= 2
            }
            folder.remove("plan-nami")
            guard let least = costs.min(), let most = costs.max() else { return }
            let spread = ((most / least - 1) * 100).rounded()
            print("between the dearest row and the cheapest: \(Int(spread)) %")
        }

        private func plan(_ path: String, _ target: String) throws -> TimedRun {
            let out = "plan-\(target)"
            folder.remove(out)
            let run = try TimedRun(
                tool,
                [
                    "migrate", "plan", "--from", "revenuecat", "--to", target, "--in", path,
                    "--out", folder.file(out),
                ])
            // 1 says that something needs a decision: blocked IDs do.
            guard let run, run.code <= 1,
                FileManager.default.fileExists(atPath: folder.file(out + "/manifest.json"))
            else { throw ValidationError("The plan to \(target) was not made.") }
            return run
        }
    }
#endif

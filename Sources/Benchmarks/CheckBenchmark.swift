// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymChecking
    import AllonymInput
    import AllonymCore
    import AllonymMappings
    import ArgumentParser
    import Foundation

    /// How fast files of IDs are checked, and in how much memory.
    ///
    /// The peers, in the same run and on the same file: ripgrep, which counts the lines of one
    /// provider's formats, and DuckDB, which works out the same reasons and advice. Times are those of
    /// whole programs, from start to end, but for DuckDB, which is given its start for free.
    struct CheckBenchmark: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "IDs a second beside ripgrep and DuckDB, and memory.",
            discussion: """
                Needs the tool, built before (swift build -c release --traits Tools), and GNU time; \
                a peer that is missing is left out, and said to be.
                """)

        @Option(help: "How many IDs the peers get.")
        var ids = 10_000_000

        @Option(help: "The most IDs for which the cost of one is measured, from a million on.")
        var largest = 32_000_000

        @Option(help: "How many rounds; medians are printed.")
        var rounds = 5

        func validate() throws {
            guard ids > 0, largest > 0, rounds > 0 else {
                throw ValidationError("IDs and rounds are at least 1.")
            }
        }

        func run() throws {
            guard let tool = TimedRun.find("allonym") else {
                throw ValidationError("There is no allonym; swift build -c release --traits Tools")
            }
            guard TimedRun.find("time") != nil else {
                throw ValidationError("There is no GNU time; apt-get install time")
            }
            let file = try SampleFile()
            try file.grow(to: ids)
            let load = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? ""
            print("\(ids.grouped) IDs, \(file.bytes / 1_000_000) MB, medians of \(rounds) rounds;")
            print("the machine's load before: \(load.split(separator: " ").first ?? "unknown")\n")
            let check = try Self.check()
            let seconds = try measureTool(tool, file)
            try measureRipgrep(check, file, seconds)
            let isSame = try measureDuckDB(check, file, seconds)
            let isSmall = try measureMemory(tool, file)
            try measureGrowth(check, file)
            // Verdicts and bytes are the same on every run; speed is for people to read.
            if !isSame || !isSmall { throw ExitCode(1) }
        }

        static func check() throws -> IdentifierCheck {
            let mappings = try Mappings.load()
            return IdentifierCheck(
                try mappings.providers.map { try $0.rules() }, blocklists: mappings.blocklists)
        }

        // MARK: - Speed

        private func measureTool(_ tool: String, _ file: SampleFile) throws -> Double {
            var seconds: [Int: [Double]] = [1: [], 2: []]
            for _ in 0..<rounds {
                for threads in [1, 2] {
                    let run = try TimedRun(
                        tool, ["check", file.path, "--threads", "\(threads)"])
                    seconds[threads, default: []].append(run?.seconds ?? 0)
                }
            }
            for threads in [2, 1] {
                let median = seconds[threads, default: []].median
                print(
                    "allonym, all four providers, \(threads) threads:".padding(45),
                    "\(median.rounded(places: 2)) s,",
                    "\((Double(ids) / median / 1e6).rounded(places: 1)) million IDs/s")
            }
            return seconds[2, default: []].median
        }

        private func measureRipgrep(
            _ check: IdentifierCheck, _ file: SampleFile, _ own: Double
        ) throws {
            for rules in check.providers {
                let formats = rules.identifiers.rules.flatMap { rule -> [IdentifierFormat] in
                    if case .refuseAllBut(let formats) = rule.kind { return formats }
                    return []
                }
                guard !formats.isEmpty else { continue }
                let pattern = "^(" + formats.map(\.pattern.text).joined(separator: "|") + ")$"
                var seconds: [Double] = []
                for _ in 0..<rounds {
                    guard let run = try TimedRun("rg", ["-c", pattern, file.path]) else {
                        print("ripgrep is missing: apt-get install ripgrep")
                        return
                    }
                    seconds.append(run.seconds)
                }
                print(
                    "ripgrep, the formats of \(rules.provider.name) alone:".padding(45),
                    "\(seconds.median.rounded(places: 2)) s,",
                    "\((seconds.median / own).rounded(places: 1)) times allonym's 2 threads")
            }
        }

        private func measureDuckDB(
            _ check: IdentifierCheck, _ file: SampleFile, _ own: Double
        ) throws -> Bool {
            let query = DuckDBQuery(check)
            let script = file.folder.appendingPathComponent("query.py")
            try query.script(file.path).write(to: script, atomically: true, encoding: .utf8)
            var seconds: [Double] = []
            var counts: [Int] = []
            for _ in 0..<rounds {
                guard let run = try TimedRun("python3", [script.path]), run.code == 0 else {
                    print("DuckDB is missing: pip install duckdb")
                    return true
                }
                let numbers = run.output.split(whereSeparator: \.isWhitespace)
                    .compactMap { Double($0) }
                seconds.append(numbers.first ?? 0)
                counts = numbers.dropFirst().map { Int($0) }
            }
            print(
                "DuckDB, the same verdicts, 2 threads:".padding(45),
                "\(seconds.median.rounded(places: 2)) s,",
                "\((seconds.median / own).rounded(places: 1)) times allonym's 2 threads")
            let summary = try FileCheck(check).run([.file(file.path)])
            let isSame = counts == query.counts(summary)
            print("both count the same reasons and advice:".padding(45), isSame)
            return isSame
        }

        // MARK: - Memory, and growth

        private func measureMemory(_ tool: String, _ file: SampleFile) throws -> Bool {
            var peak = 0
            for arguments in [[tool, "check", file.path], [tool, "check", "-"]] {
                let isPipe = arguments.last == "-"
                let run = try TimedRun(
                    arguments[0], Array(arguments.dropFirst()), pipe: isPipe ? file.path : nil)
                peak = max(peak, run?.peakBytes ?? 0)
                print(
                    "peak memory, from a \(isPipe ? "pipe" : "file"):".padding(45),
                    "\(run.map { $0.peakBytes / 1_000_000 } ?? 0) MB")
            }
            return peak < 64_000_000
        }

        /// What an ID costs, in this process, so that a start is not counted.
        private func measureGrowth(_ check: IdentifierCheck, _ file: SampleFile) throws {
            try file.empty()
            var costs: [Double] = []
            var count = 1_000_000
            while count <= largest {
                try file.grow(to: count)
                var seconds: [Double] = []
                for _ in 0..<rounds {
                    let time = try ContinuousClock().measure {
                        _ = try FileCheck(check).run([.file(file.path)])
                    }
                    seconds.append(time.seconds)
                }
                costs.append(seconds.median / Double(count) * 1e9)
                print(
                    "an ID of \((count / 1_000_000).grouped) million costs:".padding(45),
                    "\((costs.last ?? 0).rounded(places: 1)) ns")
                count *= 2
            }
            guard let least = costs.min(), let most = costs.max() else { return }
            let spread = (most / least - 1) * 100
            print("between the dearest and the cheapest:".padding(45), "\(Int(spread.rounded())) %")
        }
    }
#endif

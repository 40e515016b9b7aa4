// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymMappings
    import ArgumentParser

    @main
    struct AllonymBenchmarks: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "allonym-benchmarks",
            abstract: "Measure speed and memory, beside a peer in the same run.",
            discussion: "Example: swift run -c release --traits Tools allonym-benchmarks ledger",
            subcommands: [
                LedgerBenchmark.self, FacadeBenchmark.self, CheckBenchmark.self,
                SearchBenchmark.self, SpinBenchmark.self, MigrateBenchmark.self,
            ] + served)

        #if Server
            private static let served: [any ParsableCommand.Type] = [
                ServeBenchmark.self, ApplyBenchmark.self, FixedBytes.self, BareCalls.self,
                JournalLines.self,
            ]
        #else
            private static let served: [any ParsableCommand.Type] = []
        #endif
    }
#else
    @main
    struct AllonymBenchmarks {
        static func main() {
            print(
                "The benchmarks need their trait: "
                    + "swift run -c release --traits Tools allonym-benchmarks")
        }
    }
#endif

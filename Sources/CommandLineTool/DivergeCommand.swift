// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymComparison
    import AllonymCore
    import AllonymInput
    import AllonymMappings
    import ArgumentParser
    import Foundation

    struct DivergeCommand: ParsableCommand {
        enum Format: String, ExpressibleByArgument, CaseIterable {
            case table, markdown, json, html
        }

        static let configuration = CommandConfiguration(
            commandName: "diverge",
            abstract: "Find every difference between two providers, or within one.",
            discussion: """
                Tries every sequence of actions in a small world, short ones first. For each pair of \
                rules that makes the two differ it shows the shortest history, those that cost a user \
                most first: access that nothing brings back, access until the user does something, \
                whose a purchase is, a refused action, who is one customer. With --safety it looks in \
                one provider for results that a user would call wrong. Ctrl-C ends the search and \
                shows what was found so far. Exits with 1 when something is found.

                Example: allonym diverge revenuecat purchasely --depth 4 --kind access
                Example: allonym diverge nami purchasely --top 5
                Example: allonym diverge revenuecat revenuecat --set-b restore=keep
                Example: allonym diverge --safety nami
                """)

        @Argument(
            help: ArgumentHelp("Two providers.", valueName: "provider"),
            completion: KnownWords.providers)
        var providers: [String] = []

        @Option(
            help: ArgumentHelp(
                "Search one provider for results that a user would call wrong.",
                valueName: "provider"), completion: KnownWords.providers)
        var safety: String?

        @Option(help: "Longest sequence of actions to try.")
        var depth = 5

        @Option(help: "Number of devices, up to 4.")
        var devices = 2

        @Option(help: "Number of app-supplied IDs, up to 4.")
        var ids = 2

        @Option(help: "Number of products in the stores, up to 4 (default: 1).")
        var products: Int?

        @Option(
            help: ArgumentHelp(
                "The kind of each product (default: subscription).", valueName: "k,k"),
            completion: .list(ProductKind.allCases.map(\.rawValue)))
        var kinds: String?

        @Option(
            help: ArgumentHelp(
                """
                Further actions to try: hold, uncancel, change, use, share, unshare, transfer, \
                redeem, delete, "expire grant", or all.
                """, valueName: "a,b"),
            completion: .list(FurtherAction.allCases.map(\.rawValue) + ["all"]))
        var actions: String?

        @Option(
            name: .customLong("kind"),
            help: ArgumentHelp(
                "Differences to look for: access, refusal, owner, identity (default: all).",
                valueName: "kind"), completion: .list(DifferenceKind.allCases.map(\.rawValue)))
        var differences: [String] = []

        @Option(
            name: .customLong("set"),
            help: ArgumentHelp(
                "A setting of both sides; see allonym explain PROVIDER.settings.", valueName: "k=v"),
            completion: KnownWords.settings)
        var settings: [String] = []

        @Option(
            help: ArgumentHelp("A setting of the first side.", valueName: "k=v"),
            completion: KnownWords.settings)
        var setA: [String] = []

        @Option(
            help: ArgumentHelp("A setting of the second side.", valueName: "k=v"),
            completion: KnownWords.settings)
        var setB: [String] = []

        @Flag(
            inversion: .prefixedNo,
            help: "Treat renamed states as equal.")
        var renaming = true

        @Option(
            help: ArgumentHelp(
                "Show only this many histories, those that cost most (default: all).",
                valueName: "count"))
        var top: Int?

        @Option(help: "Number of threads (default: one for each core).")
        var threads: Int?

        @Option(help: "The output format.")
        var format: Format = .table

        @OptionGroup var memory: MemoryOptions

        @OptionGroup var common: CommonOptions

        func run() throws {
            let mappings = try common.load()
            let question = try question(mappings)
            let world = try world(for: question)
            let search = Search(for: question, in: world, mappings, isRenaming: renaming)
            let output = try common.open()
            let interruption = Interruption()
            var progress = SearchProgress(depth: depth)
            let result = try search.run(
                depth: depth, threads: threads ?? ProcessInfo.processInfo.activeProcessorCount,
                mostBytes: memory.bytes, isCancelled: { interruption.hasCome },
                progress: { progress.report($0) })
            interruption.end()
            if result.coverage.isOutOfRoom {
                memory.warn(
                    "diverge: the search stopped when its states filled \(memory.megabytes) MB")
            }
            let report = SearchReport(result, top: top)
            switch format {
            case .table:
                try output.write(
                    report.text(width: output.width, isColoured: output.isColoured))
            case .markdown: try output.write(report.markdown)
            case .json: try output.write(try report.json())
            case .html: try report.page.write(output.write)
            }
            try output.close()
            if !result.findings.isEmpty { throw ExitCode(1) }
        }

        // MARK: - Arguments

        func validate() throws {
            let limits = SmallWorld.limits
            if safety == nil, providers.count != 2 {
                throw ValidationError(
                    "providers: expected two, found \(providers.count); name two, or give one with "
                        + "--safety")
            }
            if safety != nil, !providers.isEmpty || !setB.isEmpty || !differences.isEmpty {
                throw ValidationError(
                    "--safety: it searches one provider; leave out the other providers, --set-b "
                        + "and --kind")
            }
            for (name, value, most) in [
                ("devices", devices, limits.devices), ("products", products ?? 1, limits.products),
                ("depth", depth, Search.mostActions), ("threads", threads ?? 1, 64),
            ] where !(1...most).contains(value) {
                throw ValidationError("--\(name)", value, expected: "a number from 1 to \(most)")
            }
            if let top, top < 1 {
                throw ValidationError("--top", top, expected: "a number from 1")
            }
            guard (0...limits.ids).contains(ids) else {
                throw ValidationError("--ids", ids, expected: "a number from 0 to \(limits.ids)")
            }
        }
    }

    /// Says on standard error how far a search is, from its second second on.
    private struct SearchProgress {
        private let depth: Int
        private let start = ContinuousClock.now
        private var last = ContinuousClock.now

        init(depth: Int) { self.depth = depth }

        mutating func report(_ progress: Search.Progress) {
            let now = ContinuousClock.now
            guard now - start > .seconds(1), now - last > .seconds(1) else { return }
            last = now
            let text =
                "diverge: action \(progress.depth) of \(depth), \(progress.states.of("state")), "
                + "\(progress.transitions.of("transition")), \((now - start).components.seconds) s"
            StandardError.write(lines: [text])
        }
    }
#endif

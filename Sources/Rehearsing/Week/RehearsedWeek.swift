// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymService

    /// A week that goes by at both providers: purchases renew and end, customers log in on new
    /// devices, and apps are opened, on the same days.
    @available(macOS 14, *)
    struct RehearsedWeek: Sendable {
        private(set) var stage: Stage
        private(set) var source: SourceWorld
        let target: Project
        let logIns: WeekLogIns

        /// How long it is.
        static let days = 7
        /// When apps are opened.
        private static let openings: Set = [3, days]

        init(_ stage: Stage, source: SourceWorld, target: Project, _ logIns: WeekLogIns) {
            (self.stage, self.source) = (stage, source)
            (self.target, self.logIns) = (target, logIns)
        }

        /// Lets it go by.
        ///
        /// - Parameter first: What devices have seen before.
        /// - Returns: What they see at the end, new ones in place of those that they replace.
        /// - Throws: ``RehearsalFault`` where the target does not answer.
        mutating func run(after first: [DeviceSight]) async throws -> [DeviceSight] {
            var last = first
            for day in 1...RehearsedWeek.days {
                try await source.project.move(bySeconds: 86_400)
                try await target.move(bySeconds: 86_400)
                let today = logIns[day]
                if !today.isEmpty {
                    try await source.logIn(today)
                    let seen = try await stage.logIn(today, day: day)
                    for (logIn, sight) in zip(today, seen) { last[logIn.device] = sight }
                }
                if RehearsedWeek.openings.contains(day) {
                    try await source.openApps()
                    last = try await stage.open(last, day: day)
                }
            }
            return last
        }
    }
#endif

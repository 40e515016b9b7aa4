// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    package import AllonymMigration

    /// How fast the calls of a plan are made.
    package enum Rate: Hashable, Sendable {
        /// As fast as the provider documents.
        case documented
        /// As fast as it goes.
        case off
        /// At most so many in so many seconds, whatever they are.
        case fixed(Int, seconds: Int)

        /// Reads `documented`, `off` or `480/60s`; nil for anything else.
        package init?(_ text: String) {
            switch text {
            case "documented": self = .documented
            case "off": self = .off
            default:
                let parts = text.split(separator: "/", omittingEmptySubsequences: false)
                guard parts.count == 2, parts[1].hasSuffix("s"), let count = Int(parts[0]),
                    let seconds = Int(parts[1].dropLast()), (1...1_000_000).contains(count),
                    (1...86_400).contains(seconds)
                else { return nil }
                self = .fixed(count, seconds: seconds)
            }
        }
    }

    /// The turns of all calls of a plan, by the limits that they fall under.
    @available(macOS 14, *)
    package struct PaceBook: Sendable {
        private let turns: [String: Turns]
        private let rest: Turns

        /// The turns of a plan.
        ///
        /// - Parameters:
        ///   - limits: The limits that calls name, by their IDs.
        ///   - rate: How fast.
        package init(_ limits: [String: CallSheet.Limit], _ rate: Rate) {
            switch rate {
            case .off:
                turns = [:]
                rest = Turns(nil)
            case .fixed(let count, let seconds):
                turns = [:]
                rest = Turns(Pace(count, seconds: seconds))
            case .documented:
                turns = limits.mapValues { limit in
                    guard let count = limit.count, let seconds = limit.seconds, count > 0,
                        seconds > 0
                    else { return Turns(nil) }
                    return Turns(Pace(count, seconds: seconds))
                }
                rest = Turns(nil)
            }
        }

        /// The turns of calls under a limit; nil for calls without one.
        package func turns(of limit: String?) -> Turns { limit.flatMap { turns[$0] } ?? rest }

        /// The slowest of the limits, such as `480/60s`; nil where there is none.
        package var limit: String? {
            ([rest] + turns.values).compactMap(\.limit).min { $0.perSecond < $1.perSecond }?.text
        }

        /// For how long some calls wait because the target has asked for it.
        package var longestHold: Duration {
            ([rest] + turns.values).map(\.hold).max() ?? .zero
        }
    }
#endif

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    /// What has become of the calls of a plan: customers first, then calls.
    package struct ApplicationReport: Codable, Sendable {
        /// How many customers, each under the worst of its calls.
        package struct Customers: Codable, Hashable, Sendable {
            /// Those with calls.
            package var all = 0
            /// Everything is there.
            package var complete = 0
            /// Something else is there, and was not overwritten.
            package var conflict = 0
            /// The target has refused something.
            package var refused = 0
            /// Nothing says what became of something.
            package var unknown = 0
            /// Something was not sent yet.
            package var left = 0
            /// Everything is there but calls that are left to a person; nil for nobody.
            package var byHand: Int?
            /// Nothing was ever made, so there is nothing to take back; only in a report of taking
            /// back.
            package var nothing: Int?
            /// Everything was left alone, as it was there before or may have been; only in a report of
            /// taking back.
            package var spared: Int?
        }

        /// What was done of a plan before its journal went over to another project.
        package struct Earlier: Codable, Hashable, Sendable {
            /// The project that was named then.
            package var project: String
            /// How many calls were done, or may have been: they name no project in their paths.
            package var calls: Int

            package init(project: String, calls: Int) {
                self.project = project
                self.calls = calls
            }
        }

        /// The calls of one writer.
        package struct Writer: Codable, Hashable, Sendable {
            package var id: String
            package var title: String
            package var all = 0
            /// How many, by the word of their state.
            package var counts: [String: Int] = [:]
            /// Why they cannot be taken back; nil where they can.
            package var noUndo: String?
            /// How many of those that were applied have no reverse of their own; only in a report of
            /// taking back.
            package var kept: Int?
        }

        /// The plan.
        package var plan: String
        /// The provider.
        package var provider: String
        /// Where the calls went.
        package var target: String
        /// Whether calls were taken back.
        package var isUndo: Bool
        package var customers = Customers()
        /// How many calls, by the word of their state.
        package var calls: [String: Int] = [:]
        package var writers: [Writer] = []
        /// How many faults, by the rule that tells them; those that HTTP alone tells, by the status.
        package var reasons: [String: Int] = [:]
        /// What the rules among the reasons say, by their IDs; nil where there are none.
        package var sentences: [String: String]?
        /// The first customers with a fault of each reason, by an ID at the source; nil where there
        /// are none.
        package var examples: [String: [String]]?
        /// How many calls this run has sent, those too that were sent again.
        package var sent = 0
        /// How many times this run has read something back.
        package var readings = 0
        /// How long this run took.
        package var seconds = 0.0
        /// Whether anything of the plan was ever sent; only in a report of taking back.
        package var isApplied: Bool?
        /// Whether what the plan may not have made was taken back as well; only in a report of taking
        /// back.
        package var isUnsure: Bool?
        /// How many calls stay, each with a line in `undo-left.jsonl`, by the word for the reason; nil
        /// where none does, and in a report that is not of taking back.
        package var staying: [String: Int]?
        /// How many customers were left out because they were undone, who are in no other count;
        /// nil where there are none.
        package var undone: Int?
        /// The customers whom a canary run has made calls for, each by an ID at the target; nil for
        /// other runs.
        package var canary: [String]?
        /// How many customers a canary run has worked on; nil for other runs.
        package var tried: Int?
        /// How many calls are refused for something that is there and cannot be read.
        package var gone: Int?
        /// Why customers who were undone cannot be applied again; nil where they can, and where
        /// nobody was.
        package var whyNotAgain: String?
        /// The project, where every call that names it was answered as if there were no such.
        package var unknownProject: String?
        /// The project, where a canary run has ended before any call that names it; nil for other
        /// runs.
        package var untriedProject: String?
        /// What former runs have done while they named another project; nil where they did not.
        package var earlier: Earlier?
        /// Why this run has ended before everything was done: a word, and a sentence.
        package var stopped: String?
        package var stoppedBecause: String?

        /// As many customers are named for each reason.
        private static let mostExamples = 3

        /// Whether every call is done, or was there.
        package var isComplete: Bool {
            customers.complete + untouched == customers.all
        }

        /// Whether something could have been taken back, and nothing was.
        package var tookNothingBack: Bool {
            customers.spared ?? 0 > 0 && untouched == customers.all
        }

        /// How many customers nothing was taken back of, as there was nothing or it was left alone.
        private var untouched: Int { (customers.nothing ?? 0) + (customers.spared ?? 0) }

        /// How many customers somebody has to look at.
        package var faultyCustomers: Int {
            customers.conflict + customers.refused + customers.unknown
        }

        package init(plan: String, provider: String, target: String, isUndo: Bool) {
            self.plan = plan
            self.provider = provider
            self.target = target
            self.isUndo = isUndo
        }

        /// Counts a customer by the states of its calls.
        mutating func count(_ states: [CallState]) {
            customers.all += 1
            if isUndo, states.allSatisfy(\.hasNothingToTakeBack) {
                customers.nothing = (customers.nothing ?? 0) + 1
            } else if isUndo, states.allSatisfy(\.isLeftAlone) {
                customers.spared = (customers.spared ?? 0) + 1
            } else if states.contains(.conflict) {
                customers.conflict += 1
            } else if states.contains(.refused) {
                customers.refused += 1
            } else if states.contains(.unknown) {
                customers.unknown += 1
            } else if !states.allSatisfy(\.isFulfilled) {
                customers.left += 1
            } else if states.contains(.byHand) {
                customers.byHand = (customers.byHand ?? 0) + 1
            } else {
                customers.complete += 1
            }
        }

        /// Counts a fault of a customer, of whom an ID is given.
        mutating func note(_ reason: String, of customer: String?) {
            reasons[reason, default: 0] += 1
            guard let customer else { return }
            var named = examples?[reason] ?? []
            guard named.count < ApplicationReport.mostExamples, !named.contains(customer) else {
                return
            }
            named.append(customer)
            examples = examples ?? [:]
            examples?[reason] = named
        }

        /// Counts a call.
        mutating func count(_ state: CallState, writer: Int) {
            calls[state.word, default: 0] += 1
            writers[writer].all += 1
            writers[writer].counts[state.word, default: 0] += 1
        }
    }
#endif

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMappings
    import AllonymMigration
    import AllonymSending
    import AllonymServer
    import AllonymTestSupport
    import HTTPTypes
    import Testing

    /// A call of a plan, and what was sent for it.
    struct MadeCall {
        /// The ID of its writer.
        let writer: String
        /// How calls of that writer are made.
        let format: FormatCall
        /// Whatever was sent for it, in order; those requests too that never arrived.
        let requests: [FaultyTarget.Request]
        fileprivate let rules: AnswerRules

        /// What the project said, once for each arrival.
        var answers: [Answer] { requests.flatMap(\.answers) }

        /// The rows by which what a customer has already is given to it again, and nothing changes.
        private static let unchanging: Set = ["purchasely.claim.2", "qonversion.claim.2"]

        /// By which rule a further arrival does nothing: a rule of the provider's answers, what its
        /// documents say of repetitions, or, where they say nothing, a row of its rulebook.
        ///
        /// - Parameter answer: What the project said to it.
        /// - Returns: The rule, or nil where nothing says so.
        func reason(_ answer: Answer) -> String? {
            let given = TargetAnswer(answer.status.code, body: answer.body)
            switch rules.verdict(given, of: writer) {
            case .exists(let rule), .compare(let rule): return rule
            case .created, .done:
                return format.isRepeatable
                    ? format.idempotency : answer.rules.first(where: Self.unchanging.contains)
            case .refused, .later, .keyRefused, .unknown: return nil
            }
        }
    }

    extension SentPlan {
        /// Each call of the plan, with what was sent for it.
        ///
        /// No two calls of a plan are the same request, and nothing but its calls changes anything.
        func made(at server: FaultyTarget) throws -> [MadeCall] {
            let mappings = EveryProvider.mappings
            let calls = try PlanCalls(path, hashing: TestHashes(), mappings: mappings)
            let rules = AnswerRules(
                try #require(mappings.formats[target]), mappings.operations[target])
            let sent = Dictionary(grouping: server.requests, by: \.text)
            var planned: Set<String> = []
            let made = try self.calls().map { call in
                let format = try #require(calls.call(of: call.writer))
                let path = call.path.replacing("<project id>", with: "test")
                let request = FaultyTarget.Request(
                    line: "\(format.method) \(path)", body: call.body)
                #expect(planned.insert(request.text).inserted, "\(call.id)")
                return MadeCall(
                    writer: calls.writers[call.writer], format: format,
                    requests: sent[request.text] ?? [], rules: rules)
            }
            for (text, requests) in sent where !planned.contains(text) {
                #expect(requests.allSatisfy { $0.line.hasPrefix("GET ") }, "\(text)")
            }
            return made
        }
    }
#endif

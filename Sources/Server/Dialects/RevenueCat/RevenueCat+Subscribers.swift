// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymService
    import AllonymSimulation
    import Crypto
    import Foundation
    import HTTPTypes
    import RevenueCatWire

    // Who a customer is, and what it has.

    extension RevenueCatDialect {
        var subscriberHandlers: [String: Handler] {
            [
                "revenuecat.v1.subscribers": { call, visit in
                    let id = visit["app_user_id"]
                    let (view, attributes, isNew, rules) = try await visit.project.perform {
                        state, now in
                        let (isNew, rules) = try create(id, in: &state, now)
                        return (
                            state.world.view(of: UserID(unchecked: id), now: now),
                            state.subscriberAttributes(of: id, for: visit.key), isNew, rules
                        )
                    }
                    // Written outside of the project's turn, so that nobody waits for it.
                    let answer = try subscriber(view, attributes).because(rules)
                    return tagged(answer, isNew ? .created : .ok, call)
                },
                "revenuecat.v1.delete-subscriber": { _, visit in
                    let id = visit["app_user_id"]
                    let rules = try await visit.project.perform { state, now in
                        guard state.isKnown(UserID(unchecked: id)) else {
                            throw Refused(fault("v1.not-found", "There is no such customer."))
                        }
                        let decision = state.perform(
                            .delete(UserID(unchecked: id)), by: .user(UserID(unchecked: id), nil),
                            now: now)
                        return state.names(of: decision.rows)
                    }
                    return try Answer(json: DeletedSubscriber(appUserID: id, deleted: true))
                        .because(rules)
                },
                "revenuecat.sdk.identify": { call, visit in
                    var body = try object(call)
                    let old = try body.plain("app_user_id")
                    let new = try body.plain("new_app_user_id")
                    let (answer, isNew) = try await visit.project.perform { state, now in
                        let isNew = !state.isKnown(UserID(unchecked: new))
                        let decision = state.perform(
                            .logIn(UserID(unchecked: new)), by: .user(UserID(unchecked: old), nil),
                            now: now)
                        let rules = state.names(of: decision.rows)
                        guard decision.refusal == nil else { throw refused(decision, new, rules) }
                        return (
                            try subscriber(new, in: state, visit.key, now).because(rules), isNew
                        )
                    }
                    return tagged(answer, isNew ? .created : .ok, call)
                },
                "revenuecat.sdk.alias": { call, visit in
                    var body = try object(call)
                    let new = try body.plain("new_app_user_id")
                    let id = visit["app_user_id"]
                    let rules = try await visit.project.perform { state, now in
                        let decision = state.perform(
                            .logIn(UserID(unchecked: new)), by: .user(UserID(unchecked: id), nil),
                            now: now)
                        let rules = state.names(of: decision.rows)
                        guard decision.refusal == nil else { throw refused(decision, new, rules) }
                        return rules
                    }
                    return Answer(.ok, Array("{}".utf8)).because(rules)
                },
                "revenuecat.v1.update-subscriber-attributes": { call, visit in
                    var body = try object(call)
                    let given = try attributes(&body)
                    let id = visit["app_user_id"]
                    let answer = try await visit.project.perform { state, now in
                        _ = try create(id, in: &state, now)
                        let errors = set(given, of: id, in: &state, now)
                        guard errors.isEmpty else {
                            throw Refused(fault("v1.attributes-not-saved", attributes: errors))
                        }
                        return try subscriber(id, in: state, visit.key, now)
                    }
                    return answer
                },
            ]
        }

        /// Makes a customer where nobody has the ID.
        func create(
            _ id: String, in state: inout ProjectState, _ now: Date
        ) throws -> (isNew: Bool, rules: [String]) {
            guard !state.isKnown(UserID(unchecked: id)) else { return (isNew: false, rules: []) }
            let decision = state.perform(.open, by: .user(UserID(unchecked: id), nil), now: now)
            let rules = state.names(of: decision.rows)
            guard decision.refusal == nil else { throw refused(decision, id, rules) }
            return (isNew: true, rules: rules)
        }

        /// What v1 says of a customer to the bearer of a key.
        func subscriber(
            _ id: String, in state: ProjectState, _ key: KeyClass, _ now: Date
        ) throws -> Answer {
            try subscriber(
                state.world.view(of: UserID(unchecked: id), now: now),
                state.subscriberAttributes(of: id, for: key))
        }

        /// What v1 says of what is known of a customer, with attributes where they are given.
        private func subscriber(
            _ view: CustomerView?, _ attributes: [String: SubscriberAttribute]?
        ) throws -> Answer {
            var response = view.map { SubscriberResponse($0) }
            response?.subscriber.subscriberAttributes = attributes
            guard let json = response?.json else {
                throw Refused(fault("v1.not-found", "There is no such customer."))
            }
            return Answer(.ok, json + [UInt8(ascii: "\n")])
        }

        private static let etag = HTTPField.Name("X-RevenueCat-ETag")

        /// Where in a body what it says of a customer begins.
        private static let subject = Array("\"subscriber\":".utf8)

        /// Where bytes begin among others.
        private static func start(of sought: [UInt8], in bytes: [UInt8]) -> Int? {
            var start = 0
            while start + sought.count <= bytes.count {
                var known = 0
                while known < sought.count, bytes[start + known] == sought[known] { known += 1 }
                if known == sought.count { return start }
                start += 1
            }
            return nil
        }

        /// An answer with its tag, or 304 where the caller has the same already.
        ///
        /// An empty tag asks for the whole answer.
        /// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, ETagManager), read
        /// 2026-11-22.
        private func tagged(_ answer: Answer, _ status: HTTPResponse.Status, _ call: Call) -> Answer
        {
            var answer = answer
            answer.status = status
            guard let name = RevenueCatDialect.etag else { return answer }
            // The time of the request is in the body, and no part of what it says.
            let start = RevenueCatDialect.start(of: RevenueCatDialect.subject, in: answer.body)
            let digest = SHA256.hash(data: answer.body[(start ?? 0)...])
            let tag = Hexadecimal.text(Array(digest.prefix(8)))
            if let known = call.headers[name], known == tag, status == .ok {
                answer.status = .notModified
                answer.body = []
                answer.headers[.contentType] = nil
            }
            answer.headers[name] = tag
            return answer
        }
    }

    extension JSONObject {
        /// A text that has to be there, and may be empty.
        mutating func plain(_ name: String) throws(DocumentFault) -> String {
            guard let text = try text(name) else { throw fault(name, "expected a text") }
            return text
        }
    }
#endif

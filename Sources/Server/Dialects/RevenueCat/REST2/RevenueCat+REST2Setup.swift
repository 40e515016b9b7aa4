// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymService
    import Foundation
    import HTTPTypes
    import RevenueCatWire

    // What all calls of v2 have in common that read or change a project's setup.

    extension RevenueCatDialect {
        /// Answers with what a project's owner has set up.
        func read(
            _ visit: Visit, _ body: @Sendable (ProjectSetup) throws -> Answer
        ) async throws -> Answer {
            try await visit.project.perform { state, _ in try body(state.setup) }
        }

        /// Changes what a project's owner has set up; nothing where the body refuses.
        func change<Object: Encodable>(
            _ visit: Visit, status: HTTPResponse.Status = .ok,
            _ body: @Sendable (inout ProjectSetup, Date) throws -> Object
        ) async throws -> Answer {
            try await visit.project.perform { state, now in
                var setup = state.setup
                let answer = try Answer(status, json: body(&setup, now))
                try state.change(setup)
                return answer
            }
        }

        /// What was deleted, in v2's form.
        func deleted(
            _ kind: REST2.DeletedObject.Kind, _ id: String, _ now: Date
        ) -> REST2.DeletedObject {
            REST2.DeletedObject(object: kind, id: id, deletedAt: now.milliseconds)
        }

        /// The refusal of a name that another has.
        func taken(_ param: String) -> Refused {
            Refused(
                problem("v2.resource-already-exists", "Another has this \(param).", param: param))
        }

        /// The members that a call wants to have expanded.
        func expansions(_ call: Call, of known: String...) throws -> Set<String> {
            let names = call.query.all("expand").flatMap {
                $0.split(separator: ",").map(String.init)
            }
            guard names.allSatisfy(known.contains) else {
                throw wrong(
                    "expand", "What can be expanded: \(known.joined(separator: ", ")).")
            }
            return Set(names)
        }

        // MARK: Members of bodies

        /// A text of a body that has to be there, up to so many characters long.
        func needed(
            _ name: String, _ body: inout JSONObject, upTo longest: Int
        ) throws -> String {
            guard let text = try label(name, &body, upTo: longest) else {
                throw wrong(body.place(name), "\(name) is needed.")
            }
            return text
        }

        /// A text of a body that may be missing or null, of 1 to so many characters.
        func label(
            _ name: String, _ body: inout JSONObject, upTo longest: Int
        ) throws -> String? {
            guard let text = try body.text(name) else { return nil }
            guard (1...longest).contains(text.unicodeScalars.count) else {
                throw wrong(body.place(name), "\(name) has 1 to \(longest) characters.")
            }
            return text
        }

        /// A text of a body that changes something: it may be missing, but not null.
        func changed(
            _ name: String, _ body: inout JSONObject, upTo longest: Int
        ) throws -> String? {
            guard body.names.contains(name) else { return nil }
            return try needed(name, &body, upTo: longest)
        }

        /// The member `product_ids`: products that are there, 1 to 50.
        func productIDs(_ body: inout JSONObject) throws -> [String] {
            let ids = try body.texts("product_ids")
            guard (1...50).contains(ids.count) else {
                throw wrong("product_ids", "product_ids has 1 to 50 IDs.")
            }
            return ids
        }

        /// The identifiers of products by their IDs, each of which has to be there.
        func identifiers(_ ids: [String], in setup: ProjectSetup) throws -> [String] {
            try ids.map { id in
                guard let product = setup.product(of: id) else {
                    throw missing("There is no product \(id).")
                }
                return product.identifier
            }
        }

        /// The longest names, as v2 documents them.
        ///
        /// Source: https://www.revenuecat.com/docs/api-v2, Create an entitlement, read 2026-11-25; of
        /// other objects they are the same.
        static let (longestKey, longestName) = (200, 1_500)
    }
#endif

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation
    import HTTPTypes

    /// A form's fields; each has one value.
    struct ConsoleForm: Sendable {
        private let fields: Query

        /// The fields in a call's body; nil where it is no form.
        init?(_ call: Call) {
            guard let text = String(validating: call.body, as: UTF8.self),
                let fields = Query(Substring(text))
            else { return nil }
            self.fields = fields
        }

        /// A field's value; nil where it was left empty.
        subscript(name: String) -> String? {
            fields[name].flatMap { $0.isEmpty ? nil : $0 }
        }
    }

    /// What a form does: a call of the control API that is made of its fields.
    enum ConsoleButton: String, CaseIterable, Sendable {
        case buy
        case store
        case clock
        case replay
        case undo

        /// The call; nil where a field that its path needs is missing.
        func call(_ form: ConsoleForm) throws -> Call? {
            switch self {
            case .buy: return try call("purchases", texts(["account", "product"], form))
            case .store: return try call("store-events", StoreBody(form))
            case .clock:
                guard let freeze = form["freeze"] else {
                    return try call("clock", texts(["advance", "now"], form))
                }
                return try call("clock", ["freeze": freeze == "true"])
            case .replay:
                guard let id = form["id"] else { return nil }
                return try call("deliveries/\(PercentEncoding.text(id))/replay", texts([], form))
            case .undo:
                guard let id = form["id"] else { return nil }
                var body: [String: Int] = [:]
                body["step"] = form["step"].flatMap { Int($0) }
                return try call("customers/\(PercentEncoding.text(id))/undo", body)
            }
        }

        /// What a store is to do; what the form does not have is left out.
        private struct StoreBody: Encodable {
            let token: String?
            let event: String?
            let to: String?
            let atRenewal: Bool?
            let resumes: String?
            let with: String?

            init(_ form: ConsoleForm) {
                token = form["token"]
                event = form["event"]
                to = form["to"]
                atRenewal = form["atRenewal"].map { $0 == "true" }
                resumes = form["resumes"]
                with = form["with"]
            }
        }

        private func texts(_ names: [String], _ form: ConsoleForm) -> [String: String] {
            var texts: [String: String] = [:]
            for name in names { texts[name] = form[name] }
            return texts
        }

        private func call(_ path: String, _ body: some Encodable) throws -> Call? {
            Call(
                .post, "/allonym/v1/\(path)", body: [UInt8](try JSONEncoder().encode(body)))
        }

        /// Whether an answer says that the store did nothing.
        func isUndone(by answer: Answer) -> Bool {
            struct Applied: Decodable { let applied: Bool }
            guard self == .store else { return false }
            let read = try? JSONDecoder().decode(Applied.self, from: Data(answer.body))
            return read?.applied == false
        }
    }
#endif

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymMappings
    import AllonymService
    import Foundation
    import HTTPTypes
    import QonversionWire

    // What callers send, read as the wire has it, and what is said where it is something else.

    extension QonversionDialect {
        /// A body as one of the wire's types; an empty one is an empty object.
        ///
        /// - Parameters:
        ///   - call: The call.
        ///   - type: The type.
        ///   - id: The error that a refusal is.
        ///   - rules: What members have to be, where their type alone does not say it.
        /// - Returns: The body.
        /// - Throws: A refusal that names the member, where it is one.
        func body<Value: Decodable>(
            _ call: Call, as type: Value.Type, orElse id: String, rules: [String: String] = [:]
        ) throws -> Value {
            do {
                let bytes = call.body.isEmpty ? Array("{}".utf8) : call.body
                try JSONSyntax.check(bytes)
                return try JSONDecoder().decode(type, from: Data(bytes))
            } catch {
                let known = error as? DecodingError
                let message = known?.sentence(rules) ?? "The body is not the expected JSON."
                throw Refused(fault(id, message, field: known?.place))
            }
        }

        /// The values that a member can have, as a sentence.
        static func rule<Word: RawRepresentable & CaseIterable>(
            _ what: String, _ words: Word.Type
        ) -> String {
            let known = Word.allCases.map { "\($0.rawValue)" }.joined(separator: ", ")
            return "\(what) is one of \(known)."
        }

        /// What members are in many bodies.
        static let environmentRule = ["environment": rule("An environment", Environment.self)]
    }

    extension DecodingError {
        private var context: Context? {
            switch self {
            case .typeMismatch(_, let found), .valueNotFound(_, let found),
                .keyNotFound(_, let found), .dataCorrupted(let found):
                found
            @unknown default: nil
            }
        }

        /// Where a body is not what was expected; nil where that cannot be said.
        fileprivate var place: String? {
            let path = (context?.codingPath ?? []).map(\.stringValue).joined(separator: ".")
            return path.isEmpty ? nil : path
        }

        /// What is wrong with which member; nil where it is none.
        fileprivate func sentence(_ rules: [String: String]) -> String? {
            if case .keyNotFound(let key, _) = self { return "\(key.stringValue) is missing." }
            let names = (context?.codingPath ?? []).filter { $0.intValue == nil }
                .map(\.stringValue)
            guard let first = names.first, let last = names.last else { return nil }
            if let rule = rules[first] { return rule }
            return expected.map { "\(last) has to be \($0)." }
                ?? "\(last) has a value that it cannot have."
        }

        /// What JSON has of the type that was expected.
        private var expected: String? {
            switch self {
            case .typeMismatch(let type, _), .valueNotFound(let type, _):
                if type == String.self { return "text" }
                if type == Bool.self { return "true or false" }
                if type == [Any].self { return "a list" }
                if type == [String: Any].self { return "an object" }
                return type is any Numeric.Type ? "a number" : nil
            default: return nil
            }
        }
    }
#endif

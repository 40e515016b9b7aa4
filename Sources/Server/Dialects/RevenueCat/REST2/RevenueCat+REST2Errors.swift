// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymMappings
    import AllonymService
    import HTTPTypes
    import RevenueCatWire

    // What v2 refuses, in its own form.

    extension RevenueCatDialect {
        /// v2's words for a call that comes to no operation.
        func answerInV2(to refusal: GateRefusal) -> Answer {
            switch refusal {
            case .unknownKey: problem("v2.authentication")
            case .wrongKey: problem("v2.authorization")
            case .unknownPath, .absent: problem("v2.resource-missing")
            case .malformed(let reason): problem("v2.parameter", reason)
            case .tooLarge: problem("v2.invalid-request", "The body is too large.", status: 413)
            case .unavailable(let reason):
                problem("v2.unavailable", reason, waiting: 1_000)
            case .limited(let seconds): problem("v2.rate-limit", waiting: seconds * 1_000)
            case .failed: problem("v2.server")
            }
        }

        /// An error of v2.
        ///
        /// - Parameters:
        ///   - id: Its ID in the data.
        ///   - message: What it says where the data have no text, or a clearer one.
        ///   - param: The member or parameter that is wrong.
        ///   - status: The HTTP status where it is not the data's.
        ///   - milliseconds: After what time the same call may succeed; nil where it will not.
        /// - Returns: The answer.
        func problem(
            _ id: String, _ message: String? = nil, param: String? = nil, status: Int? = nil,
            waiting milliseconds: Int? = nil
        ) -> Answer {
            guard let known = words.fault(id),
                let type = known.code.flatMap({ REST2.ErrorType(rawValue: $0) })
            else { return Answer(.internalServerError) }
            let body = REST2.Error(
                type: type, param: param, docURL: Self.page(of: type),
                message: message ?? known.text ?? known.citation.says,
                retryable: milliseconds != nil, backoffMilliseconds: milliseconds)
            guard var answer = try? Answer(.init(code: status ?? known.status), json: body) else {
                return Answer(.internalServerError)
            }
            answer.rules = known.rules
            if let milliseconds, let name = HTTPField.Name("Retry-After") {
                answer.headers[name] = "\((milliseconds + 999) / 1_000)"
            }
            return answer
        }

        /// Where a type of error is explained.
        ///
        /// Source: https://www.revenuecat.com/docs/api-v2, Error Handling, read 2026-11-24.
        private static func page(of type: REST2.ErrorType) -> String {
            "https://errors.rev.cat/" + type.rawValue.replacing("_", with: "-")
        }

        /// A handler of an operation of one project: other projects are not there.
        func inProject(_ body: @escaping Handler) -> Handler {
            inV2 { call, visit in
                guard visit["project_id"] == visit.project.file.name else {
                    throw missing("There is no such project.")
                }
                return try await body(call, visit)
            }
        }

        /// A handler of any operation of v2.
        ///
        /// v2 takes a key behind `Bearer` alone; v1 takes a bare one as well.
        /// Source: https://www.revenuecat.com/docs/projects/authentication, read 2026-11-22.
        func inV2(_ body: @escaping Handler) -> Handler {
            { call, visit in
                guard call.header("Authorization")?.lowercased().hasPrefix("bearer ") == true else {
                    throw Refused(problem("v2.authentication"))
                }
                do {
                    return try await body(call, visit)
                } catch let fault as DocumentFault {
                    throw Refused(
                        problem(
                            "v2.parameter", fault.description,
                            param: fault.member.isEmpty ? nil : fault.member))
                }
            }
        }

        /// The refusal of what is not there.
        func missing(_ message: String) -> Refused {
            Refused(problem("v2.resource-missing", message))
        }

        /// The refusal of a wrong member or parameter.
        func wrong(_ param: String, _ message: String) -> Refused {
            Refused(problem("v2.parameter", message, param: param))
        }
    }
#endif

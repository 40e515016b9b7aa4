// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSimulation
    /// Why a plan is not applied, or no further.
    package enum ApplicationFault: Error, CustomStringConvertible, Sendable {
        /// Something is missing in what was asked for, or does not fit the plan.
        case usage(String)
        /// The plan or its journal is not what it has to be.
        case data(String)
        /// The plan has no calls.
        case noCalls(String)
        /// Something cannot be written.
        case output(String)
        /// Another process is applying the plan.
        case busy(String)

        package var description: String {
            switch self {
            case .usage(let text), .data(let text), .noCalls(let text), .output(let text),
                .busy(let text):
                text
            }
        }

        /// What a journal's fault means.
        init(_ fault: CallRecord.Fault) {
            self =
                fault.isRefusal
                ? .data(fault.description)
                : fault.isBusy ? .busy(fault.description) : .output(fault.description)
        }
    }

    /// Why a run has ended before everything was done.
    package enum ApplicationStop: Hashable, Sendable, CustomStringConvertible {
        /// Somebody has asked for it.
        case interrupted
        /// As many customers as were asked for are done.
        case canary(Int)
        /// The target does not take a key: which, and what it has answered.
        case keyRefused(String, answer: String)
        /// The target cannot be reached, or answers nothing but that it cannot answer.
        case unreachable(String)
        /// The target is reached, and asks again and again to wait.
        case throttled(String)
        /// The target answers that it is elsewhere: with which status, and where.
        case redirected(Int, location: String)
        /// Too large a share of the calls came to nothing.
        case errors(String)

        package var description: String {
            switch self {
            case .interrupted: "it was interrupted"
            case .canary(1): "--canary asks for 1 customer"
            case .canary(let count): "--canary asks for \(count) customers"
            case .keyRefused(let key, let answer): "the target does not take \(key): \(answer)"
            case .unreachable(let text): "the target cannot be reached: \(text)"
            case .throttled(let text):
                "the target asks again and again to wait: \(text); give a lower --rate, or start "
                    + "again later"
            case .redirected(let status, let location):
                "the target redirects to \(location) (HTTP \(status)); check --to-url"
            case .errors(let text): "too many errors: \(text)"
            }
        }

        /// Its name in reports.
        package var word: String {
            switch self {
            case .interrupted: "interrupted"
            case .canary: "canary"
            case .keyRefused: "key-refused"
            case .unreachable: "unreachable"
            case .throttled: "throttled"
            case .redirected: "redirected"
            case .errors: "errors"
            }
        }
    }

    /// Asks a run to end: nothing new is begun, and what is on its way is waited for.
    package final class StopSignal: Sendable {
        private let stop = Locked<ApplicationStop?>(nil)

        package init() {}

        /// Asks for it; the first reason counts.
        package func set(_ reason: ApplicationStop = .interrupted) {
            stop.withLock { if $0 == nil { $0 = reason } }
        }

        /// Why it was asked for; nil where it was not.
        package var reason: ApplicationStop? { stop.withLock { $0 } }

        /// Whether it was asked for.
        package var isSet: Bool { reason != nil }
    }
#endif

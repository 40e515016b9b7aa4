// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore

/// A session whose calls all go the same way: sent through the connection, performed, the server's
/// answer adopted, and handed to the app.
///
/// A call is performed and its answer adopted in one turn under the lock of ``state``, so that of
/// calls in several threads the one that the server heard last is the one whose answer stays. The
/// app's code never runs under the lock.
package protocol CallingSession: FacadeSession {
    /// What is in memory in one run of the app.
    associatedtype State
    /// What the SDK's calls answer about the customer.
    associatedtype Customer
    /// What the SDK's calls fail with.
    associatedtype Failure: Error

    /// The line to the world.
    var line: Line { get }
    /// What is in memory.
    var state: Locked<State> { get }

    /// Makes good what has to be before the server is asked, such as a launch that failed.
    ///
    /// - Parameters:
    ///   - state: What is in memory.
    ///   - isOffline: Whether the network is missing.
    /// - Returns: Why the server cannot be asked now; nil where it can.
    func prepare(_ state: inout State, _ isOffline: Bool) -> Failure?

    /// Takes over what the server says about the customer.
    ///
    /// - Parameters:
    ///   - view: What it says; nil where it does not know the app on the device.
    ///   - state: What is in memory.
    /// - Returns: What calls answer.
    @discardableResult
    func adopt(_ view: CustomerView?, _ state: inout State) -> Result<Customer, Failure>

    /// The SDK's error for a refusal.
    func error(for refusal: Refusal) -> Failure

    /// Is called after each call that was let through, before any other is.
    func finish(_ state: inout State, _ isOffline: Bool)
}

extension CallingSession {
    /// Does nothing.
    package func finish(_ state: inout State, _ isOffline: Bool) {}

    // MARK: Sending

    /// Sends a call that answers nothing, or does so itself.
    package func send(
        _ call: @escaping @Sendable (_ state: inout State, _ isOffline: Bool) -> Void
    ) {
        line.installation.connection.send { [self] isOffline in
            state.withLock { state in
                call(&state, isOffline)
                finish(&state, isOffline)
            }
        }
    }

    /// Sends a call, and hands its answer to the app on the main actor, in the order of the answers.
    package func send<Answer: Sendable>(
        _ call: @escaping @Sendable (_ state: inout State, _ isOffline: Bool) -> Answer,
        answered: @escaping @MainActor @Sendable (Answer) -> Void
    ) {
        send { [line] state, isOffline in
            let answer = call(&state, isOffline)
            line.installation.deliver { answered(answer) }
        }
    }

    /// Sends a call and waits for its answer.
    ///
    /// A call that waits when the app is relaunched is never answered, as in a process that ends;
    /// Swift logs that its continuation leaked.
    package func answer<Answer: Sendable>(
        to call: @escaping @Sendable (_ state: inout State, _ isOffline: Bool) -> Answer
    ) async -> Answer {
        await withCheckedContinuation { continuation in
            send { state, isOffline in continuation.resume(returning: call(&state, isOffline)) }
        }
    }

    // MARK: Performing

    /// Asks the server, unless something stands in the way.
    package func ask<Value>(
        _ state: inout State, _ isOffline: Bool,
        _ question: (inout State) -> Result<Value, Failure>
    ) -> Result<Value, Failure> {
        prepare(&state, isOffline).map { .failure($0) } ?? question(&state)
    }

    /// Performs an action and takes over what comes of it; see ``take(_:evenRefused:_:)``.
    package func perform(
        _ action: Action, evenRefused: Bool = false, _ state: inout State
    ) -> Result<Customer, Failure> {
        take(line.perform(action), evenRefused: evenRefused, &state)
    }

    /// Takes over a reply: of a refusal the error, else what the server says about the customer.
    ///
    /// - Parameters:
    ///   - reply: The reply.
    ///   - evenRefused: Whether what the server says is adopted after a refusal as well.
    ///   - state: What is in memory.
    /// - Returns: What the call answers.
    package func take(
        _ reply: Reply, evenRefused: Bool = false, _ state: inout State
    ) -> Result<Customer, Failure> {
        guard let refusal = reply.refusal else { return adopt(reply.view, &state) }
        if evenRefused { adopt(reply.view, &state) }
        return .failure(error(for: refusal))
    }
}

extension Result {
    /// The error; nil for a success.
    package var error: Failure? {
        switch self {
        case .success: nil
        case .failure(let error): error
        }
    }
}

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation

/// Drives a façade through its documented API, in neutral words.
///
/// Each call waits for its answer. A fifth façade brings one of these, and every test about all
/// façades runs over it: a class, so that it is found by its name.
protocol FacadeDriver: AnyObject, Sendable {
    /// The key of the façade's own provider.
    static var provider: String { get }

    /// Drives the façade on an installation.
    init(_ installation: Installation)

    /// Starts the SDK.
    func launch(as id: String?) async -> DriverAnswer
    func logIn(_ id: String) async -> DriverAnswer
    func logOut() async -> DriverAnswer
    func buy(_ product: String) async -> DriverAnswer
    func restore() async -> DriverAnswer
    func sync() async -> DriverAnswer
    /// Redeems what an ID has bought on the web.
    func redeem(_ product: String, from id: String) async -> DriverAnswer

    /// What the app sees, as entitlement IDs in byte order.
    func access() async -> [String]

    /// The ID in use, where the documented API tells it.
    func userID() async -> String?

    /// One of many documented calls, chosen by `number`, with a completion handler that calls
    /// `answered` exactly once.
    func mixedCall(_ number: Int, answered: @escaping @Sendable () -> Void)
}

extension FacadeDriver {
    /// Most SDKs have no such call.
    func redeem(_ product: String, from id: String) async -> DriverAnswer { .noCall }
}

/// What a documented call came to.
enum DriverAnswer: Equatable, Sendable {
    case done
    /// Read from the documented error that the façade gave.
    case refused(Refusal)
    /// The SDK has no such call.
    case noCall
    /// The SDK's call has no way to say that it was refused.
    case silent
}

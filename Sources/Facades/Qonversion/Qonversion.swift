// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymSimulation
import Foundation

/// The SDK: start it with ``initWithConfig(_:)``, then ask ``shared()``.
///
/// It acts on the installation of the task that starts it, and there is one for each run of an app
/// on an installation. Safe to use from any thread. Completion handlers are called on the main
/// actor, later, each exactly once, in the order of the answers; the `async` forms come back when
/// the answer is there.
public final class Qonversion: Sendable {
    let installation: Installation
    package let line: Line
    /// How long entitlements are good without the provider, in seconds; nil for ever.
    let cacheLifetime: TimeInterval?
    let environment: TransactionEnvironment
    package let state: Locked<SessionState>

    /// The key of the provider that this façade imitates.
    static let provider = "qonversion"

    private init(_ installation: Installation, _ configuration: Configuration) {
        self.installation = installation
        line = Line(installation, facade: Qonversion.provider)
        cacheLifetime = configuration.entitlementsCacheLifetime.seconds
        environment = configuration.environment == .sandbox ? .sandbox : .production
        state = Locked(SessionState(line.defaults, configuration))
    }

    /// Starts the SDK: the first launch on an installation makes a user, a later one goes on.
    ///
    /// A second call in the same run of the app gives the same instance and changes nothing.
    @discardableResult
    public static func initWithConfig(_ configuration: Configuration) -> Qonversion {
        let installation = Installation.forFacade(provider)
        return installation.start { installation in
            let made = Qonversion(installation, configuration)
            // Nothing may overtake the launch, so it is on its way before anybody has the instance.
            made.launch()
            return made
        }.session
    }

    /// The SDK as it was started.
    ///
    /// Before ``initWithConfig(_:)`` it logs an error and gives nil, as the SDK does; using that
    /// nil ends the program. The line stands in the installation's notes.
    public static func shared() -> Qonversion! {
        let installation = Installation.forFacade(provider)
        let session = installation.session(Qonversion.self)
        if session == nil {
            installation.note(
                "Qonversion is not initialised. Call Qonversion.initWithConfig(_:) before "
                    + "Qonversion.shared().")
        }
        return session
    }
}

extension Qonversion: CallingSession {
    /// Starts a session with the provider, and tells the listeners what it brought.
    package func appDidOpen() {
        send { [self] state, isOffline in open(&state, isOffline) }
    }
}

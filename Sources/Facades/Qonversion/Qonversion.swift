// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymSimulation
public import Foundation

/// The SDK: start it with ``initWithConfig(_:)``, then ask ``shared()``.
///
/// It acts on the installation of the task that starts it, and there is one for each run of an app
/// on an installation. Safe to use from any thread. Completion handlers are called on the main
/// actor, later, each exactly once, in the order of the answers; the `async` forms come back when
/// the answer is there.
public final class Qonversion: NSObject, Sendable {
    let installation: Installation
    package let line: Line
    /// How long entitlements are good without the provider, in seconds; nil for ever.
    let cacheLifetime: TimeInterval?
    let environment: TransactionEnvironment
    package let state: Locked<SessionState>
    /// Whether it was started; if not, every call fails.
    let isStarted: Bool

    /// The key of the provider that this façade imitates.
    static let provider = "qonversion"

    private init(_ installation: Installation, _ configuration: Configuration) {
        isStarted = true
        self.installation = installation
        line = Line(installation, facade: Qonversion.provider)
        cacheLifetime = configuration.entitlementsCacheLifetime.seconds
        environment = configuration.environment == .sandbox ? .sandbox : .production
        state = Locked(SessionState(line.defaults, configuration))
    }

    /// What ``shared()`` gives before the SDK was started.
    private init(notStartedOn installation: Installation) {
        isStarted = false
        self.installation = installation
        line = Line(installation, facade: Qonversion.provider)
        cacheLifetime = 0
        environment = .production
        state = Locked(SessionState(notStarted: line.defaults))
    }

    /// Starts the SDK: the first launch on an installation makes a user, a later one goes on.
    ///
    /// A second call in the same run of the app gives the same instance and changes nothing.
    @discardableResult
    public static func initWithConfig(_ configuration: Configuration) -> Qonversion {
        let installation = Installation.forFacade(provider, "Qonversion.initWithConfig(_:)")
        return installation.start { installation in
            let made = Qonversion(installation, configuration)
            // Nothing may overtake the launch, so it is on its way before anybody has the instance.
            made.launch()
            return made
        }.session
    }

    /// The SDK as it was started.
    ///
    /// Before ``initWithConfig(_:)`` it logs an error, as the SDK does; the line stands in the
    /// installation's notes. The SDK gives nil there in spite of its type, and calls on that come to
    /// nothing. Here every call fails with `internalError`, and nothing reaches the device or the
    /// provider.
    public static func shared() -> Qonversion {
        let installation = Installation.forFacade(provider, "Qonversion.shared()")
        if let session = installation.session(Qonversion.self) { return session }
        installation.note(
            "Qonversion is not initialised. Call Qonversion.initWithConfig(_:) before "
                + "Qonversion.shared().")
        return Qonversion(notStartedOn: installation)
    }
}

extension Qonversion: CallingSession {
    /// Starts a session with the provider, and tells the listeners what it brought.
    package func appDidOpen() {
        send { [self] state, isOffline in open(&state, isOffline) }
    }
}

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
package import AllonymSimulation
public import Foundation

/// The entry point: who uses the app, what they have, and what they buy.
///
/// Configure it once in a run of the app and use ``shared`` from then on; both act on the
/// installation of the task (`Installation.current`), or else on `Installation.standard`. Safe to
/// use from any thread. Completion handlers and the delegate are called on the main actor, in the
/// order of the calls, each exactly once; `async` calls return in the caller's task.
/// Source: https://www.revenuecat.com/docs/customers/user-ids, read 2026-11-21;
/// https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, Purchases), read 2026-11-21.
public final class Purchases: NSObject, PurchasesType, PurchasesSwiftType, Sendable {
    /// The key of RevenueCat's folder among the mappings.
    static let provider = "revenuecat"

    let installation: Installation
    package let line: Line
    let configuration: Configuration
    /// What the SDK keeps in memory.
    package let state: Locked<PurchasesSession>

    /// Launches the SDK on an installation.
    init(_ installation: Installation, _ configuration: Configuration) {
        self.installation = installation
        self.configuration = configuration
        let line = Line(installation, facade: Purchases.provider)
        self.line = line
        state = Locked(PurchasesSession(on: line, configuration))
        super.init()
    }

    // MARK: The shared instance

    /// The instance that was configured.
    ///
    /// - Important: It is a fatal error to use it before ``configure(with:)-(Configuration)``, as it
    ///   is in the SDK; ``isConfigured`` tells.
    public static var shared: Purchases {
        let installation = Installation.forFacade(provider, "Purchases.shared")
        guard let purchases = installation.session(Purchases.self) else {
            fatalError(
                "Purchases has not been configured on the installation "
                    + "\"\(installation.device)\". Call Purchases.configure(withAPIKey:) first; after "
                    + "a relaunch, again. If it was configured on another one, this call has left "
                    + "the other's `use` by a hop to a queue: set Installation.standard.")
        }
        return purchases
    }

    /// Whether there is a ``shared`` instance.
    public static var isConfigured: Bool {
        Installation.forFacade(provider, "Purchases.isConfigured").session(Purchases.self) != nil
    }

    // MARK: The user

    /// The ID in use: the one given, or an anonymous one.
    public var appUserID: String { state.withLock { $0.appUserID } }

    /// Whether the ID in use is an anonymous one.
    public var isAnonymous: Bool { state.withLock { $0.isAnonymous } }

    /// Who completes the store's transactions.
    ///
    /// Where the app does, it can record them with ``recordPurchase(productID:completion:)``; purchases
    /// of the SDK work all the same.
    public var purchasesAreCompletedBy: PurchasesAreCompletedBy {
        get { state.withLock { $0.purchasesAreCompletedBy } }
        set { state.withLock { $0.purchasesAreCompletedBy = newValue } }
    }

    /// Learns of changes; it is not kept alive.
    ///
    /// When it is set it is told what is cached, if anything is.
    public var delegate: (any PurchasesDelegate)? {
        get { state.withLock { $0.delegate } }
        set {
            state.withLock { session in
                guard newValue !== session.delegate else { return }
                session.delegate = newValue
                guard let newValue, let info = session.cached(at: line.now) else { return }
                tell(newValue, info)
            }
        }
    }

    /// Tells a delegate, later and on the main actor, unless another one has taken its place.
    func tell(_ delegate: any PurchasesDelegate, _ info: CustomerInfo) {
        let told = ObjectIdentifier(delegate)
        installation.deliver {
            guard let delegate = self.delegate, ObjectIdentifier(delegate) == told else { return }
            delegate.purchases(self, receivedUpdated: info)
        }
    }
}

// MARK: Carrying calls

/// What a call came to.
typealias Answer<Value> = Result<Value, ErrorCode>

extension Purchases: CallingSession {
    /// Nothing is asked without a network, or under an ID that the server does not take.
    package func prepare(_ session: inout PurchasesSession, _ isOffline: Bool) -> ErrorCode? {
        isOffline ? .offlineConnectionError : session.launchRefusal.map(error)
    }

    /// Takes over what the server says, and tells those who want to know if it is news.
    @discardableResult
    package func adopt(
        _ view: CustomerView?, _ session: inout PurchasesSession
    ) -> Result<CustomerInfo, ErrorCode> {
        guard let view else { return .failure(.unknownBackendError) }
        return .success(session.adopt(view, in: self))
    }

    /// The error that the vocabulary names for a refusal.
    package func error(for refusal: Refusal) -> ErrorCode { line.error(for: refusal) }
}

extension Result where Failure == ErrorCode {
    /// The value, if there is one.
    var value: Success? { try? get() }

    /// The error, if there is one, as completion handlers get it.
    var publicError: PublicError? {
        guard case .failure(let code) = self else { return nil }
        return code.asPublicError
    }
}

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
public import Foundation

/// Asking for the customer.
///
/// Source: https://www.revenuecat.com/docs/customers/customer-info, read 2026-11-21;
/// https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, CustomerInfoManager), read
/// 2026-11-21.
extension Purchases {
    /// Tells of the customer, from the cache where there is something in it.
    public func getCustomerInfo(completion: @escaping (CustomerInfo?, PublicError?) -> Void) {
        getCustomerInfo(fetchPolicy: .default, completion: completion)
    }

    /// Tells of the customer.
    public func getCustomerInfo(
        fetchPolicy: CacheFetchPolicy,
        completion: @escaping (CustomerInfo?, PublicError?) -> Void
    ) {
        // Safe: passed on once and called once, on the main actor.
        let completion = Handed(completion)
        if let answer = answer(fetchPolicy) {
            installation.deliver { completion.value(answer.value, answer.publicError) }
        } else {
            send(
                { self.fetch(&$0, isOffline: $1) },
                answered: { completion.value($0.value, $0.publicError) })
        }
    }

    /// Tells of the customer, from the cache where there is something in it.
    ///
    /// - Throws: ``ErrorCode``.
    public func customerInfo() async throws -> CustomerInfo {
        try await customerInfo(fetchPolicy: .default)
    }

    /// Tells of the customer.
    ///
    /// - Throws: ``ErrorCode``; with ``CacheFetchPolicy/fromCacheOnly`` and an empty cache
    ///   ``ErrorCode/customerInfoError``.
    public func customerInfo(fetchPolicy: CacheFetchPolicy) async throws -> CustomerInfo {
        if let answer = answer(fetchPolicy) { return try answer.get() }
        return try await self.answer { self.fetch(&$0, isOffline: $1) }.get()
    }

    /// What was heard of the customer last; nil where nothing was.
    public var cachedCustomerInfo: CustomerInfo? {
        state.withLock { $0.cached(at: line.now) }
    }

    /// Forgets what was heard of the customer, so that the next question goes to the server.
    public func invalidateCustomerInfoCache() {
        state.withLock { $0.invalidate(on: line) }
    }

    /// What is cached, if anything is, and every change from now on.
    ///
    /// A reader that is slow gets the newest.
    public var customerInfoStream: AsyncStream<CustomerInfo> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { stream in
            let number = state.withLock { $0.begin(stream, at: line.now) }
            stream.onTermination = { [weak self] _ in
                self?.state.withLock { $0.end(number) }
            }
        }
    }
}

// MARK: Cache and server

extension Purchases {
    /// The answer that the cache gives; nil where the server is to be asked.
    private func answer(_ policy: CacheFetchPolicy) -> Answer<CustomerInfo>? {
        let now = line.now
        let (info, isStale) = state.withLock { ($0.cached(at: now), $0.isStale(at: now)) }
        switch policy {
        case .fromCacheOnly: return info.map(Answer.success) ?? .failure(.customerInfoError)
        case .fetchCurrent: return nil
        case .notStaleCachedOrFetched: return isStale ? nil : info.map(Answer.success)
        case .cachedOrFetched:
            if info != nil, isStale { refreshIfStale() }
            return info.map(Answer.success)
        }
    }

    /// Asks the server.
    ///
    /// Of a customer who was erased it answers as of a new one.
    private func fetch(
        _ session: inout PurchasesSession, isOffline: Bool
    ) -> Answer<CustomerInfo> {
        ask(&session, isOffline) { take(line.view(), &$0) }
    }

    /// Takes over what the server answers, unless it does not take the ID in use.
    private func take(
        _ view: CustomerView?, _ session: inout PurchasesSession
    ) -> Answer<CustomerInfo> {
        if let refusal = view?.refusal { return .failure(error(for: refusal)) }
        return adopt(view, &session)
    }

    /// Asks the server for the customer and the offerings after a launch, as the SDK does behind the
    /// scenes; or at once, where the installation is told so.
    func prefetch() {
        if installation.asksWhileConfiguring { return ask() }
        installation.deliver { [weak self] in
            // An app that was relaunched since has another instance, or none.
            guard let self, self.installation.session(Purchases.self) === self,
                !self.line.defaults.isSucceeded
            else { return }
            ask()
        }
        func ask() {
            send { session, isOffline in
                // A new instance that takes over goes on with another user before it is the shared
                // one; that user is no business of this instance. So the answer that is taken over
                // is the one that was looked at: the next could be the other user's.
                guard let view = self.line.view(), view.userID == session.appUserID else { return }
                if session.isStale(at: self.line.now) {
                    _ = self.ask(&session, isOffline) { self.take(view, &$0) }
                }
                if session.offerings == nil, !self.line.catalogue.offerings.isEmpty {
                    _ = self.fetchOfferings(&session, isOffline: isOffline)
                }
            }
        }
    }

    /// Asks the server behind the scenes, where the cache is stale by then.
    func refreshIfStale() {
        send { session, isOffline in
            if session.isStale(at: self.line.now) {
                _ = self.fetch(&session, isOffline: isOffline)
            }
        }
    }
}

// MARK: The foreground

extension Purchases {
    /// The app came to the foreground: the store's queue is emptied, and stale info renewed.
    package func appDidOpen() {
        send { session, isOffline in
            guard !isOffline else { return }
            let reply = self.line.perform(.open)
            guard reply.refusal == nil, session.launchRefusal == nil, let view = reply.view
            else { return }
            if session.isStale(at: self.line.now) || session.isNews(view) {
                self.adopt(view, &session)
            }
        }
    }
}

extension CustomerView {
    /// Why nothing can be asked under the ID in use: the server does not take it.
    var refusal: Refusal? { isTaken ? nil : .invalidIdentifier }
}

extension PurchasesSession {
    /// Whether the store has a transaction for this device that was not heard of: the SDK posts it
    /// when it finds it in the queue, and hears of the customer by that.
    fileprivate func isNews(_ view: CustomerView) -> Bool {
        guard let info = cached(at: view.date) else { return true }
        return view.purchases.contains { purchase in
            guard purchase.isOfThisAccount, purchase.product.kind == .subscription else {
                return false
            }
            let known = info.subscriptionsByProductIdentifier[purchase.product.id]
            return known?.storeTransactionId != purchase.transactionID
        }
    }
}

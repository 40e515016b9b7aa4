// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import RevenueCatWire

/// What the SDK keeps in memory in one run of the app.
package struct PurchasesSession {
    /// The ID in use.
    private(set) var appUserID: String
    /// Whether the provider counts it as anonymous.
    private(set) var isAnonymous: Bool
    /// Why the server does not take the ID that the SDK was configured with, where the world has
    /// another ID on this device.
    ///
    /// The SDK uses the ID given all the same, and gets this error for each call. At a first launch
    /// the world has that ID, too, and answers so by itself.
    private(set) var launchRefusal: Refusal?
    var purchasesAreCompletedBy: PurchasesAreCompletedBy
    var allowSharingAppStoreAccount: Bool?
    var virtualCurrencies: VirtualCurrencies?
    weak var delegate: (any PurchasesDelegate)?
    /// Who reads ``Purchases/customerInfoStream``.
    private var streams: [Int: AsyncStream<CustomerInfo>.Continuation] = [:]
    private var streamCount = 0
    private var info: CustomerInfo?
    /// The offerings that were asked for since the user logged in.
    var offerings: Offerings?
    /// The offerings as the catalogue has them, once they were asked for by anybody.
    var builtOfferings: Offerings?
    /// Under which it lies on the device.
    private var infoKey: String
    /// What the delegate and the streams were told last.
    private var told: CustomerInfo?

    /// After so long, customer info is stale while the app is in the foreground.
    static let staleSeconds: TimeInterval = 5 * 60

    init(on line: Line, _ configuration: Configuration) {
        let given = configuration.contents.appUserID
        let reply = line.launch(as: given)
        let isInUse = reply.refusal == nil || reply.view?.isTaken == false
        launchRefusal = isInUse ? nil : reply.refusal
        purchasesAreCompletedBy = configuration.contents.purchasesAreCompletedBy
        if isInUse, let view = reply.view {
            appUserID = view.userID
            isAnonymous = view.isAnonymous
            infoKey = Line.infoKey(of: view.userID)
            info = line.storedInfo(under: infoKey)
        } else {
            appUserID = given ?? ""
            isAnonymous = false
            infoKey = Line.infoKey(of: appUserID)
        }
    }

    // MARK: The cache

    /// What is cached, measured by what time it is.
    func cached(at now: Date) -> CustomerInfo? { info?.seen(at: now) }

    /// Whether there is nothing, or nothing of the last five minutes.
    func isStale(at now: Date) -> Bool {
        guard let info else { return true }
        return now.timeIntervalSince(info.requestDate) >= PurchasesSession.staleSeconds
    }

    /// Forgets what was heard of the customer.
    mutating func invalidate(on line: Line) {
        info = nil
        told = nil
        line.store(nil, under: infoKey)
    }

    /// Takes over what the server says, and tells those who want to know if it is news.
    mutating func adopt(_ view: CustomerView, in purchases: Purchases) -> CustomerInfo {
        use(view, on: purchases.line)
        let info = CustomerInfo(
            SubscriberResponse(view), now: view.date, inSandbox: view.isSandbox)
        self.info = info
        purchases.line.store(info, under: infoKey)
        let delegate = delegate
        if delegate != nil || !streams.isEmpty, told != info {
            for stream in streams.values { stream.yield(info) }
            if let delegate { purchases.tell(delegate, info) }
        }
        told = info
        return info
    }

    /// Goes over to the user that the server knows on this device, and forgets the one before.
    mutating func use(_ view: CustomerView, on line: Line) {
        launchRefusal = nil
        guard !appUserID.utf8.elementsEqual(view.userID.utf8) else { return }
        if isAnonymous { line.copyAttributes(from: appUserID, to: view.userID) }
        appUserID = view.userID
        isAnonymous = view.isAnonymous
        info = nil
        told = nil
    }

    // MARK: Streams

    /// Begins a stream with what is cached; the number ends it.
    mutating func begin(_ stream: AsyncStream<CustomerInfo>.Continuation, at now: Date) -> Int {
        streamCount += 1
        streams[streamCount] = stream
        if let info = cached(at: now) { stream.yield(info) }
        return streamCount
    }

    mutating func end(_ stream: Int) { streams[stream] = nil }
}

// MARK: What is stored on the device

extension Line {
    fileprivate static func infoKey(of id: String) -> String {
        "com.revenuecat.userdefaults.purchaserInfo." + id
    }

    /// Stores what was heard of a customer, or forgets it.
    fileprivate func store(_ info: CustomerInfo?, under key: String) {
        if let info {
            defaults.set(key, making: { info.json })
        } else {
            defaults.set(key, nil)
        }
    }

    /// What an earlier run of the app heard.
    fileprivate func storedInfo(under key: String) -> CustomerInfo? {
        defaults.string(key).flatMap { CustomerInfo(json: $0, now: now) }
    }
}

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation

/// What the SDK keeps in memory in one run of the app.
struct PurchasesSession {
    /// The ID in use.
    private(set) var appUserID: String
    /// Whether the provider counts it as anonymous.
    private(set) var isAnonymous: Bool
    /// Why the server does not take the ID that the SDK was configured with, where it does not.
    ///
    /// The SDK uses such an ID all the same, and gets this error for each call.
    private(set) var launchRefusal: Refusal?
    var purchasesAreCompletedBy: PurchasesAreCompletedBy
    weak var delegate: (any PurchasesDelegate)?
    /// Who reads ``Purchases/customerInfoStream``.
    private var streams: [Int: AsyncStream<CustomerInfo>.Continuation] = [:]
    private var streamCount = 0
    private var info: CustomerInfo?
    /// What the delegate and the streams were told last.
    private var told: CustomerInfo?

    /// After so long, customer info is stale while the app is in the foreground.
    static let staleSeconds: TimeInterval = 5 * 60

    init(on line: Line, _ configuration: Configuration) {
        let given = configuration.contents.appUserID
        let reply = line.launch(as: given)
        launchRefusal = reply.refusal
        purchasesAreCompletedBy = configuration.contents.purchasesAreCompletedBy
        if reply.refusal == nil, let view = reply.view {
            appUserID = view.userID
            isAnonymous = view.isAnonymous
            info = line.storedInfo(of: view.userID)
        } else {
            appUserID = given ?? ""
            isAnonymous = false
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
        line.store(nil, of: appUserID)
    }

    /// Takes over what the server says, and tells those who want to know if it is news.
    mutating func adopt(_ view: CustomerView, in purchases: Purchases) -> CustomerInfo {
        use(view, on: purchases.line)
        let info = CustomerInfo(SubscriberResponse(view), now: view.date)
        self.info = info
        purchases.line.store(info, of: appUserID)
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
    /// One entry for all users: what was heard of the one before is of no use any more.
    private static let key = "com.revenuecat.userdefaults.purchaserInfo"

    /// Stores what was heard of a customer, or forgets it.
    fileprivate func store(_ info: CustomerInfo?, of id: String) {
        defaults.set(Line.key, info?.json.map { id + "\n" + $0 })
    }

    /// What an earlier run of the app heard of a customer.
    fileprivate func storedInfo(of id: String) -> CustomerInfo? {
        guard let stored = defaults.string(Line.key)?.utf8, stored.starts(with: (id + "\n").utf8)
        else { return nil }
        let json = String(decoding: stored.dropFirst(id.utf8.count + 1), as: UTF8.self)
        return CustomerInfo(json: json, now: now)
    }
}

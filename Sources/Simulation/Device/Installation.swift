// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import AllonymCore
import Dispatch
import Foundation

/// The app on one device: what the façades in it run on.
///
/// An SDK's own calls know no device; they act on the installation of the task they are called in
/// (`use`), or else on ``standard``.
public final class Installation: Sendable {
    /// The device's name.
    public let device: String
    /// The world it is in.
    public let world: SharedWorld
    /// What lies between its SDKs and the provider.
    public let connection = Connection()
    package let defaults: Defaults
    private let life = Locked(Life())
    private let stores = Locked([StoreAccount: SimulatedStore]())
    private let known = Locked(Facades())
    private let starting = NSLock()

    /// What a run of the app holds.
    private struct Life {
        var sessions: [ObjectIdentifier: any FacadeSession] = [:]
        var order: [ObjectIdentifier] = []
        var notes: [String] = []
        var asksWhileConfiguring = false
    }

    /// The façades that have been on the device, and those that are to be installed anew.
    struct Facades {
        var devices: [String: DeviceID] = [:]
        var order: [DeviceID] = []
        var anew: Set<String> = []
    }

    init(_ device: String, in world: SharedWorld, defaults: Defaults) {
        self.device = device
        self.world = world
        self.defaults = defaults
    }

    // MARK: The store account

    /// The store account on the device.
    public var account: StoreAccount {
        world.withState { state, _ in
            state.accounts[DeviceID(unchecked: device)] ?? StoreAccount(.appStore, device)
        }
    }

    /// What its store account does.
    public var store: SimulatedStore {
        let account = account
        return stores.withLock { stores in
            if let store = stores[account] { return store }
            let store = SimulatedStore(world, account)
            stores[account] = store
            return store
        }
    }

    /// The device signs in to another store account; the app stays installed.
    ///
    /// ``account`` and ``store`` are that one's from then on. False where the device is signed in to
    /// it already.
    @discardableResult
    public func use(_ account: StoreAccount) -> Bool {
        world.withState { state, now in
            let key = DeviceID(unchecked: device)
            guard state.accounts[key] != account else { return false }
            state.accounts[key] = account
            for facade in state.devices(on: device) {
                _ = state.perform(.use(account), on: facade, now: now)
            }
            return true
        }
    }

    // MARK: Façades

    /// The device as the ledger knows it.
    ///
    /// The first façade on it has the device's name. Any other is a device of its own, whose name
    /// nobody can give: an app can hold two SDKs. Who had which is known to the world, and to the
    /// installation's folder.
    func device(for facade: String) -> DeviceID {
        let key = "allonym.\(facade).device"
        let name = world.withState { state, _ in
            state.name(of: facade, on: device, stored: defaults.string(key))
        }
        defaults.set(key, name)
        let found = DeviceID(unchecked: name)
        known.withLock { known in
            if known.devices.updateValue(found, forKey: facade) == nil { known.order.append(found) }
        }
        return found
    }

    /// The device as it is in the ledger; of two SDKs that of the world's own provider's, else the
    /// first.
    var dashboardDevice: DeviceID? {
        let own = world.rules.provider.key
        return known.withLock { $0.devices[own] ?? $0.order.first }
    }

    /// Whether a façade is to be installed anew; asked once.
    func takesAnew(_ facade: String) -> Bool {
        known.withLock { $0.anew.remove(facade) != nil }
    }

    // MARK: Runs of the app

    /// The app comes to the foreground, and a session starts in each SDK.
    public func open() {
        let sessions = life.withLock { life in life.order.compactMap { life.sessions[$0] } }
        for session in sessions { session.appDidOpen() }
    }

    /// The process ends; what is stored stays.
    ///
    /// The app configures its SDKs again, as it does at every start. Calls that wait get no answer.
    public func relaunch() {
        connection.drop()
        // What is let go of may call an SDK as it goes: not under the lock.
        let gone = life.withLock { life in
            defer {
                life.sessions = [:]
                life.order = []
            }
            return life.sessions
        }
        withExtendedLifetime(gone) {}
    }

    /// The app is deleted and installed again: device and store account stay, what was stored is
    /// lost.
    ///
    /// The app configures its SDKs again, as it does at every start.
    public func reinstall() {
        relaunch()
        defaults.clear()
        known.withLock { $0.anew = Set($0.devices.keys) }
    }

    /// Whether what an SDK asks the server by itself after it was configured is asked before the
    /// configuring call returns.
    ///
    /// RevenueCat's asks right after it, on the main queue, unless this is set before. With it a
    /// test has what is cached of the customer without waiting.
    public var asksWhileConfiguring: Bool {
        get { life.withLock { $0.asksWhileConfiguring } }
        set { life.withLock { $0.asksWhileConfiguring = newValue } }
    }

    /// What the SDKs have logged, oldest first; at most the last thousand lines.
    public var notes: [String] { life.withLock { $0.notes } }

    /// Why what the SDKs store could not be written to the installation's folder last.
    public var storageFailure: String? { defaults.failure }

    /// Logs a line, as an SDK does where its call has no other way to say it.
    package func note(_ message: String) {
        life.withLock { life in
            if life.notes.count == 1_000 { life.notes.removeFirst(500) }
            life.notes.append(message)
        }
    }

    // MARK: Sessions

    /// The running session of a façade; nil before it was configured.
    package func session<Session: FacadeSession>(_ type: Session.Type) -> Session? {
        life.withLock { $0.sessions[ObjectIdentifier(type)] } as? Session
    }

    /// The running session, or a new one when there is none: an SDK is configured once in a run.
    package func start<Session: FacadeSession>(
        _ make: (Installation) -> Session
    ) -> (session: Session, isNew: Bool) {
        // One at a time, so that of two threads one makes it; `make` may look at the installation,
        // which has another lock, but starts nothing itself.
        starting.withLock {
            if let running = session(Session.self) { return (session: running, isNew: false) }
            let made = make(self)
            life.withLock { life in
                life.sessions[ObjectIdentifier(Session.self)] = made
                life.order.append(ObjectIdentifier(Session.self))
            }
            return (session: made, isNew: true)
        }
    }

    /// Puts a new session in the place of the running one, for SDKs that can be configured anew:
    /// no other thread sees the façade without a session.
    package func restart<Session: FacadeSession>(_ make: (Installation) -> Session) -> Session {
        starting.withLock {
            let made = make(self)
            let key = ObjectIdentifier(Session.self)
            life.withLock { life in
                if life.sessions.updateValue(made, forKey: key) == nil { life.order.append(key) }
            }
            return made
        }
    }

    /// Runs later on the main actor, in the order of the calls, on this installation.
    package func deliver(_ body: @escaping @MainActor @Sendable () -> Void) {
        DispatchQueue.main.async {
            MainActor.assumeIsolated {
                Installation.$current.withValue(self) { body() }
            }
        }
    }
}

/// What a façade keeps in memory in one run of the app.
package protocol FacadeSession: AnyObject, Sendable {
    /// The app came to the foreground.
    func appDidOpen()
}

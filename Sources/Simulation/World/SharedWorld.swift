// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import AllonymCore
public import AllonymMappings
import Foundation

/// A provider's server, the stores and a clock, in this process.
///
/// Several ``Installation``s can share one: of several devices, and of several façades. Safe to use
/// from any thread.
public final class SharedWorld: Sendable {
    /// The provider's rules, under the settings chosen.
    public let rules: Rules
    /// What the stores sell.
    public let catalogue: Catalogue
    /// What time it is.
    public let clock: WorldClock
    /// The data that the rules are from.
    package let mappings: Mappings
    private let state: Locked<WorldState>

    /// A world in which nothing has happened.
    ///
    /// - Parameters:
    ///   - provider: Whose rules it follows, by name; any façade runs over any provider's.
    ///   - settings: What is not to be as by default, such as `["restore": "keep"]`.
    ///   - catalogue: What the stores sell; anything else is an unknown product.
    ///   - clock: What time it is.
    ///   - keepsLog: Whether ``world`` can tell its history, which takes memory with each call.
    ///   - isNumbered: Whether the same calls give the same anonymous IDs, for tests that compare.
    ///   - mappings: Other mappings than those that come with the package.
    /// - Throws: ``SharedWorldError`` for a provider, a setting or a value that there is not.
    public init(
        _ provider: String, settings: [String: String] = [:], catalogue: Catalogue = [],
        clock: WorldClock = WorldClock(), keepsLog: Bool = false, isNumbered: Bool = false,
        mappings: Mappings? = nil
    ) throws(SharedWorldError) {
        let loaded: Mappings
        if let mappings {
            loaded = mappings
        } else {
            loaded = try SharedWorld.packageMappings.get()
        }
        guard let found = loaded.provider(provider) else {
            throw .unknownProvider(provider, known: loaded.providers.map(\.key))
        }
        do throws(SettingError) {
            rules = try found.rules(settings)
        } catch {
            throw .unknownSetting("\(error)")
        }
        self.mappings = loaded
        self.catalogue = catalogue
        self.clock = clock
        state = Locked(
            WorldState(rules, catalogue, keepsLog: keepsLog, isNumbered: isNumbered))
    }

    /// The package's own mappings, read once.
    package static let packageMappings: Result<Mappings, SharedWorldError> = {
        do throws(MappingsError) {
            return .success(try Mappings.load())
        } catch {
            return .failure(.mappings("\(error)"))
        }
    }()

    /// A copy of the ledger and its log, as they are now.
    public var world: World { withState { state, _ in state.world } }

    /// The app on a device; one that the world knows already goes on where it was.
    ///
    /// - Parameters:
    ///   - device: The device's name.
    ///   - account: Its store account; without one it is the device's own at the App Store.
    ///   - storage: Where its SDKs keep what they store.
    /// - Returns: The installation; each call gives another, with nothing running in it.
    /// - Throws: ``SharedWorldError`` when the device has another account, or the storage's file
    ///   cannot be read.
    public func installation(
        _ device: String, account: StoreAccount? = nil, storage: InstallationStorage = .memory
    ) throws(SharedWorldError) -> Installation {
        let name = DeviceID(unchecked: device)
        let wanted = account ?? StoreAccount(.appStore, device)
        let kept = withState { state, _ in
            let kept = state.accounts[name] ?? wanted
            state.accounts[name] = kept
            return kept
        }
        if let account, account != kept { throw .otherAccount(device: device, account: kept) }
        let stored = try Defaults(storage)
        guard storage == .memory else { return Installation(device, in: self, defaults: stored) }
        let defaults = withState { state, _ in
            let defaults = state.stored[name] ?? stored
            state.stored[name] = defaults
            return defaults
        }
        return Installation(device, in: self, defaults: defaults)
    }

    /// A store account that need be on no device, such as one at a checkout on the web.
    ///
    /// ``SimulatedStore/nextPurchase`` and what waits to be allowed are those of an installation's
    /// own ``Installation/store``.
    public func store(of account: StoreAccount) -> SimulatedStore { SimulatedStore(self, account) }

    /// Reads or changes the state as it is now, after the stores have done all that was due.
    func withState<Result>(_ body: (inout WorldState, _ now: Date) -> Result) -> Result {
        state.withLock { state in
            // Asked under the lock, so that what happens later has no earlier time.
            let now = clock.now
            state.settle(now)
            return body(&state, now)
        }
    }
}

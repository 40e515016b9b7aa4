// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Which installation the SDKs' calls act on.
extension Installation {
    /// The installation of this task, set by `use`.
    @TaskLocal public static var current: Installation?

    private static let shared = Locked(Shared())

    private struct Shared {
        var standard: Installation?
        /// The installations on which some task runs `use` now, each with how many do.
        var inUse: [ObjectIdentifier: (installation: Installation, count: Int)] = [:]
        /// The device whose `use` ended last; nil while none has.
        var lastEnded: String?
        /// One world for each provider, for façades that nobody told what to run on.
        var own: [String: Installation] = [:]
    }

    /// What calls act on outside of `use`, such as those that an app makes after a hop to a queue.
    ///
    /// While it is nil, they act on the only installation on which code runs in `use`. If there are
    /// several, or if every `use` of the process has ended, the call is a fatal error that says so.
    /// Where there was no `use` at all, each façade makes itself a world of its own provider's rules,
    /// with an empty catalogue and the machine's clock.
    public static var standard: Installation? {
        get { shared.withLock { $0.standard } }
        set { shared.withLock { $0.standard = newValue } }
    }

    /// Forgets ``standard``, the worlds that façades have made themselves, and which `use` has ended,
    /// for the next test.
    public static func resetStandard() {
        shared.withLock { shared in
            shared.standard = nil
            shared.own = [:]
            shared.lastEnded = nil
        }
    }

    /// Runs code on this device.
    public func use<Result>(_ body: () throws -> Result) rethrows -> Result {
        beginUse()
        defer { endUse() }
        return try Installation.$current.withValue(self, operation: body)
    }

    /// Runs code on this device, and the tasks that it starts.
    ///
    /// A call whose answer nobody waits for can come after the end, and is a fatal error then.
    public func use<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        beginUse()
        defer { endUse() }
        return try await Installation.$current.withValue(self, operation: body)
    }

    private func beginUse() {
        Installation.shared.withLock { shared in
            shared.inUse[ObjectIdentifier(self), default: (self, 0)].count += 1
        }
    }

    private func endUse() {
        Installation.shared.withLock { shared in
            shared.inUse[ObjectIdentifier(self)]?.count -= 1
            if shared.inUse[ObjectIdentifier(self)]?.count == 0 {
                shared.inUse[ObjectIdentifier(self)] = nil
            }
            shared.lastEnded = device
        }
    }

    /// The installation that a façade of this provider runs on.
    ///
    /// - Parameters:
    ///   - provider: The provider's key.
    ///   - call: What the app called, for the error's text.
    /// - Returns: The task's installation, or else ``standard``, the only one in use, or one of the
    ///   façade's own if none has been in use.
    package static func forFacade(_ provider: String, _ call: String) -> Installation {
        if let current { return current }
        let (found, inUse, lastEnded) = shared.withLock { shared in
            let inUse = shared.inUse.values.map(\.installation)
            let found = shared.standard ?? (inUse.count == 1 ? inUse[0] : nil)
            return (found, inUse, shared.lastEnded)
        }
        if let found { return found }
        if !inUse.isEmpty {
            let times = inUse.reduce(into: [String: Int]()) { $0[$1.device, default: 0] += 1 }
            let devices = times.sorted { $0.key < $1.key }.map { device, count in
                count == 1 ? device : "\(device) (\(count) times)"
            }
            fail(
                call,
                "after a hop to a queue or a detached task, while \(inUse.count) installations are in "
                    + "use: " + devices.joined(separator: ", ") + ". Which one is meant?")
        }
        if let lastEnded {
            fail(call, "after its `use` has ended; the last was that of \(lastEnded).")
        }
        return own(provider)
    }

    /// Ends the program, since the call cannot say that nobody knows what it should act on.
    private static func fail(_ call: String, _ reason: String) -> Never {
        fatalError(
            "\(call) was called outside of any installation's `use`, \(reason) Wait inside `use` for "
                + "the call's answer. Tests of code that leaves its task run one after the other: "
                + "`swift test --no-parallel` is the simplest way. Set Installation.standard where "
                + "that does not do, in one suite that is .serialized, or make the call in the "
                + "`use` of its installation.")
    }

    /// The installation of a world that belongs to the façades of this provider.
    private static func own(_ provider: String) -> Installation {
        shared.withLock { shared in
            if let found = shared.own[provider] { return found }
            do throws(SharedWorldError) {
                let world = try SharedWorld(provider, clock: .system)
                let installation = try world.installation("this device")
                shared.own[provider] = installation
                return installation
            } catch {
                // No SDK's call can say this, and there is nothing to run on: the package's own
                // mappings are missing or damaged. Whoever makes a world gets it as an error.
                fatalError(
                    "Allonym cannot make a world for this façade: \(error) "
                        + "Set Installation.standard to one that you have made.")
            }
        }
    }
}

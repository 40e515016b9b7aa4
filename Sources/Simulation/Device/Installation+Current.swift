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
        /// One world for each provider, for façades that nobody told what to run on.
        var own: [String: Installation] = [:]
    }

    /// What calls act on outside of `use`.
    ///
    /// While it is nil, each façade makes itself a world of its own provider's rules, with an empty
    /// catalogue and the machine's clock.
    public static var standard: Installation? {
        get { shared.withLock { $0.standard } }
        set { shared.withLock { $0.standard = newValue } }
    }

    /// Forgets ``standard`` and the worlds that façades have made themselves, for the next test.
    public static func resetStandard() { shared.withLock { $0 = Shared() } }

    /// Runs code on this device.
    public func use<Result>(_ body: () throws -> Result) rethrows -> Result {
        try Installation.$current.withValue(self, operation: body)
    }

    /// Runs code on this device, and the tasks that it starts.
    public func use<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await Installation.$current.withValue(self, operation: body)
    }

    /// The installation that a façade of this provider runs on.
    package static func forFacade(_ provider: String) -> Installation {
        if let current { return current }
        return shared.withLock { shared in
            if let found = shared.standard ?? shared.own[provider] { return found }
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

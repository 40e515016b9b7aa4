// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import NamiWire

/// What the SDK keeps in memory in one run of the app, and the one way for calls to the platform.
///
/// There is a session as soon as a member of the SDK is used, since handlers can be registered
/// before the SDK is configured; it talks to the platform only afterwards.
///
/// All that happens is in one order, also with many threads: a call is performed, its answer taken
/// over and its handlers queued for the main actor in one turn under the lock. The app's code never
/// runs under it.
final class NamiSession: CallingSession {
    let line: Line
    let handlers = Locked(NamiHandlers())
    let state: Locked<NamiState>

    /// Something for the main actor to do.
    typealias Delivery = @MainActor @Sendable () -> Void

    private init(_ installation: Installation) {
        line = Line(installation, facade: "nami")
        state = Locked(NamiState(line.defaults))
    }

    /// The session of the installation that the task runs on.
    static func current(_ call: StaticString = #function) -> NamiSession {
        Installation.forFacade("nami", "Nami's \(call)").start(NamiSession.init).session
    }

    /// Looks at what the SDK has in memory.
    func look<Result>(_ body: (NamiState) -> Result) -> Result { state.withLock { body($0) } }

    /// Whether the SDK is configured.
    var isConfigured: Bool { look(\.isConfigured) }

    // MARK: Calls

    /// Lets a call through when the connection does, tells it why it cannot be performed if so, and
    /// delivers what it returns; then tells the handlers what became different, and is done.
    func call(
        _ body: @escaping @Sendable (inout NamiState, NamiFacadeError?) -> Delivery?,
        afterwards: Delivery? = nil
    ) {
        send { [self] state, isOffline in
            change(&state, afterwards) { body(&$0, prepare(&$0, isOffline)) }
        }
    }

    func prepare(_ state: inout NamiState, _ isOffline: Bool) -> NamiFacadeError? {
        if !state.isConfigured { return .notConfigured }
        if isOffline { return .offline }
        return state.isLaunchDue ? launch(&state) : nil
    }

    func adopt(_ view: CustomerView?, _ state: inout NamiState) -> Result<Void, NamiFacadeError> {
        state.take(view)
        return .success(())
    }

    func error(for refusal: Refusal) -> NamiFacadeError { NamiFacadeError(refusal, on: line) }

    /// Changes what is in memory, and queues what is to be called then.
    func change(_ body: (inout NamiState) -> Delivery?) {
        state.withLock { change(&$0, nil, body) }
    }

    private func change(
        _ state: inout NamiState, _ afterwards: Delivery?, _ body: (inout NamiState) -> Delivery?
    ) {
        let before = NamiPicture(state, line)
        let delivery = body(&state)
        let after = NamiPicture(state, line)
        let heard = self.heard
        let entitlements =
            heard.activeEntitlements == nil || before.active == after.active
            ? nil : state.active(line)
        let journey =
            heard.journeyState == nil || before.journey == after.journey
            ? nil : after.journey.map(CustomerJourneyState.init)
        let campaigns =
            heard.hearsOfCampaigns && before.campaigns != after.campaigns ? after.campaigns : nil
        guard
            delivery != nil || entitlements != nil || journey != nil || afterwards != nil
                || campaigns != nil
        else { return }
        line.installation.deliver { [self] in
            delivery?()
            if let entitlements { tell { $0.activeEntitlements?.value(entitlements) } }
            if let journey { tell { $0.journeyState?.value(journey) } }
            if let campaigns { tellCampaigns(campaigns.map(NamiCampaign.init)) }
            afterwards?()
        }
    }

    @MainActor private func tellCampaigns(_ campaigns: [NamiCampaign]) {
        tell { $0.availableCampaigns?.value(campaigns) }
        tell { $0.serverCampaigns?.value(campaigns) }
    }

    /// Takes over the campaigns that the platform has now.
    func fetchCampaigns(_ state: inout NamiState) {
        state.campaigns = line.installation.world.namiAccount.campaigns
    }

    /// The handlers as they are registered now.
    ///
    /// Who is not registered when an answer comes is not told of it, so nothing is queued for nobody.
    var heard: NamiHandlers { handlers.withLock { $0 } }

    /// Sets a handler, or takes one away.
    func register(_ body: (inout NamiHandlers) -> Void) {
        // What is let go of may be the app's, and call the SDK as it goes: not under the lock.
        let gone = handlers.withLock { handlers in
            let before = handlers
            body(&handlers)
            return before
        }
        withExtendedLifetime(gone) {}
    }

    /// Calls a handler as it is registered now; not after the app has ended.
    @MainActor func tell(_ body: (NamiHandlers) -> Void) {
        guard line.installation.session(NamiSession.self) === self else { return }
        body(heard)
    }

    // MARK: Sessions of the app

    /// Configures the SDK; `answer` is called once, on the main actor.
    func configure(
        _ values: NamiConfigurationValues,
        _ answer: @escaping @MainActor @Sendable (Bool, NamiConfigureState) -> Void
    ) {
        send { [self] state, isOffline in
            change(&state, nil) { state in
                let result = configure(values, isOffline, &state)
                return { answer(result != .not_configured, result) }
            }
        }
    }

    private func configure(
        _ values: NamiConfigurationValues, _ isOffline: Bool, _ state: inout NamiState
    ) -> NamiConfigureState {
        if let before = state.configuration {
            state.configuration = values
            return before == values ? .already_configured : .reconfig_success
        }
        guard !values.appPlatformId.isEmpty else { return .not_configured }
        if isOffline {
            // A device on which the SDK was configured before has what it needs to start.
            guard state.deviceID != nil else { return .not_configured }
            state.isLaunchDue = true
        } else if launch(&state) != nil {
            return .not_configured
        }
        state.configuration = values
        return .initial_success
    }

    /// Starts the first session of a run; nil, or why it could not.
    private func launch(_ state: inout NamiState) -> NamiFacadeError? {
        let isReset = state.storage.isReset && line.view() != nil
        let reply = isReset ? line.perform(.reinstall) : line.launch(as: nil)
        guard let view = reply.view else {
            return error(for: reply.refusal ?? .notInstalled)
        }
        state.isLaunchDue = false
        state.storage.isReset = false
        if state.deviceID == nil {
            state.deviceID = view.ownID ?? UUID().uuidString.lowercased()
        }
        state.take(view)
        fetchCampaigns(&state)
        return nil
    }

    /// A session starts: the purchases on the device are processed for the user it is on.
    func appDidOpen() {
        call { [self] state, failure in
            if failure == nil {
                _ = perform(.open, evenRefused: true, &state)
                fetchCampaigns(&state)
            }
            return nil
        }
    }

    /// Forgets everything that is stored, and what is in memory but the handlers.
    func reset() {
        dismissPaywall()
        change { state in
            state.storage.clear()
            state.storage.isReset = true
            state = NamiState(line.defaults)
            return nil
        }
    }
}

/// What the documented handlers are told of.
private struct NamiPicture {
    let active: [String]
    let journey: JourneyState?
    let campaigns: [NamiSimulatedCampaign]?

    init(_ state: NamiState, _ line: Line) {
        campaigns = state.campaigns
        active = state.activeIDs(line.now)
        journey = state.journey
    }
}

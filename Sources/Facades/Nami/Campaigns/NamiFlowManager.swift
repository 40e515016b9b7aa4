// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation

/// Told of a step of a flow that the app is to do, with the step's tag and data.
public typealias NamiFlowHandoffStepHandler = (
    _ handoffTag: String, _ handoffData: [String: Any]?
) -> Void

/// The flow that is shown: a paywall of several screens, some of which are the app's.
///
/// A flow is the paywall of a campaign with ``NamiSimulatedCampaign/isFlow``. A test has it hand a
/// step to the app with ``NamiSimulatedPaywall/handOff(_:data:)``; it is paused until the app
/// resumes it.
/// Source: https://github.com/namiml/nami-apple (3.3.7, NamiFlowManager), read 2026-11-21.
public final class NamiFlowManager: NSObject {
    override private init() {}

    /// Sets the one handler for steps that the app is to do, or takes it away.
    ///
    /// - Parameter handoffStepHandler: Called on the main actor.
    public static func registerStepHandoff(_ handoffStepHandler: NamiFlowHandoffStepHandler?) {
        let handler = handoffStepHandler.map(Handed.init)
        NamiSession.current().register { $0.stepHandoff = handler }
    }

    /// Sets the handler for a flow's own events.
    ///
    /// Does nothing: what such an event holds is documented nowhere, so none is sent.
    public static func registerEventHandler(_ handler: @escaping ([String: Any]) -> Void) {}

    /// Goes on with a flow that is paused.
    public static func resume() { NamiSession.current().pauseFlow(false) }

    /// Pauses the flow, which can be tapped no more until it goes on.
    public static func pause() { NamiSession.current().pauseFlow(true) }

    /// Ends the flow: the launch's handler is told, and the flow closes.
    public static func finish() {
        let session = NamiSession.current()
        session.line.installation.deliver {
            guard let paywall = session.look(\.paywall), paywall.campaign.isFlow else { return }
            session.dismissPaywall(paywall.number)
            session.event(.flow_complete, on: paywall)
        }
    }

    /// Whether a flow is shown.
    public static func isFlowOpen() -> Bool {
        NamiSession.current().look { $0.paywall?.campaign.isFlow ?? false }
    }
}

/// The flow of an event.
///
/// Source: https://github.com/namiml/nami-apple (3.3.7, NamiFlowMetadata), read 2026-11-21.
public final class NamiFlowMetadata: NSObject, Codable, Sendable {
    /// The flow's ID; here its name.
    public let id: String?
    /// Its name.
    public let name: String?
    /// The ID of what it is made of; always nil here.
    public let objectId: String?

    private enum CodingKeys: String, CodingKey { case id, name, objectId }

    init(_ campaign: NamiSimulatedCampaign) {
        id = campaign.paywall
        name = campaign.paywall
        objectId = nil
    }

    /// The ID and the name.
    public override var description: String { "\(id ?? "") \(name ?? "")" }
}

extension NamiSession {
    fileprivate func pauseFlow(_ isPaused: Bool) {
        state.withLock { state in
            if state.paywall?.campaign.isFlow == true { state.paywall?.isPaused = isPaused }
        }
    }
}

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation

/// A user logged in or out, of which the server is to hear.
struct UserChange {
    let number: Int
    /// The ID; nil for a log-out.
    let userID: String?
    /// Told whether purchases came along; nil when nobody asked or was told already.
    var answered: PLYLoginCompletionHandler?
    /// Whether it makes another user than the one before.
    let isOther: Bool
    /// Whether the event was fired when the network was missing.
    var isTold = false
}

/// Who uses the app.
///
/// The ID is stored on the device at once, with a network or without, as documented; the server
/// hears of it when the connection lets the call through, and then has the last word.
extension PurchaselySession {
    private var changesKey: String { "purchasely.user-changes" }

    // MARK: Starting

    /// Makes the installation known to the world, whoever asks first.
    ///
    /// The anonymous ID is made on the device, so this waits for no network.
    func launch(_ state: inout State, as id: String? = nil) {
        guard !state.isLaunched else { return }
        state.isLaunched = true
        readChanges(&state)
        guard let id, state.changes.isEmpty else {
            launched(line.launch(as: nil), &state)
            return
        }
        let before = line.view()?.userID
        let reply = line.launch(as: id)
        guard reply.view != nil else {
            // The rules refuse this start. The SDK's has no way to fail at an ID.
            launched(line.launch(as: nil), &state)
            return
        }
        launched(reply, &state)
        if let view = reply.view, !view.isAnonymous, view.userID != before {
            tell(.userLoggedIn, reply, state)
        }
    }

    private func launched(_ reply: Reply, _ state: inout State) {
        adopt(reply.view, &state)
        if !state.changes.isEmpty, let view = reply.view {
            state.appUserID = state.changes.reduce(view.isAnonymous ? nil : view.userID) {
                stored($1.userID, $0)
            }
        }
        // Of a start with a user: what the anonymous user said comes along.
        if state.appUserID != nil { moveAttributes(from: nil, clearing: false, &state) }
    }

    // MARK: Changing the user

    /// Another user ID, or none: stored at once, and sent.
    ///
    /// - Parameters:
    ///   - userID: The ID; nil for a log-out.
    ///   - clearsAttributes: Whether a log-out clears what was said about the user.
    ///   - answered: Told whether purchases came along.
    func change(
        _ userID: String?, clearsAttributes: Bool = true, _ answered: PLYLoginCompletionHandler?
    ) {
        let number = state.withLock { state in
            launch(&state)
            state.lastChange += 1
            let before = state.appUserID
            state.appUserID = stored(userID, before)
            moveAttributes(from: before, clearing: clearsAttributes, &state)
            state.changes.append(
                UserChange(
                    number: state.lastChange, userID: userID, answered: answered,
                    isOther: state.appUserID != before))
            // A change of user makes the answers of before worthless.
            state.kept = [:]
            return state.lastChange
        }
        send { [self] state, isOffline in
            if isOffline { miss(upTo: number, &state) } else { carryOut(upTo: number, &state) }
        }
        state.withLock { writeChanges(&$0) }
    }

    /// What the device stores for an ID that the app gives: the ID, unless no server would take it.
    private func stored(_ userID: String?, _ current: String?) -> String? {
        guard let userID else { return nil }
        let rules = line.installation.world.rules.identifiers
        let id = rules.normalized(UserID(unchecked: userID))
        return rules.accepts(id) ? id.text : current
    }

    /// Performs the changes up to a number.
    func carryOut(upTo number: Int, _ state: inout State) {
        guard let first = state.changes.first, first.number <= number else { return }
        while let change = state.changes.first, change.number <= number {
            state.changes.removeFirst()
            carryOut(change, &state)
        }
        writeChanges(&state)
    }

    private func carryOut(_ change: UserChange, _ state: inout State) {
        let reply: Reply
        if let id = change.userID {
            reply = line.perform(.logIn(UserID(unchecked: id)))
        } else {
            reply = line.perform(.logOut)
        }
        adopt(reply.view, &state)
        switch reply.outcome {
        case .created, .switched, .aliased:
            tell(change.isTold ? nil : .userLoggedIn, reply, state)
        case .loggedOut:
            tell(change.isTold ? nil : .userLoggedOut, reply, state)
        case .refused, .installed, .moved, .copied, .attached, .applied, .kept, .unchanged:
            tell(nil, reply, state)
        }
        answer(change, cameAlong(reply))
    }

    private func cameAlong(_ reply: Reply) -> Bool {
        reply.outcome != .refused && !reply.moves.isEmpty
    }

    /// The event, and what came along.
    private func tell(_ event: PLYEvent?, _ reply: Reply, _ state: State) {
        if let event { fire(event, state) }
        if cameAlong(reply) { fire(.subscriptionsTransferred, state) }
    }

    private func answer(_ change: UserChange, _ shouldRefresh: Bool) {
        guard let answered = change.answered else { return }
        // Safe to carry over: the change is taken out of the list, or its handler out of the
        // change, before the handler is called, so it is called once, on the main actor.
        let handed = Handed(answered)
        line.installation.deliver { handed.value(shouldRefresh) }
    }

    /// Without a network: nothing was transferred yet, and the server hears of it later.
    private func miss(upTo number: Int, _ state: inout State) {
        state.lastMissed = max(state.lastMissed, number)
        for index in state.changes.indices where state.changes[index].number <= number {
            if state.changes[index].isOther, !state.changes[index].isTold {
                state.changes[index].isTold = true
                fire(state.changes[index].userID == nil ? .userLoggedOut : .userLoggedIn, state)
            }
            answer(state.changes[index], false)
            state.changes[index].answered = nil
        }
    }

    // MARK: What is stored on the device

    /// Changes that the server has not heard of survive the end of the process.
    private func writeChanges(_ state: inout State) {
        guard !state.changes.isEmpty || state.hasStoredChanges else { return }
        state.hasStoredChanges = !state.changes.isEmpty
        let texts = state.changes.map { $0.userID.map { ["in", $0] } ?? ["out"] }
        let data = state.changes.isEmpty ? nil : try? JSONEncoder().encode(texts)
        line.defaults.set(changesKey, data.map { String(decoding: $0, as: UTF8.self) })
    }

    /// What was stored, but for what is damaged.
    private func readChanges(_ state: inout State) {
        guard let text = line.defaults.string(changesKey),
            let texts = try? JSONDecoder().decode([[String]].self, from: Data(text.utf8))
        else { return }
        for words in texts where words == ["out"] || words.first == "in" && words.count == 2 {
            state.lastChange += 1
            state.changes.append(
                UserChange(
                    number: state.lastChange, userID: words.count == 2 ? words[1] : nil,
                    answered: nil, isOther: true, isTold: true))
        }
        state.lastMissed = state.lastChange
        state.hasStoredChanges = true
    }
}

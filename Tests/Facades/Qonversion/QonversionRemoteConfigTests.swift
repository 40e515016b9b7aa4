// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation
import QonversionFacade
import Testing

/// What the dashboard says to the app, and experiments.
@Suite struct QonversionRemoteConfigTests {
    static let catalogue = QonversionTrial.catalogue.with(remoteConfigurations: [
        CatalogueRemoteConfiguration("hidden", payload: ["offering": "b"], isForEverybody: false),
        CatalogueRemoteConfiguration(
            "shown", name: "Shown", payload: ["offering": "main", "count": 3, "on": true]),
        CatalogueRemoteConfiguration("first", context: "paywall", payload: ["title": "Go pro"]),
        .experiment(
            "colours", context: "colour",
            groups: [
                .init("red", isControl: true, payload: ["colour": "red"]),
                .init("blue", name: "Blue", payload: ["colour": "blue"]),
            ]),
    ])

    private func started() throws -> Installation {
        let phone = try SharedWorld("qonversion", catalogue: Self.catalogue).installation("phone")
        phone.start()
        return phone
    }

    @Test func `The place without a name has its configuration`() async throws {
        let phone = try started()
        let config = try await phone.qonversion.remoteConfig()
        #expect(config.payload?["offering"] as? String == "main")
        #expect((config.payload as? [String: Any])?["count"] as? Int == 3)
        #expect(config.payload?["on"] as? Bool == true)
        #expect(config.experiment == nil)
        #expect(config.source.identifier == "shown" && config.source.name == "Shown")
        #expect(config.source.type == .remoteConfiguration)
        #expect(config.source.assignmentType == .auto && config.source.contextKey == nil)
    }

    @Test func `A place has its own, and a place without one the SDK's error`() async throws {
        let phone = try started()
        let config = try await phone.qonversion.remoteConfig(contextKey: "paywall")
        #expect(config.payload?["title"] as? String == "Go pro")
        #expect(config.source.contextKey == "paywall")
        let log = QonversionLog()
        phone.qonversion.remoteConfig(contextKey: "nowhere") { config, error in
            log.add("\(config == nil) \((error as? NSError)?.code ?? 0)")
        }
        await phone.settled()
        #expect(log.lines == ["true 19"])
    }

    @Test func `Lists have the places that have something`() async throws {
        let phone = try started()
        let all = try await phone.qonversion.remoteConfigList()
        #expect(all.remoteConfigs.count == 3)
        #expect(all.remoteConfig(forContextKey: "paywall")?.source.identifier == "first")
        #expect(all.remoteConfig(forContextKey: "nowhere") == nil)
        #expect(all.remoteConfigForEmptyContextKey()?.source.identifier == "shown")
        let some = try await phone.qonversion.remoteConfigList(
            contextKeys: ["paywall", "nowhere", "paywall"], includeEmptyContextKey: false)
        #expect(some.remoteConfigs.map(\.source.identifier) == ["first"])
        let more = try await phone.qonversion.remoteConfigList(
            contextKeys: ["paywall"], includeEmptyContextKey: true)
        #expect(more.remoteConfigs.count == 2)
        let own = Qonversion.RemoteConfigList()
        own.remoteConfigs = more.remoteConfigs
        #expect(own.remoteConfigForEmptyContextKey() != nil)
    }

    @Test func `A user is in one group of an experiment, or in the one it is attached to`()
        async throws
    {
        let phone = try started()
        let first = try await phone.qonversion.remoteConfig(contextKey: "colour")
        let group = try #require(first.experiment?.group)
        #expect(first.source.assignmentType == .auto)
        #expect(first.payload?["colour"] as? String == group.identifier)
        for (id, type) in [("red", Qonversion.ExperimentGroupType.control), ("blue", .treatment)] {
            #expect(try await phone.qonversion.attachUser(toExperiment: "colours", groupId: id))
            let config = try await phone.qonversion.remoteConfig(contextKey: "colour")
            #expect(config.experiment?.group.identifier == id)
            #expect(config.experiment?.group.type == type)
            #expect(config.experiment?.identifier == "colours")
            #expect(config.source.assignmentType == .manual)
            #expect(config.source.type.rawValue == type.rawValue)
        }
        #expect(try await phone.qonversion.detachUser(fromExperiment: "colours"))
        let last = try await phone.qonversion.remoteConfig(contextKey: "colour")
        #expect(last.experiment?.group.identifier == group.identifier)
    }

    @Test func `A configuration can be given to a user, also past a relaunch`() async throws {
        let phone = try started()
        let log = QonversionLog()
        phone.qonversion.attachUser(toRemoteConfiguration: "hidden") { success, error in
            log.add("\(success) \(error == nil)")
        }
        await phone.settled()
        #expect(log.lines == ["true true"])
        phone.relaunch()
        phone.start()
        let config = try await phone.qonversion.remoteConfig()
        #expect(config.source.identifier == "hidden" && config.source.assignmentType == .manual)
        #expect(try await phone.qonversion.detachUser(fromRemoteConfiguration: "hidden"))
        #expect(try await phone.qonversion.remoteConfig().source.identifier == "shown")
    }

    @Test(arguments: ["nothing", "colours", ""])
    func `What is no configuration is not given`(id: String) async throws {
        let phone = try started()
        await #expect(throws: Qonversion.ErrorCode.backendError) {
            try await phone.qonversion.attachUser(toRemoteConfiguration: id)
        }
        await #expect(throws: Qonversion.ErrorCode.backendError) {
            try await phone.qonversion.attachUser(toExperiment: "colours", groupId: id)
        }
        await #expect(throws: Qonversion.ErrorCode.backendError) {
            try await phone.qonversion.detachUser(fromExperiment: "none \(id)")
        }
    }

    @Test func `What was loaded is answered without a network, until the user changes`()
        async throws
    {
        let phone = try started()
        let other = try phone.world.installation("other")
        other.start()
        try await other.identify("u1")
        _ = try await phone.qonversion.remoteConfig()
        phone.connection.goOffline()
        #expect(try await phone.qonversion.remoteConfig().source.identifier == "shown")
        await #expect(throws: Qonversion.ErrorCode.networkConnectionFailed) {
            _ = try await phone.qonversion.remoteConfig(contextKey: "paywall")
        }
        phone.connection.goOnline()
        try await phone.identify("u1")
        phone.connection.goOffline()
        await #expect(throws: Qonversion.ErrorCode.networkConnectionFailed) {
            _ = try await phone.qonversion.remoteConfig()
        }
    }
}

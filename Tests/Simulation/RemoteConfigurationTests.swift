// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Testing

/// What a dashboard says to the app.
@Suite struct RemoteConfigurationTests {
    @Test func `A catalogue keeps the first remote configuration of an ID`() {
        let catalogue: Catalogue = [.subscription("X")]
        #expect(catalogue.remoteConfigurations.isEmpty)
        let remote = catalogue.with(remoteConfigurations: [
            CatalogueRemoteConfiguration("a", context: "main", payload: ["n": 1]),
            CatalogueRemoteConfiguration("a", payload: ["n": 2]), .experiment("b", groups: []),
        ])
        #expect(remote.remoteConfigurations.map(\.id) == ["a", "b"])
        #expect(remote.remoteConfigurations[0].payload["n"] == 1)
        #expect(remote.remoteConfigurations[0].contextKey == "main")
        #expect(remote.products.map(\.id) == ["X"])
    }

    @Test func `A user falls into the same group each time, and users into all groups`() {
        let experiment = CatalogueRemoteConfiguration.experiment(
            "e", groups: [.init("a", isControl: true, payload: [:]), .init("b", payload: [:])])
        let groups = (0..<100).map { experiment.group(of: "user-\($0)")?.id }
        #expect(groups == (0..<100).map { experiment.group(of: "user-\($0)")?.id })
        #expect(Set(groups) == ["a", "b"])
        #expect(CatalogueRemoteConfiguration.experiment("e", groups: []).group(of: "u") == nil)
    }
}

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymService
    import Foundation
    import HTTPTypes
    import RevenueCatWire

    // Calls of v2 that are answered with an object, and change nothing.

    extension RevenueCatDialect {
        var inertObjectHandlers: [String: Handler] {
            [
                "revenuecat.v2.list-projects": inV2 { call, visit in
                    let request = try pageRequest(call)
                    return try await read(visit) { setup in
                        let project = REST2.Project(
                            id: setup.project, name: setup.project, createdAt: setup.created)
                        return try Answer(
                            json: page(request, [project], "/v2/projects", id: \.id))
                    }
                },
                "revenuecat.v2.create-project": inV2 { _, _ in
                    problem("v2.unprocessable-entity", "Projects are made by the control API.")
                },
                "revenuecat.v2.list-apps": inProject { call, visit in
                    let request = try pageRequest(call)
                    return try await read(visit) { setup in
                        try Answer(json: page(request, [setup.app], setup.path("apps"), id: \.id))
                    }
                },
                "revenuecat.v2.get-app": inProject { _, visit in
                    try await read(visit) { setup in
                        try hasApp(visit, in: setup)
                        return try Answer(json: setup.app)
                    }
                },
                "revenuecat.v2.list-app-public-api-keys": inProject { call, visit in
                    try await read(visit) { setup in
                        try hasApp(visit, in: setup)
                        return try emptyList(call)
                    }
                },
                "revenuecat.v2.update-app": inProject { _, visit in try await keepApp(visit) },
                "revenuecat.v2.delete-app": inProject { _, visit in try await keepApp(visit) },
                "revenuecat.v2.create-product-in-store": inProject { _, visit in
                    try await read(visit) { setup in
                        _ = try product(visit["product_id"], in: setup)
                        return problem(
                            "v2.unprocessable-entity", "The project has no connection to a store.")
                    }
                },
                "revenuecat.v2.assign-customer-offering": inProject { call, visit in
                    var body = try JSONObject(call.body)
                    guard body.names.contains("offering_id") else {
                        throw wrong("offering_id", "offering_id is needed; it may be null.")
                    }
                    let offering = try label("offering_id", &body, upTo: 255)
                    try body.finish()
                    return try await visit.project.perform { state, now in
                        let object = try customerObject(visit["customer_id"], in: state, now)
                        if let offering { _ = try index(ofOffering: offering, in: state.setup) }
                        return try Answer(json: object)
                    }
                },
                "revenuecat.v2.get-overview-metrics": inProject { _, _ in
                    try Answer(json: REST2.OverviewMetrics())
                },
                "revenuecat.v2.get-chart-options": inProject { _, _ in
                    try Answer(json: REST2.ChartOptions())
                },
                "revenuecat.v2.get-chart-data": inProject { _, visit in
                    let name = visit["chart_name"]
                    return try Answer(
                        json: REST2.ChartData(
                            category: name, displayName: name, displayType: "line",
                            description: "This server computes no charts.", resolution: "day",
                            values: [], yAxis: ""))
                },
            ]
        }

        /// Refuses an app that is not the project's.
        private func hasApp(_ visit: Visit, in setup: ProjectSetup) throws {
            guard visit["app_id"] == setup.appID else { throw missing("There is no such app.") }
        }

        private func keepApp(_ visit: Visit) async throws -> Answer {
            try await read(visit) { setup in
                try hasApp(visit, in: setup)
                return problem("v2.unprocessable-entity", "The project's app stays as it is.")
            }
        }
    }
#endif

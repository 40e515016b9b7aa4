// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension REST2 {
    /// A chart: what it is of, and its points.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, ChartData, read 2026-11-25.
    package struct ChartData: Hashable, Codable, Sendable {
        /// The one value of `object`.
        package enum ObjectName: String, Codable, Sendable {
            case chartData = "chart_data"
        }

        package var category: String
        package var displayName: String
        package var displayType: String
        package var description: String
        package var resolution: String
        package var values: [[Double?]]
        package var yAxis: String
        package private(set) var object = ObjectName.chartData

        package init(
            category: String, displayName: String, displayType: String, description: String,
            resolution: String, values: [[Double?]], yAxis: String
        ) {
            self.category = category
            self.displayName = displayName
            self.displayType = displayType
            self.description = description
            self.resolution = resolution
            self.values = values
            self.yAxis = yAxis
        }

        private enum CodingKeys: String, CodingKey {
            case category, description, resolution, values, object
            case displayName = "display_name"
            case displayType = "display_type"
            case yAxis = "yaxis"
        }
    }

    /// How a chart can be asked for; here in no way.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, ChartOptions, read 2026-11-25.
    package struct ChartOptions: Hashable, Codable, Sendable {
        /// The one value of `object`.
        package enum ObjectName: String, Codable, Sendable {
            case chartOptions = "chart_options"
        }

        package private(set) var resolutions: [String] = []
        package private(set) var segments: [String] = []
        package private(set) var filters: [String] = []
        package private(set) var object = ObjectName.chartOptions

        package init() {}
    }

    /// Numbers of a whole project; here none.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, OverviewMetrics, read 2026-11-25.
    package struct OverviewMetrics: Hashable, Codable, Sendable {
        /// The one value of `object`.
        package enum ObjectName: String, Codable, Sendable {
            case overviewMetrics = "overview_metrics"
        }

        package private(set) var metrics: [String] = []
        package private(set) var object = ObjectName.overviewMetrics

        package init() {}
    }
}

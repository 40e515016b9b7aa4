// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSimulation
    package import CoreMetrics

    /// What is counted through swift-metrics, kept for Prometheus.
    ///
    /// A recorder is a gauge here, and a timer a histogram in seconds. Labels become what Prometheus
    /// takes as a name. What would be one series too many, or a second metric of another kind under
    /// the same name, is not kept, and the page says how many were asked for in vain.
    package final class PrometheusMetrics: MetricsFactory {
        /// The most series that are kept unless another number is asked for.
        package static let mostSeries = 10_000

        private struct Series {
            let labels: PrometheusText.Labels
            let numbers: any MetricSeries
        }

        private struct Family {
            let kind: PrometheusText.Kind
            /// By their labels, whose order makes no difference.
            var series: [[String: String]: Series] = [:]
        }

        private struct State {
            var families: [String: Family] = [:]
            var count = 0
            var refused: Int64 = 0
        }

        private let help: [String: String]
        private let mostSeries: Int
        private let state = Locked(State())

        /// Keeps nothing yet.
        ///
        /// - Parameters:
        ///   - help: What metrics say of themselves, by their names.
        ///   - mostSeries: The most series that are kept.
        package init(help: [String: String] = [:], mostSeries: Int = PrometheusMetrics.mostSeries) {
            self.help = help
            self.mostSeries = mostSeries
        }

        /// All that is kept, by name, then by labels.
        package var page: PrometheusText {
            let (families, refused) = state.withLock { ($0.families, $0.refused) }
            var page = PrometheusText()
            for (name, family) in families.sorted(by: { $0.key < $1.key }) {
                page.begin(name, family.kind, help[name])
                let sorted = family.series.values.sorted { one, other in
                    one.labels.lexicographicallyPrecedes(other.labels) { $0 < $1 }
                }
                for series in sorted { series.numbers.write(name, series.labels, to: &page) }
            }
            let name = "allonym_metrics_refused_total"
            page.begin(name, .counter, "Metrics that were asked for and are not kept.")
            page.add(name, [], refused)
            return page
        }

        // MARK: Handles

        package func makeCounter(
            label: String, dimensions: [(String, String)]
        ) -> any CounterHandler {
            series(label, dimensions, .counter, CounterSeries.init) ?? NOOPMetricsHandler.instance
        }

        package func makeRecorder(
            label: String, dimensions: [(String, String)], aggregate: Bool
        ) -> any RecorderHandler {
            series(label, dimensions, .gauge, GaugeSeries.init) ?? NOOPMetricsHandler.instance
        }

        package func makeTimer(
            label: String, dimensions: [(String, String)]
        ) -> any TimerHandler {
            series(label, dimensions, .histogram, TimerSeries.init) ?? NOOPMetricsHandler.instance
        }

        package func destroyCounter(_ handler: any CounterHandler) { remove(handler) }
        package func destroyRecorder(_ handler: any RecorderHandler) { remove(handler) }
        package func destroyTimer(_ handler: any TimerHandler) { remove(handler) }

        /// The series of some labels, made where there is none; nil where none is kept.
        private func series<Numbers: MetricSeries>(
            _ label: String, _ dimensions: [(String, String)], _ kind: PrometheusText.Kind,
            _ make: () -> Numbers
        ) -> Numbers? {
            let name = PrometheusText.name(label)
            var values: [String: String] = [:]
            var labels: PrometheusText.Labels = []
            // The bounds of a histogram have the label `le`.
            for (label, value) in dimensions.map({ (PrometheusText.name($0.0), $0.1) })
            where values[label] == nil && label != "le" {
                values[label] = value
                labels.append((name: label, value: value))
            }
            return state.withLock { state in
                var family = state.families[name] ?? Family(kind: kind)
                if let known = family.series[values]?.numbers as? Numbers { return known }
                guard family.kind == kind, state.count < mostSeries else {
                    state.refused += 1
                    return nil
                }
                let numbers = make()
                family.series[values] = Series(labels: labels, numbers: numbers)
                state.families[name] = family
                state.count += 1
                return numbers
            }
        }

        private func remove(_ handler: AnyObject) {
            state.withLock { state in
                for (name, family) in state.families {
                    let found = family.series.first { $0.value.numbers === handler }
                    guard let found else { continue }
                    state.families[name]?.series[found.key] = nil
                    if family.series.count == 1 { state.families[name] = nil }
                    state.count -= 1
                    return
                }
            }
        }
    }
#endif

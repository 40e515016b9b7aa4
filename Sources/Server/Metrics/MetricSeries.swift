// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSimulation
    import CoreMetrics

    /// The numbers that one handle of swift-metrics has gathered.
    protocol MetricSeries: AnyObject, Sendable {
        /// Writes them down.
        func write(
            _ name: String, _ labels: PrometheusText.Labels, to page: inout PrometheusText)
    }

    /// A number that only grows; at the largest it stays.
    final class CounterSeries: CounterHandler, MetricSeries {
        private let count = Locked<Int64>(0)

        func increment(by amount: Int64) {
            guard amount > 0 else { return }
            count.withLock { count in
                let (sum, isTooLarge) = count.addingReportingOverflow(amount)
                count = isTooLarge ? .max : sum
            }
        }

        func reset() { count.withLock { $0 = 0 } }

        func write(
            _ name: String, _ labels: PrometheusText.Labels, to page: inout PrometheusText
        ) {
            page.add(name, labels, count.withLock { $0 })
        }
    }

    /// A number that comes and goes: of what is recorded the newest value stands.
    final class GaugeSeries: RecorderHandler, MetricSeries {
        private let value = Locked<Double>(0)

        func record(_ value: Int64) { record(Double(value)) }

        func record(_ value: Double) { self.value.withLock { $0 = value } }

        func write(
            _ name: String, _ labels: PrometheusText.Labels, to page: inout PrometheusText
        ) {
            page.add(name, labels, value.withLock { $0 })
        }
    }

    /// Durations: how many took no longer than each bound, and how long all of them took.
    final class TimerSeries: TimerHandler, MetricSeries {
        /// The bounds in nanoseconds: from a tenth of a millisecond to five seconds.
        private static let bounds: [Int64] = [
            100_000, 500_000, 1_000_000, 5_000_000, 10_000_000, 50_000_000, 100_000_000,
            500_000_000, 1_000_000_000, 5_000_000_000,
        ]

        private struct State {
            /// How many belong to each bound and to no smaller one; last those beyond all of them.
            var counts = [Int64](repeating: 0, count: TimerSeries.bounds.count + 1)
            var nanoseconds: Int64 = 0
        }

        private let state = Locked(State())

        func recordNanoseconds(_ duration: Int64) {
            let duration = max(0, duration)
            let place =
                TimerSeries.bounds.firstIndex { duration <= $0 } ?? TimerSeries.bounds.count
            state.withLock { state in
                state.counts[place] += 1
                let (sum, isTooLarge) = state.nanoseconds.addingReportingOverflow(duration)
                state.nanoseconds = isTooLarge ? .max : sum
            }
        }

        func write(
            _ name: String, _ labels: PrometheusText.Labels, to page: inout PrometheusText
        ) {
            let state = state.withLock { $0 }
            let bounds = TimerSeries.bounds.map(TimerSeries.seconds) + [.infinity]
            var count: Int64 = 0
            for (bound, own) in zip(bounds, state.counts) {
                count += own
                let bound = (name: "le", value: PrometheusText.number(bound))
                page.add("\(name)_bucket", labels + [bound], count)
            }
            page.add("\(name)_sum", labels, TimerSeries.seconds(state.nanoseconds))
            page.add("\(name)_count", labels, count)
        }

        private static func seconds(_ nanoseconds: Int64) -> Double {
            Double(nanoseconds) / 1_000_000_000
        }
    }
#endif

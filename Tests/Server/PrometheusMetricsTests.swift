// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymServer
    import CoreMetrics
    import Foundation
    import Testing

    /// What is counted through swift-metrics, as Prometheus gets to read it.
    @Suite struct PrometheusMetricsTests {
        /// The lines of a page, without the number of metrics that were refused.
        private func lines(_ metrics: PrometheusMetrics) -> [String] {
            metrics.page.text.split(separator: "\n").map(String.init)
                .filter { !$0.contains("allonym_metrics_refused_total") }
        }

        private func refused(_ metrics: PrometheusMetrics) -> Int? {
            metrics.page.text.split(separator: "\n").last?.split(separator: " ").last
                .flatMap { Int($0) }
        }

        @Test func `A counter, a gauge and a meter are a type and a number each`() {
            let metrics = PrometheusMetrics(help: ["b_total": "All b."])
            let counter = Counter(label: "b_total", dimensions: [("x", "1")], factory: metrics)
            counter.increment(by: 2)
            counter.increment()
            counter.increment(by: -5)
            Gauge(label: "c", factory: metrics).record(2.5)
            let meter = Meter(label: "a", factory: metrics)
            meter.set(7)
            meter.decrement()
            #expect(
                lines(metrics) == [
                    "# TYPE a gauge", "a 6.0", "# HELP b_total All b.", "# TYPE b_total counter",
                    #"b_total{x="1"} 3"#, "# TYPE c gauge", "c 2.5",
                ])
            #expect(metrics.page.text.hasSuffix("\n"))
        }

        @Test func `A timer is a histogram in seconds, whose bounds count all below them`() {
            let metrics = PrometheusMetrics()
            let timer = Timer(label: "t", dimensions: [("op", "read")], factory: metrics)
            for nanoseconds in [-1, 0, 100_000, 100_001, 1_000_000_000, 60_000_000_000] as [Int64] {
                timer.recordNanoseconds(nanoseconds)
            }
            let bounds = [
                ("0.0001", 3), ("0.0005", 4), ("0.001", 4), ("0.005", 4), ("0.01", 4), ("0.05", 4),
                ("0.1", 4), ("0.5", 4), ("1.0", 5), ("5.0", 5), ("+Inf", 6),
            ]
            #expect(
                lines(metrics) == ["# TYPE t histogram"]
                    + bounds.map { #"t_bucket{op="read",le="\#($0.0)"} \#($0.1)"# } + [
                        #"t_sum{op="read"} 61.000200001"#, #"t_count{op="read"} 6"#,
                    ])
        }

        @Test func `The largest number is where counting ends`() {
            let metrics = PrometheusMetrics()
            let counter = Counter(label: "a", factory: metrics)
            let timer = Timer(label: "b", factory: metrics)
            for _ in 0..<2 {
                counter.increment(by: Int64.max)
                timer.recordNanoseconds(Int64.max)
            }
            let lines = lines(metrics)
            #expect(lines.contains("a \(Int64.max)"))
            #expect(lines.contains("b_sum 9223372036.854776"))
        }

        @Test(
            arguments: [
                (2.5, "2.5"), (-0.0, "-0.0"), (.nan, "NaN"), (.infinity, "+Inf"),
                (-.infinity, "-Inf"), (1e-7, "1e-07"),
            ] as [(Double, String)])
        func `Numbers are written as Prometheus reads them`(value: Double, text: String) {
            let metrics = PrometheusMetrics()
            Gauge(label: "a", factory: metrics).record(value)
            #expect(lines(metrics).last == "a \(text)")
        }

        @Test(
            arguments: [
                ("a.b-c", [("d e", "x")], #"a_b_c{d_e="x"} 1"#),
                ("1é", [("2", "é")], #"_1_{_2="é"} 1"#),
                ("a", [("x", "\"q\" \\ \n")], #"a{x="\"q\" \\ \n"} 1"#),
                // One label twice, and the one that histograms have.
                ("a", [("x", "1"), ("x", "2"), ("le", "3")], #"a{x="1"} 1"#),
                ("", [], "_ 1"),
            ])
        func `Names and values become what the format allows`(
            label: String, dimensions: [(String, String)], line: String
        ) {
            let metrics = PrometheusMetrics(help: ["a": "One\nline, \\."])
            Counter(label: label, dimensions: dimensions, factory: metrics).increment()
            #expect(lines(metrics).last == line)
            if label == "a" { #expect(lines(metrics).first == #"# HELP a One\nline, \\."#) }
        }

        @Test func `Handles of the same labels count in one series, in whatever order they are`()
            async
        {
            let metrics = PrometheusMetrics()
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        let labels = [("a", "1"), ("b", "2")]
                        let counter = Counter(
                            label: "c", dimensions: number % 2 == 0 ? labels : labels.reversed(),
                            factory: metrics)
                        for _ in 0..<1_000 { counter.increment() }
                    }
                }
            }
            #expect(lines(metrics).count == 2)
            #expect(lines(metrics).last?.hasSuffix("} 8000") == true)
        }

        @Test func `A second kind under a name, and a series too many, are refused and counted`() {
            let metrics = PrometheusMetrics(mostSeries: 3)
            for number in 0..<10 {
                Counter(label: "a", dimensions: [("x", "\(number)")], factory: metrics).increment()
            }
            #expect(lines(metrics).count == 1 + 3)
            #expect(refused(metrics) == 7)
            Gauge(label: "a", dimensions: [("x", "0")], factory: metrics).record(5)
            #expect(lines(metrics).contains(#"a{x="0"} 1"#))
            #expect(refused(metrics) == 8)
        }

        @Test
        func `A handle that is destroyed makes room, and its metric goes with its last series`() {
            let metrics = PrometheusMetrics(mostSeries: 1)
            Timer(label: "a", factory: metrics).destroy()
            let counter = Counter(label: "a", factory: metrics)
            counter.increment()
            #expect(lines(metrics) == ["# TYPE a counter", "a 1"])
            counter.destroy()
            #expect(lines(metrics).isEmpty)
            #expect(refused(metrics) == 0)
        }
    }
#endif

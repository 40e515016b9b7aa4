// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    /// A page in Prometheus' text format, version 0.0.4.
    ///
    /// https://prometheus.io/docs/instrumenting/exposition_formats/, read 2026-11-25: the lines of a
    /// metric stand together, its type before its numbers, and every line ends with a line feed.
    package struct PrometheusText: Sendable {
        /// The format that it is in.
        package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

        /// What a metric is.
        enum Kind: String, Sendable {
            case counter, gauge, histogram
        }

        /// A name and a value each.
        typealias Labels = [(name: String, value: String)]

        /// All of it.
        package private(set) var text = ""

        /// Begins a metric, whose numbers follow.
        mutating func begin(_ name: String, _ kind: Kind, _ help: String?) {
            if let help { text += "# HELP \(name) \(PrometheusText.escaped(help))\n" }
            text += "# TYPE \(name) \(kind.rawValue)\n"
        }

        /// Adds a number.
        mutating func add(_ name: String, _ labels: Labels, _ value: Int64) {
            add(name, labels, "\(value)")
        }

        /// Adds a number.
        mutating func add(_ name: String, _ labels: Labels, _ value: Double) {
            add(name, labels, PrometheusText.number(value))
        }

        private mutating func add(_ name: String, _ labels: Labels, _ value: String) {
            text += name
            if !labels.isEmpty {
                let pairs = labels.map { label in
                    let value = PrometheusText.escaped(label.value)
                    return "\(label.name)=\"\(value.replacing("\"", with: "\\\""))\""
                }
                text += "{\(pairs.joined(separator: ","))}"
            }
            text += " \(value)\n"
        }

        /// A number as Prometheus reads it.
        static func number(_ value: Double) -> String {
            guard !value.isNaN else { return "NaN" }
            guard value.isInfinite else { return "\(value)" }
            return value > 0 ? "+Inf" : "-Inf"
        }

        /// A name as Prometheus takes it: letters, digits and underscores, no digit first.
        static func name(_ text: String) -> String {
            let plain = text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
            guard let first = plain.first, !first.isNumber else { return "_" + String(plain) }
            return String(plain)
        }

        private static func escaped(_ text: String) -> String {
            text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
        }
    }
#endif

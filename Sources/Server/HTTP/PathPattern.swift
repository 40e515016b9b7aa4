// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    /// A path with names in it, such as `/v1/subscribers/{app_user_id}`.
    package struct PathPattern: Hashable, Sendable {
        private enum Segment: Hashable, Sendable {
            case literal(String)
            case parameter(String)
        }

        private let segments: [Segment]

        /// A pattern as operations write it.
        package init(_ text: String) {
            segments = text.split(separator: "/").map { segment in
                segment.hasPrefix("{") && segment.hasSuffix("}")
                    ? .parameter(String(segment.dropFirst().dropLast())) : .literal(String(segment))
            }
        }

        /// The values of the names, where a path is of this pattern.
        ///
        /// An empty segment is no value: it is a path of its own, of which nothing is known.
        package func match(_ path: [String]) -> [String: String]? {
            guard path.count == segments.count else { return nil }
            for (segment, given) in zip(segments, path) {
                switch segment {
                case .literal(let text): guard text == given else { return nil }
                case .parameter: guard !given.isEmpty else { return nil }
                }
            }
            var values: [String: String] = [:]
            for (segment, given) in zip(segments, path) {
                if case .parameter(let name) = segment { values[name] = given }
            }
            return values
        }

        /// How many segments there are.
        package var count: Int { segments.count }

        /// How many segments are literal: of two patterns of a path the one with more of them counts.
        package var literals: Int {
            segments.count { if case .literal = $0 { true } else { false } }
        }
    }
#endif

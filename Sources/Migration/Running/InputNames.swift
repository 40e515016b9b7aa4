// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What the inputs of a plan are called in its outputs.
///
/// The name of a file without its folders; where several have the same, as many folders before it as
/// tell them apart. An absolute path is never shown, and equal paths are one file.
package struct InputNames {
    /// The names, in the order of the inputs.
    package let all: [String]

    /// The names of inputs, which are given as paths.
    package init(_ paths: [String]) {
        let paths = paths.map { path in
            path.split(separator: "/").filter { $0 != "." }
        }
        var names = paths.map { $0.joined(separator: "/") }
        var (open, count) = (Array(paths.indices), 1)
        while !open.isEmpty {
            let rivals = Dictionary(grouping: paths) { $0.suffix(count) }.mapValues {
                Set($0).count
            }
            open = open.filter { number in
                let end = paths[number].suffix(count)
                if rivals[end] == 1 { names[number] = end.joined(separator: "/") }
                return rivals[end] != 1 && paths[number].count > count
            }
            count += 1
        }
        all = names
    }

    /// The name of an input by its number.
    subscript(input: Int) -> String { all[input] }
}

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// A page of a list that was read.
struct ListPage {
    /// The same for all pages of a list.
    let list: UInt64
    /// Whether no page follows.
    let isLast: Bool
    /// The line that it begins on, from the batch's first.
    let line: Int

    /// A page of the list with an address, whose query only says where the page begins.
    init(of address: String, isLast: Bool, line: Int) {
        let path = address.utf8.prefix { $0 != UInt8(ascii: "?") }
        let bytes = Array(path.last == UInt8(ascii: "/") ? path.dropLast() : path)
        list = Fingerprint(bytes.span).low
        (self.isLast, self.line) = (isLast, line)
    }
}

/// The lists of which pages were read, and not the last one.
///
/// Pages come in any order, over any number of files; one that leads on to another does not say which
/// that is in a way that the other one repeats. So a list is whole when its last page is there.
struct OpenLists {
    /// Where a page begins.
    struct Place: Hashable {
        let input: Int
        let line: Int
    }

    /// Of each list with a page that leads on: the page of these that was read last.
    private var open: [UInt64: Place] = [:]
    /// The lists whose last page was read: most have no other one, so that there are many.
    private var ended: [UInt64] = []

    /// Takes the pages of a batch.
    mutating func take(_ batch: RecordBatch) {
        for page in batch.pages {
            if page.isLast {
                ended.append(page.list)
            } else {
                open[page.list] = Place(input: batch.input, line: batch.firstLine + page.line)
            }
        }
    }

    /// The pages behind which a list breaks off, in the order of the inputs.
    var ends: [Place] {
        if open.isEmpty { return [] }
        let ended = Set(ended.lazy.filter { open[$0] != nil })
        return open.filter { !ended.contains($0.key) }.map(\.value)
            .sorted { ($0.input, $0.line) < ($1.input, $1.line) }
    }
}

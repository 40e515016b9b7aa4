// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymInput
import AllonymMappings

/// Reads the table of one scenario.
struct TableReader {
    let line: Int
    let heads: [String]
    let columns: [String]
    private(set) var steps: [Step] = []
    private(set) var isOpen = true

    private let actions: ActionReader
    private var hasRule = false
    private var installed = Set<DeviceID>()

    init(
        head: [String], line: Int, actions: ActionReader, _ mappings: Mappings
    ) throws(Unreadable) {
        guard head.count >= 2, head[0].lowercased() == "device", head[1].lowercased() == "action"
        else { throw Unreadable("expected a table with the columns | Device | Action | …") }
        var columns: [String] = []
        for name in head.dropFirst(2) {
            guard let provider = mappings.provider(name) else {
                throw Unreadable("unknown provider", name, known: mappings.providers.map(\.name))
            }
            guard !columns.contains(provider.key) else {
                throw Unreadable("the provider \(provider.name) has two columns")
            }
            columns.append(provider.key)
        }
        heads = head
        self.columns = columns
        self.line = line
        self.actions = actions
    }

    mutating func read(_ cells: [String], _ line: Int) throws(Unreadable) {
        guard cells.count == heads.count else {
            throw Unreadable(
                "the row has \(cells.count.of("cell")), the table \(heads.count.of("column")); "
                    + "a bar inside a cell is written \"\\|\"")
        }
        if !hasRule {
            guard cells.allSatisfy(TableReader.isRule) else {
                throw Unreadable("expected |---|---|… under the head of the table")
            }
            hasRule = true
            return
        }
        guard !cells[0].isEmpty else { throw Unreadable("expected a device in the first cell") }
        let device = DeviceID(unchecked: cells[0])
        let (action, placeholders) = try actions.read(cells[1])
        switch action {
        case .install, .configure: installed.insert(device)
        case .share(_, let other), .unshare(_, let other):
            try wantInstalled(device)
            try wantInstalled(other)
        default: try wantInstalled(device)
        }
        var expected: [Expectation?] = []
        for cell in cells.dropFirst(2) {
            expected.append(try Expectation.read(cell, ids: actions.ids))
        }
        steps.append(
            Step(
                line: line, device: device, text: cells[1], action: action,
                placeholders: placeholders, expected: expected))
    }

    private func wantInstalled(_ device: DeviceID) throws(Unreadable) {
        guard installed.contains(device) else {
            throw Unreadable(
                "the device \"\(device)\" does something, or is shared with, before its install; "
                    + "expected \"install\" or \"configure ID\" first")
        }
    }

    mutating func close() throws(Unreadable) {
        guard hasRule else { throw Unreadable("expected |---|---|… under the head of the table") }
        isOpen = false
    }

    /// `---`, with a colon at either end or without.
    private static func isRule(_ cell: String) -> Bool {
        let dashes = cell.drop { $0 == ":" }.prefix { $0 == "-" }
        let colons = cell.count - dashes.count
        return !dashes.isEmpty && colons <= 2 && cell.allSatisfy { $0 == "-" || $0 == ":" }
            && cell.dropFirst().dropLast().allSatisfy { $0 == "-" }
    }
}

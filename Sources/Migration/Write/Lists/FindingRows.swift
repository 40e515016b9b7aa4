// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Writes `findings.csv`: a row for each subject of each finding, none left out.
final class FindingRows {
    /// The columns.
    static let columns = [
        "code", "severity", "source_id", "target_id", "product", "entitlement", "store",
        "transaction", "state", "ends", "rule", "action",
    ]

    let page: RowPage
    private let actions: FindingActions
    private let cells: SubjectCells
    /// What stands around the cells of the subjects of a finding, by the number of the finding.
    @exclusivity(unchecked) private var frames: [Frame?] = []

    private struct Frame {
        let before: [UInt8]
        let behind: [UInt8]
        let action: [UInt8]
    }

    init(page: RowPage, _ actions: FindingActions) {
        self.page = page
        self.actions = actions
        cells = SubjectCells(bytes: page.bytes)
    }

    /// Something that a finding is about, as far as it is known.
    ///
    /// - Parameters:
    ///   - finding: The finding.
    ///   - values: What it is about.
    ///   - location: Where to look, such as a file and a line; nil for nowhere else than here.
    func take(_ finding: PlannedFinding, _ values: FieldValues, location: String? = nil) {
        while frames.count <= finding.number { frames.append(nil) }
        let frame = frames[finding.number] ?? frame(of: finding)
        let bytes = page.bytes
        bytes.append(frame.before.span)
        cells.append(PlanField(.sourceID), values)
        if values.has(PlanField(.targetID)) {
            cells.append(PlanField(.targetID), values)
        } else {
            cells.appendTargetID(values)
            bytes.append(UInt8(ascii: ","))
        }
        cells.appendProduct(values)
        cells.appendEntitlements(values)
        cells.appendSale(values)
        bytes.append(frame.behind.span)
        let start = bytes.count
        if let location { bytes.append("\(location): ") }
        bytes.append(frame.action.span)
        bytes.endListCell(from: start)
        page.endRow()
    }

    private func frame(of finding: PlannedFinding) -> Frame {
        let action = actions.action(of: finding.code, finding.severity, rule: finding.rule)
        let bytes = OutputBytes(capacity: 256)
        bytes.append("\(finding.code.rawValue),\(finding.severity.rawValue),")
        let before = bytes.array
        bytes.empty()
        finding.rule.withSpan { bytes.append(listCell: $0) }
        bytes.append(UInt8(ascii: ","))
        let frame = Frame(before: before, behind: bytes.array, action: Array(action.utf8))
        frames[finding.number] = frame
        return frame
    }
}

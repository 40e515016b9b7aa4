// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymChecking
import AllonymCore
import AllonymSimulation
import AllonymTestSupport
import Testing

/// Any bytes are read or refused, never a crash, and how they are cut into batches shows nowhere.
///
/// `ALLONYM_CHECK_INPUTS` says how many inputs, `ALLONYM_SEED` which.
@Suite struct AnyBytesTests {
    private static let count = fuzzInputs("ALLONYM_CHECK_INPUTS", otherwise: 1_000)

    /// What one run gave; workers write one after the other.
    private final class Output: @unchecked Sendable {
        var bytes: [UInt8] = []
        var ids = 0
        var error = ""
        var isSkipped = false
    }

    private static let pieces =
        ["\n", "\r\n", "\r", "\"", "\"\"", ",", ";", "\t", "id", "\u{FEFF}", "\n\n", "\"\n", ",\""]
        .map { Array($0.utf8) }

    @Test(arguments: [CheckReport.Format.json, .list, .csv])
    func `Any bytes in any layout give the same output from any buffer`(
        format: CheckReport.Format
    ) throws {
        let seed = SeededGenerator.seedOfRun
        print("any bytes: \(Self.count) inputs, seed \(seed)")
        let question = try builtInCheck()
        let compiled = try CompiledCheck(question, countsForms: true)
        var ids = RandomIDs(seed: seed)
        for _ in 0..<Self.count / 3 {
            var input: [UInt8] = []
            for _ in 0..<ids.random(0...8) {
                input += ids.random(0...3) == 0 ? Self.pieces[ids.random(0...12)] : ids.next()
                if ids.random(0...1) == 0 { input += Self.pieces[ids.random(0...12)] }
            }
            let layouts: [CheckLayout] = [
                .lines,
                .column(
                    CSVColumn(.number(ids.random(1...3)), separator: 0x2C, hasHeader: false)),
                .column(CSVColumn(.name("id"))),
            ]
            let layout = layouts[ids.random(0...2)]
            var check = FileCheck(question)
            check.layout = layout
            check.isWholeFile = ids.random(0...1) == 0
            let small = run(check, compiled, input, format, capacity: ids.random(64...200))
            let large = run(check, compiled, input, format, capacity: 8_192)
            // Lists and records shorten a long ID; only JSON has it whole.
            if small.isSkipped || large.isSkipped { continue }
            let isSame =
                small.ids == large.ids && small.error == large.error
                && (format != .json || small.bytes == large.bytes)
            if !isSame {
                Issue.record("\(input), \(layout): \(small.error), \(large.error)")
                return
            }
            if case .lines = layout { #expect(small.ids == lines(input), "\(input)") }
        }
    }

    private func run(
        _ check: FileCheck, _ compiled: CompiledCheck, _ input: [UInt8],
        _ format: CheckReport.Format, capacity: Int
    ) -> Output {
        var check = check
        check.capacity = capacity
        check.workers = 1
        let output = Output()
        do {
            let inputs = [Input.bytes(input, name: "in")]
            let summary = try check.run(inputs, compiled, report: CheckReport(format)) {
                output.bytes.append($0)
            }
            output.ids = summary.ids
            if let fault = summary.fault { throw fault }
            _ = SummaryReport(check.check, inputs: ["in"]).text(summary)
        } catch let error as InputError {
            // A first record that does not fit into a small buffer is refused.
            output.isSkipped = error.reason.hasPrefix("the first record")
            output.error = error.description
        } catch {
            output.error = "\(error)"
        }
        return output
    }

    private func lines(_ input: [UInt8]) -> Int {
        input.count { $0 == 10 } + (input.isEmpty || input.last == 10 ? 0 : 1)
    }
}

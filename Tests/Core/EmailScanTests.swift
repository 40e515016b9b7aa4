// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import Testing

@Suite struct EmailScanTests {
    /// Where the scan finds the `@` of an e-mail address.
    private func at(_ pieces: [ArraySlice<UInt8>]) -> Int? {
        var scan = EmailScan()
        var count = 0
        for piece in pieces {
            scan.feed(Array(piece).span, at: count)
            count += piece.count
        }
        return scan.at(inLength: count)
    }

    @Test(
        arguments: [
            ("a@b.c", 1), ("ann@mail.example", 3), ("é@b.c", 2), ("a@b..", 1), ("a@b.c.", 1),
            ("a.b@c.d", 3), ("", nil), ("@", nil), ("a@", nil), ("@b.c", nil), ("a@.b", nil),
            ("a@b.", nil), ("a@..", nil), ("a@bc", nil), ("a.b@c", nil), ("a@b@c.d", nil),
            ("a@b.c@", nil), ("a.b", nil),
        ] as [(String, Int?)])
    func `One @ and a dot inside of what follows make an e-mail address`(id: String, at: Int?) {
        #expect(self.at([Array(id.utf8)[...]]) == at)
    }

    @Test func `The regular expression says the same, and pieces say what the whole says`() throws {
        let expression = try Regex(EmailScan.expression).matchingSemantics(.unicodeScalar)
        var ids = [""]
        var emails = 0
        var longest = [""]
        for _ in 0..<6 {
            longest = longest.flatMap { id in ["a", "@", ".", "é"].map { id + $0 } }
            ids += longest
        }
        for id in ids {
            let bytes = Array(id.utf8)
            let whole = at([bytes[...]])
            #expect((whole != nil) == (try expression.wholeMatch(in: id) != nil), "\(id)")
            for cut in 0...bytes.count {
                #expect(at([bytes[..<cut], bytes[cut...]]) == whole, "\(id) cut at \(cut)")
            }
            if whole != nil { emails += 1 }
        }
        #expect(emails > 100)
    }
}

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import Testing

@Suite struct AnonymousFormTests {
    private let citation = Citation(
        says: "", authority: .inferred, source: "", address: "", checked: "2026-11-21")

    @Test(
        arguments: [
            ("$RCAnonymousID:{hex32}", "$RCAnonymousID:0123456789abcdef00000000000000ff"),
            ("{uuid}", "01234567-89ab-4def-8000-0000000000ff"),
            ("{UUID}", "01234567-89AB-4DEF-8000-0000000000FF"),
        ])
    func `Bits make an ID of the form`(template: String, id: UserID) throws {
        let form = try #require(
            AnonymousForm(template: template, recognised: nil, citation: citation))
        #expect(form.render(FreshBits(high: 0x0123_4567_89ab_cdef, low: 0xff)) == id)
        let pattern = try #require(form.pattern)
        #expect(pattern.matches(id.text.utf8))
        #expect(!pattern.matches("x\(id)".utf8))
        #expect(!pattern.matches("\(id)0".utf8))
    }

    @Test(
        arguments: [
            ("01234567", true, true), ("x01234567", true, true), ("guest-01234567", true, true),
            ("guest-1", false, true), ("guest", false, false), ("0123456", false, false),
            ("01234567x", false, false), ("", false, false),
        ])
    func `An ID is recognised at its end or suspected, and so are its bytes`(
        id: UserID, isRecognised: Bool, isSuspected: Bool
    ) throws {
        let form = try #require(
            AnonymousForm(
                template: "{uuid}", recognised: Pattern("[0-9a-f]{8}"), isRecognisedAtEnd: true,
                suspect: "guest-", citation: citation))
        let bytes = Array(id.text.utf8)
        let ofBytes = (form.recognises(bytes: bytes.span), form.suspects(bytes: bytes.span))
        #expect(form.recognises(id) == isRecognised)
        #expect(form.suspects(id) == isSuspected)
        #expect(ofBytes == (isRecognised, isSuspected))
    }

    @Test(arguments: ["", "{hex}", "x", "{uuid}x"])
    func `A form ends in something that can be made`(template: String) {
        #expect(AnonymousForm(template: template, recognised: nil, citation: citation) == nil)
    }

    @Test func `Many different bits make as many IDs`() throws {
        let form = try #require(
            AnonymousForm(template: "{uuid}", recognised: nil, citation: citation))
        let ids = (0..<2_000).map { form.render(FreshBits(low: UInt64($0))) }
        #expect(Set(ids).count == 2_000)
    }
}

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymService
    import AllonymSimulation
    import Testing

    /// Documents and bodies, member by member.
    @Suite struct JSONObjectTests {
        private func object(_ number: String) throws -> JSONObject {
            try JSONObject(Array(#"{"n":\#(number)}"#.utf8))
        }

        @Test(
            arguments: [
                ("0", 0), ("-0", 0), ("-7", -7), ("1767268800123", 1_767_268_800_123),
                // The first that a floating-point number of 64 bits leaves out, and its like below.
                ("9007199254740993", 9_007_199_254_740_993),
                ("-9007199254740993", -9_007_199_254_740_993),
                ("1234567890123456789", 1_234_567_890_123_456_789),
                ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min),
            ])
        func `A whole number is read to its last digit`(text: String, number: Int) throws {
            var object = try object(text)
            let read = try object.number("n")
            #expect(read == number)
        }

        @Test(arguments: [
            "9223372036854775808", "-9223372036854775809", "18446744073709551616",
            "100000000000000000000000", "1e300", "1.5", "-0.25", #""5""#, "true", "[1]", "{}",
        ])
        func `What is no whole number, or none of 64 bits, is refused and not rounded`(
            text: String
        ) throws {
            var object = try object(text)
            let fault = #expect(throws: DocumentFault.self) { try object.number("n") }
            #expect(fault?.member == "n")
            #expect(fault?.reason.hasPrefix("expected a whole number, found ") == true)
        }

        @Test func `A number that is missing or null is none`() throws {
            var object = try JSONObject(Array(#"{"n":null}"#.utf8))
            let numbers = [try object.number("n"), try object.number("m")]
            #expect(numbers == [nil, nil])
        }

        @Test func `A value keeps whole numbers apart from others`() throws {
            var object = try object("[9007199254740993,1.5,null,true,\"a\",{\"b\":[]}]")
            let found = object.value("n")
            let value = try #require(found)
            #expect(
                value
                    == .list([
                        .integer(9_007_199_254_740_993), .number(1.5), .null, .bool(true),
                        .text("a"), .object(["b": .list([])]),
                    ]))
        }
    }
#endif

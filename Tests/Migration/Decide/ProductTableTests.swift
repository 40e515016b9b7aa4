// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymMigration
import Testing

/// Tables of products.
@Suite struct ProductTableTests {
    private func starter(_ people: People) throws -> [UInt8] {
        let folder = TemporaryFolder()
        let directory = try folder.begin()
        defer { directory.abandon() }
        return ProductMap.starter(try people.population(of: side("neutral"), in: directory))
    }

    @Test func `The table to begin with has every product once, and changes nothing`() throws {
        let people = People([
            .init(
                ids: [.init(text: "user_42")],
                purchases: [PurchasePlanTests.running, PurchasePlanTests.running])
        ])
        let table = try starter(people)
        #expect(
            String(decoding: table, as: UTF8.self) == """
                source_product,target_product,target_store_product,kind,entitlements
                pro,pro,com.example.pro,subscription,

                """)
        let options = PlanOptions(at: testMoment, products: try ProductMap(csv: table))
        let (_, recorder) = try decide(
            people, from: side("neutral"), to: side("purchasely"), options)
        #expect(recorder.dispositions == [.kept, .kept])
    }

    @Test func `The table of products applies to each purchase, whatever the one before it had`()
        throws
    {
        let purchases = (1...4).map { number in
            var fields = PurchasePlanTests.running
            fields["product"] = "pro"
            fields["store-product"] = nil
            (fields["store"], fields["original-transaction-id"]) = ("stripe", "sub_\(number)")
            return fields
        }
        let people = People([.init(ids: [.init(text: "user_42")], purchases: purchases)])
        let csv = """
            source_product,target_product,target_store_product,kind,entitlements
            pro,premium_monthly,price_1AbCdEf,subscription,

            """
        let map = PlanOptions(at: testMoment, products: try ProductMap(csv: Array(csv.utf8)))
        let (_, recorder) = try decide(people, from: side("neutral"), to: side("purchasely"), map)
        #expect(recorder.dispositions == [.changed, .changed, .changed, .changed])
    }

    @Test func `A purchase of no product waits for no row of the table`() throws {
        var nameless = PurchasePlanTests.running
        (nameless["product"], nameless["store-product"]) = (nil, nil)
        var other = PurchasePlanTests.running
        other["product"] = "other"
        let people = People([
            .init(ids: [.init(text: "user_42")], purchases: [nameless, other])
        ])
        let map = PlanOptions(at: testMoment, products: ProductMap(["pro": .init()]))
        let (result, recorder) = try decide(
            people, from: side("neutral"), to: side("purchasely"), map)
        #expect(recorder.dispositions == [.kept, .needsDecision])
        #expect(result.findings.first { $0.code == "product-not-mapped" }?.count == 1)
    }

    @Test func `Names that are spelt with other bytes are other names, in tables of products too`()
        throws
    {
        let spellings = ["caf\u{E9}", "cafe\u{301}"]
        let purchases = spellings.map { name in
            var fields = PurchasePlanTests.running
            fields["product"] = name
            return fields
        }
        let people = People([.init(ids: [.init(text: "user_42")], purchases: purchases)])
        let table = try starter(people)
        #expect(table.split(separator: 0x0a).count == 3)
        let untouched = PlanOptions(at: testMoment, products: try ProductMap(csv: table))
        let (_, kept) = try decide(people, from: side("neutral"), to: side("purchasely"), untouched)
        #expect(kept.dispositions == [.kept, .kept])
        let csv = """
            source_product,target_product,target_store_product,kind,entitlements
            \(spellings[0]),\(spellings[1]),,,
            \(spellings[1]),\(spellings[1]),,,

            """
        let map = PlanOptions(at: testMoment, products: try ProductMap(csv: Array(csv.utf8)))
        let (_, mapped) = try decide(people, from: side("neutral"), to: side("purchasely"), map)
        #expect(mapped.dispositions == [.changed, .kept])
    }

    @Test(arguments: [
        (
            "rc_original_app_user_id,store\n",
            #"column "rc_original_app_user_id": unknown; expected source_product, "#
        ),
        (
            "source_produkt,kind\n",
            #"column "source_produkt": unknown; did you mean "source_product"?"#
        ),
        ("source_product;kind\n", "expected commas between the columns; found semicolons"),
        (
            "\u{FEFF}\n [{\"a\": \"b\"}]\n",
            #"the file is JSON; expected CSV whose first row names the column "source_product""#
        ),
        (
            #"{"source_product": "gold"}"#,
            #"the file is JSON; expected CSV whose first row names the column "source_product""#
        ),
        ("source_product\tkind\n", "expected commas between the columns; found tabs"),
    ])
    func `Another file is refused with what a table of products has`(
        table: String, reason: String
    ) throws {
        let fault = #expect(throws: ProductMap.Fault.self) {
            try ProductMap(csv: Array(table.utf8))
        }
        #expect(fault?.reason.hasPrefix(reason) == true, "\(fault?.reason ?? "")")
    }

    @Test
    func `Text behind a closing quote is refused at its byte`() throws {
        let fault = #expect(throws: ProductMap.Fault.self) {
            try ProductMap(csv: Array("source_product,kind\n\"a\nb\"c,\n".utf8))
        }
        #expect(fault?.line == 3 && fault?.column == 3)
    }
}

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymMigration
import Testing

/// Which records a document makes, and when a field or an event is read.
extension FieldTests {
    @Test func `The keys of objects around a record are its fields`() throws {
        let readers = try jsonReader(
            """
            {"name": "date", "field": "transaction-id"}, {"name": "$.user", "field": "user-id"},
            {"name": "$.access[product={product}]", "field": "entitlement", "form": "keys"}
            """, at: "bought.{product}.*", knownBy: "\"user\"")
        let scanned = Scanned.of(
            """
            {"bought":{"p1":[{"date":"1"},{"date":"2"}],"p\\u0032":[{"date":"3"}]},"user":"u",
             "access":{"gold":{"product":"p2"},"silver":{"product":"p1"},"x":{"product":"p2"}}}
            """, readers)
        #expect(
            scanned.records == [
                "1: purchase user-id=u product=p1 transaction-id=1 entitlement=silver",
                "1: purchase user-id=u product=p1 transaction-id=2 entitlement=silver",
                "1: purchase user-id=u product=p2 transaction-id=3 entitlement=gold|x",
            ])
    }

    @Test func `Of records at one index those are made whose conditions hold`() throws {
        let readers = try formats(
            """
            {"id": "fifth.json", "title": "Objects", "container": "json", "known-by": ["id"],
             "clock": ["t"], "order": "latest-row", "authority": "documented", "source": "guide",
             "checked": "2026-11-21", "records": [
              {"at": "$", "makes": "grant", "when": {"kind": ["g"]}, "constants": {"store": "promotional"},
               "fields": [{"name": "id", "field": "user-id"}, {"name": "t", "field": "purchase-date", "form": "seconds"}]},
              {"at": "$", "makes": "purchase", "when": {"kind": ["p", null]}, "unless": {"off": ["true"]},
               "constants": {"store": "stripe", "country": "DE"},
               "fields": [{"name": "id", "field": "user-id"}, {"name": "c", "field": "country"}]}]}
            """)
        let scanned = Scanned.of(
            """
            {"id":"a","kind":"g","t":5}
            {"id":"b"}
            {"id":"c","kind":"p","c":"FR","t":9}
            {"id":"d","kind":"p","off":true}
            {"id":"e","kind":null}
            """, readers)
        #expect(
            scanned.records == [
                "1: grant user-id=a store=promotional purchase-date=5000",
                "2: purchase user-id=b store=stripe country=DE",
                "3: purchase user-id=c store=stripe country=FR",
                "5: purchase user-id=e store=stripe country=DE",
            ])
        #expect(scanned.rejections == ["4 scan.unmatched: Objects has no rule for such a record"])
        #expect(scanned.latest == Instant(milliseconds: 5_000))
    }

    @Test(arguments: [
        ("id,tags,name\na,\"[\"\"x\"\"]\",y\n", "2: customer user-id=a aliases=x"),
        ("id,tags,name\na,,y\n", "2: customer user-id=a"),
        ("id,name\na,y\n", "2: customer user-id=a aliases=y"),
    ])
    func `A field can be read of those files alone that lack a column`(
        text: String, record: String
    ) throws {
        let readers = try formats(
            """
            {"id": "fifth.csv", "title": "Rows", "container": "csv", "delimiter": ",",
             "known-by": ["id"], "clock": [], "order": "latest-row", "authority": "documented",
             "source": "guide", "checked": "2026-11-21", "records": [{"at": "$", "makes": "customer",
               "fields": [{"name": "id", "field": "user-id"},
                 {"name": "tags", "field": "aliases", "form": "json-list"},
                 {"name": "name", "field": "aliases", "without": "tags"}]}]}
            """)
        #expect(Scanned.of(text, readers).records == [record])
    }

    @Test func `Events are known by name and conditions, and unknown ones refused`() throws {
        let readers = try formats(
            """
            {"id": "fifth.events", "title": "Events", "container": "json", "known-by": ["e.type"],
             "clock": [], "order": "events", "authority": "documented", "source": "guide",
             "checked": "2026-11-21", "records": [{"at": "e", "makes": "event",
               "fields": [{"name": "type", "field": "event-name", "required": true}]}],
             "events": "vocabulary"}
            """,
            events: """
                {"id": "fifth.1", "word": "refunded", "name": "A", "formats": ["fifth.events"],
                 "when": {"why": ["x"]}, CITED},
                {"id": "fifth.2", "word": "cancelled", "name": "A", "formats": ["fifth.events"], CITED},
                {"id": "fifth.3", "word": "test", "name": "B", "formats": ["fifth.events"],
                 "when": {"why": ["y"]}, CITED}
                """)
        let scanned = Scanned.of(
            """
            {"e":{"type":"A","why":"x"}}
            {"e":{"type":"A"}}
            {"e":{"type":"B"}}
            {"e":{"type":"C"}}
            {"f":1}
            """, readers)
        #expect(
            scanned.records == [
                "1: event event-name=A event=0", "2: event event-name=A event=2",
            ])
        #expect(
            scanned.rejections == [
                "3 scan.event: Events does not know the event type \"B\"",
                "4 scan.event: Events does not know the event type \"C\"",
                "5 scan.unmatched: Events has no such record",
            ])
    }
}

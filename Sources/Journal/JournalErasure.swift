// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation

    /// What a journal blanks when somebody is erased.
    package struct JournalErasure: Hashable, Sendable {
        /// What stands in the place of texts, by the numbers of entries and the indices of texts.
        package var texts: [Int: [Int: String]] = [:]
        /// The same of the newest snapshot, by the indices of its texts.
        package var snapshot: [Int: String] = [:]
        /// The user IDs that deliveries can name, and what stands in their place.
        package var users: [String: String] = [:]

        /// Other texts that deliveries can name, such as transaction IDs of a store, and what stands in
        /// their place.
        package var words: [String: String] = [:]

        /// Nothing yet.
        package init() {}

        /// Texts with those that are blanked.
        func blanked(_ texts: [String], _ places: [Int: String]) -> [String] {
            var texts = texts
            for (index, blank) in places where texts.indices.contains(index) {
                texts[index] = blank
            }
            return texts
        }

        /// A snapshot with the texts that are blanked.
        func blanked(_ old: JournalSnapshot) -> JournalSnapshot {
            JournalSnapshot(
                sequence: old.sequence, checksum: old.checksum, version: old.version,
                body: old.body, texts: blanked(old.texts, snapshot))
        }

        /// User IDs and other texts as bodies name them: texts of JSON, with slashes escaped and
        /// without.
        var tokens: [(token: [UInt8], blank: [UInt8])] {
            func text(_ value: String, _ options: JSONEncoder.OutputFormatting) -> [UInt8] {
                let encoder = JSONEncoder()
                encoder.outputFormatting = options
                return (try? encoder.encode(value)).map(Array.init) ?? []
            }
            let names = users.merging(words) { user, _ in user }
            return names.sorted { $0.key < $1.key }.flatMap { name, blank in
                Set([text(name, []), text(name, .withoutEscapingSlashes)]).map {
                    (token: $0, blank: text(blank, []))
                }
            }
        }

        /// A delivery without what tells of them; nil where it tells nothing.
        ///
        /// What is about one of them is emptied, and not sent any more; an event of somebody else that
        /// names one, such as a transfer, goes on with the blank.
        func blanked(_ delivery: Delivery) -> Delivery? {
            var delivery = delivery
            guard users[delivery.user] == nil else {
                delivery.user = ""
                delivery.body = []
                if delivery.state == .pending {
                    delivery.state = .dropped
                    delivery.answer = "the customer was erased"
                }
                return delivery
            }
            var body = Data(delivery.body)
            for (token, blank) in tokens {
                var rest = body.startIndex
                while let place = body.range(of: Data(token), in: rest..<body.endIndex) {
                    body.replaceSubrange(place, with: blank)
                    rest = place.lowerBound + blank.count
                }
            }
            guard Array(body) != delivery.body else { return nil }
            delivery.body = Array(body)
            return delivery
        }
    }
#endif

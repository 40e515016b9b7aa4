// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymPages
    import AllonymService
    import AllonymSimulation
    import Foundation

    /// The customers of a project, the newest first, or those with a text in one of their IDs.
    struct CustomersPage {
        private struct Row: Sendable {
            let id: String
            let others: [String]
            let access: [String]
            let firstSeen: Date
        }

        /// A part of the customers: what was found, and where the next part begins.
        private struct Part: Sendable {
            var rows: [Row] = []
            var next: Int?
            var all = 0
        }

        /// So many are shown at once, and so many are looked at for a text, so that nobody waits long
        /// for a search.
        private static let (shown, searched) = (50, 5_000)

        private let visit: ConsoleVisit
        private let part: Part

        init(_ visit: ConsoleVisit) async throws {
            self.visit = visit
            let text = visit.query["search"] ?? ""
            let start = visit.query["before"].flatMap { Int($0) }
            part = try await visit.project.perform { state, now in
                CustomersPage.part(of: state, with: text, before: start, now: now)
            }
        }

        private static func part(
            of state: ProjectState, with text: String, before start: Int?, now: Date
        ) -> Part {
            var part = Part()
            let ledger = state.ledger
            let end = min(max(start ?? .max, 0), ledger.customers.count)
            part.all = ledger.customers.count
            // The very ID is found at once, wherever it is.
            let exact = start == nil && !text.isEmpty ? ledger.user(UserID(unchecked: text)) : nil
            if let exact, !ledger.isNobody(exact) {
                part.rows.append(row(ledger.customer(of: exact), state, now))
            }
            var looked = 0
            for index in stride(from: end - 1, through: 0, by: -1) {
                guard part.rows.count < shown, looked < searched else {
                    part.next = index + 1
                    break
                }
                looked += 1
                let customer = CustomerHandle(index)
                guard ledger.customers[index].absorbedBy.isNone,
                    !ledger.customers[index].isErased,
                    exact.map({ ledger.customer(of: $0) != customer }) ?? true,
                    text.isEmpty
                        || ledger.aliases(of: customer).contains(where: {
                            ledger.id(of: $0).text.contains(text)
                        })
                else { continue }
                part.rows.append(row(customer, state, now))
            }
            return part
        }

        private static func row(
            _ customer: CustomerHandle, _ state: ProjectState, _ now: Date
        ) -> Row {
            let user = state.ledger.displayID(for: customer)
            let id = state.ledger.id(of: user)
            let view = state.world.view(of: id, now: now)
            return Row(
                id: id.text,
                others: state.ledger.aliases(of: customer).filter { $0 != user }.map {
                    state.ledger.id(of: $0).text
                },
                access: view?.entitlements ?? [], firstSeen: view?.firstSeen ?? now)
        }

        /// The first of the other IDs, and how many there are beside it.
        private static func others(_ ids: [String]) -> String {
            guard let first = ids.first else { return "" }
            return code(shortened(first, to: 48))
                + (ids.count > 1 ? " and \(ids.count - 1) more" : "")
        }

        func answer() -> Answer {
            let text = visit.query["search"] ?? ""
            var page = ConsolePage("Customers", visit, page: "")
            page.add { markup in
                markup.element("h1", "Customers")
                markup.open("form", ["method": "get", "action": visit.address(), "role": "search"])
                markup.field(
                    "A part of an ID", "search", type: "search", value: text, isNeeded: false)
                markup.element("button", "Search")
                markup.close("form")
                if part.rows.isEmpty {
                    markup.element(
                        "p", ["class": "soft"],
                        part.all == 0
                            ? "There are no customers yet. The first call of an app or a backend "
                                + "creates one."
                            : part.next == nil
                                ? "No customer has such an ID."
                                : "None among those that were looked at so far.")
                } else {
                    markup.table(
                        text.isEmpty
                            ? "The newest first" : "With \"\(shortened(text, to: 60))\" in an ID",
                        ["ID", "Access", "First seen", "Other IDs"],
                        part.rows.map { row in
                            [
                                link(
                                    shortened(row.id, to: 60),
                                    visit.address("customer", ["id": row.id])),
                                access(row.access),
                                escaped(row.firstSeen.day), CustomersPage.others(row.others),
                            ]
                        })
                }
                if let next = part.next {
                    markup.raw(
                        "<p>"
                            + link(
                                text.isEmpty ? "Older ones" : "Search older ones",
                                visit.address("", ["search": text, "before": "\(next)"]))
                            + "</p>\n")
                }
            }
            return page.answer()
        }
    }

    /// What somebody has access to, as markup.
    func access(_ entitlements: [String]) -> String {
        entitlements.isEmpty
            ? "<span class=\"soft\">none</span>" : entitlements.map(escaped).joined(separator: ", ")
    }
#endif

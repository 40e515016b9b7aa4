// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// What findings say, in whole sentences about a source and a target.
struct Sentences {
    let source: MigrationEndpoint
    let target: MigrationEndpoint
    /// How a device gets at its purchases at the target.
    let claim: DeviceClaim?

    /// About IDs.
    func id(_ code: FindingCode) -> String {
        let name = target.name
        return switch code {
        case .trimmed: "\(name) takes the white space around the ID away."
        case .hashed:
            """
            \(name) is given the SHA-256 of the ID. That is one-way: without ids.csv the ID is not \
            found again.
            """
        case .reminted:
            """
            The anonymous ID becomes one of \(name)'s form. The device does not know it: there it is \
            a new customer until it logs in, or claims its purchases. \(claiming)
            """
        case .anonymousNotImported:
            "\(name) is given no anonymous IDs. \(claiming)"
        case .anonymousOfIdentified:
            "The customer goes over under a custom ID, and needs no anonymous one at \(name)."
        case .anonymousNotHeld: "\(name) holds one anonymous ID of a customer, and it is another."
        case .aliasNotHeld:
            "\(name) does not hold so many IDs of one customer; another one stands for it."
        case .aliasAmbiguous:
            """
            It belongs to a customer whose custom ID could be somebody else's at \(name), and waits \
            for what is decided about that.
            """
        case .aliasNotJoined:
            """
            No documented call joins this ID to the customer's other one at \(name); what could do \
            so is written for somebody to look at.
            """
        case .looksAnonymous:
            "The ID was given by the app, and \(name) takes it for an anonymous one."
        case "blocked-value":
            "\(name) has the ID on its block-list; choose another for the customer."
        case "forbidden-character": "A character of the ID is forbidden at \(name)."
        case "too-long": "The ID is too long for \(name)."
        case "wrong-format": "The ID has none of the formats that \(name) takes."
        case "empty": "The ID is empty, or blank, and \(name) takes no such ID."
        default: "The ID does not go over to \(name) as it is."
        }
    }

    private var claiming: String {
        claim.map {
            "A device gets at what its store account holds \($0.way)"
                + ($0.rule.isEmpty ? "." : " (\($0.rule)).")
        } ?? "No documented way gives a device what its store account holds."
    }

    /// About purchases and grants that a writer takes.
    func taken(_ code: FindingCode, _ writer: CompiledWriter) -> String {
        switch code {
        case .broughtByApp:
            "The app itself brings the purchase to \(target.name): \(writer.title)."
        case .byHand: "Somebody has to look at it before it is used: \(writer.title)."
        case .columnEmpty:
            """
            \(target.name) asks for \(writer.emptyColumns.joined(separator: " and ")), which no record \
            says: it is left empty. Ask what to write there: \(writer.title).
            """
        case .productMapped: "It goes over with what the map of products says of it."
        case .stateNotCarried: "\(target.name) has no word for the state, and is told another."
        case .ownerReminted:
            "Its owner has another anonymous ID at \(target.name), which no device knows."
        default: circumstance(code)
        }
    }

    /// About something that is the case, whatever becomes of it.
    func circumstance(_ code: FindingCode) -> String {
        switch code {
        case .familyShared: "It is lent by a member of the family, not bought."
        case .sandbox: "It was bought in a sandbox: no money was paid."
        case .promotional: "It was given away by the source, not bought at a store."
        case .trial: "It is in a trial period."
        case .beginsLater: "It begins after the plan's moment, and gave no access then."
        case "grace": "A renewal has failed, and the store gives more time."
        case "billing-retry": "A renewal has failed, and the store tries again, without access."
        case "on-hold": "A renewal has failed, and the store holds it, without access."
        case "paused": "The customer has paused it, without access until it is resumed."
        case "pending": "It is not paid yet."
        default: "It is \(code.rawValue)."
        }
    }

    /// About purchases and grants that do not go over.
    func left(
        _ code: FindingCode, _ obstacles: [String], of subject: FormatWriter.Subject
    ) -> String {
        let name = target.name
        let ways = obstacles.isEmpty ? "" : " Open ways: \(obstacles.joined(separator: "; "))."
        return switch code {
        case .notRunning:
            "It gives no access any more, and nothing that \(name) takes is known of it."
        case .notTaken where subject == .grant: "\(name) takes no such grant.\(ways)"
        case .notTaken:
            "\(name) takes no purchase of this store, kind, state or transaction.\(ways)"
        case .tooManyOfCustomer: "\(name) takes no more purchases of one customer.\(ways)"
        case .endsTooLate: "It ends later than \(name) can be told.\(ways)"
        case .tokenTooOld: "It ended too long ago: \(name) does not take its token any more."
        case .twoHolders:
            """
            Another customer holds it too, and did so first; at \(name) a purchase has one holder, \
            which is that one.
            """
        case .ownerAmbiguous: "It is not clear which customer of \(name) its owner becomes."
        case .ownerUndecided:
            "No ID of its owner goes over to \(name) as it is: see the findings on IDs."
        case .ownerNotImported: "Its owner has anonymous IDs alone. \(claiming)"
        case .withoutOwner: "No record says who holds it."
        case .productNotMapped: "The map of products does not have its product."
        case .missing("at"):
            "\(name) is told of which moment it is, and none is known: name one with --at.\(ways)"
        default:
            code.rawValue.hasPrefix("missing-")
                ? "Nothing is known of its \(code.rawValue.dropFirst(8)), which \(name) needs.\(ways)"
                : circumstance(code) + ways
        }
    }
}

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
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
        case .trimmed: "\(name) removes the white space around the ID."
        case .hashed:
            """
            \(name) gets the SHA-256 of the ID. A hash cannot be reversed: keep ids.csv, the only \
            way back to the ID.
            """
        case .reminted:
            """
            The anonymous ID is replaced by one of \(name)'s form, which the device does not know. \
            The device is a new customer until it logs in or claims its purchases. \(claiming)
            """
        case .anonymousNotImported:
            "Anonymous IDs are not imported into \(name). \(claiming)"
        case .anonymousOfIdentified:
            "The customer is migrated under a custom ID and needs no anonymous one at \(name)."
        case .anonymousNotHeld: "\(name) keeps one anonymous ID of a customer; another was chosen."
        case .aliasNotHeld:
            "\(name) does not keep this many IDs of one customer; another ID is used instead."
        case .aliasAmbiguous:
            """
            It belongs to a customer whose custom ID collides with another one at \(name). It is \
            migrated once that is decided.
            """
        case .aliasNotJoined:
            """
            No documented call of \(name) joins this ID to the customer's other one. What might do so \
            is written to a file for review.
            """
        case .collision:
            "IDs of different customers would become one at \(name); neither is migrated."
        case .caseTwins:
            """
            IDs of different customers differ only in case, and whether \(name) tells them apart is \
            undocumented; neither is migrated.
            """
        case .pathSegment:
            """
            The ID would be a part of the path of a call, where servers take "." and ".." for folders; \
            \(name) gets no such call.
            """
        case .looksAnonymous:
            "The app supplied the ID, but \(name) will treat it as anonymous."
        case .blockedElsewhere:
            """
            \(name) accepts the ID, but other systems refuse this value, as it is often given to many \
            customers who have none.
            """
        case .surroundingWhitespace:
            "The ID begins or ends with white space, which \(name) takes as a part of it."
        default:
            Reason(rawValue: code.rawValue)?.message(by: name)
                ?? "The ID cannot be migrated to \(name) unchanged."
        }
    }

    private var outOfReach: String {
        """
        Its owner has only anonymous IDs, and no store account shows it to a device, so nothing leads \
        the device to it at \(target.name).
        """
    }

    private var claiming: String {
        claim.map {
            "A device gets the purchases of its store account \($0.way)"
                + ($0.rule.isEmpty ? "." : " (\($0.rule)).")
        } ?? "No documented way gives a device the purchases of its store account."
    }

    /// About attributes of customers that have no way into the target.
    var attributesNotCarried: String {
        """
        The customer has attributes, which no import of \(target.name) accepts: they are only in the \
        input.
        """
    }

    /// About purchases and grants that a writer takes.
    func taken(_ code: FindingCode, _ writer: CompiledWriter) -> String {
        switch code {
        case .broughtByApp: "\(target.name) gets the purchase from the app itself. \(writer.says)"
        case .byHand: "It needs review before it is used: \(writer.title)."
        case .columnEmpty:
            """
            \(target.name) asks for \(writer.emptyColumns.joined(separator: " and ")), which is in no \
            record, so the column is empty. Ask \(target.name) what belongs there: \(writer.title).
            """
        case .productMapped: "It is migrated under the names of the table of products."
        case .entitlementMapped:
            "What it unlocks has the names of the table of entitlements."
        case .entitlementDropped, .entitlementNotMapped: withheld(code)
        case .stateNotCarried: "\(target.name) has no such state, so another one is imported."
        case .ownerReminted:
            "Its owner has a new anonymous ID at \(target.name), which no device knows. \(claiming)"
        case .ownerOutOfReach: outOfReach
        default: circumstance(code)
        }
    }

    /// About entitlements that are not migrated.
    func withheld(_ code: FindingCode) -> String {
        code == .entitlementDropped
            ? "The table of entitlements has no target for this entitlement, so it is not migrated."
            : "The table of entitlements lacks this entitlement."
    }

    /// About something that is the case, whatever becomes of it.
    func circumstance(_ code: FindingCode) -> String {
        switch code {
        case .familyShared: "It is shared by a family member, not bought."
        case .sandbox: "It is a sandbox purchase: no money was paid."
        case .promotional: "It was granted by the source, not bought at a store."
        case .trial: "It is in a free trial."
        case .beginsLater: "It begins after the moment of the plan and gives no access before."
        case .endedLongAgo:
            """
            It is said to give access, but its period ended longer ago than any store's grace period \
            lasts, so no store gives the access back.
            """
        case "grace": "A renewal failed and the store grants a grace period."
        case "billing-retry":
            "A renewal failed and the store retries; meanwhile there is no access."
        case "on-hold":
            "A renewal failed and the store put it on hold; meanwhile there is no access."
        case "paused": "The customer paused it; until it resumes there is no access."
        case "pending": "It has not been paid for yet."
        default: "It is \(code.rawValue)."
        }
    }

    /// About purchases and grants that do not go over, by the writer that comes nearest to it.
    func left(
        _ code: FindingCode, _ obstacles: [String], of subject: FormatWriter.Subject,
        by writer: CompiledWriter?
    ) -> String {
        let name = target.name
        let ways =
            obstacles.isEmpty ? "" : " Possible ways: \(obstacles.joined(separator: "; or "))."
        return switch code {
        case .notRunning:
            "It gives no access any more, and \(name) cannot import it as it is."
        case .notTaken where subject == .grant: "\(name) accepts no such grant."
        case .notTaken:
            writer.map {
                "\(name) accepts purchases of this store, but none like this one: \($0.title)."
            } ?? "\(name) accepts no purchase of this store."
        case .tooManyOfCustomer: "The customer has more purchases than \(name) accepts.\(ways)"
        case .endsTooLate: "Its end is later than any that \(name) accepts.\(ways)"
        case .endPassed: "It is said to give access, but its end has passed.\(ways)"
        case .flagAgainstDates:
            """
            The source says that it gives no access, though its period runs, so \(name) does not get it. \
            It may have been refunded or revoked.
            """
        case .tokenTooOld: "It ended so long ago that \(name) no longer accepts its token."
        case .twoHolders:
            """
            Another customer holds it too, and at \(name) a purchase has one holder. Who bought it first \
            by the dates keeps it; of equal dates, which do not say that, the ID that comes first.
            """
        case .ownerAmbiguous: "Which customer of \(name) its owner becomes is ambiguous."
        case .ownerUndecided:
            """
            No ID that its owner logs in with can be migrated to \(name) as it is: see the findings about \
            IDs.
            """
        case .ownerNotImported: "Its owner has only anonymous IDs. \(claiming)"
        case .ownerOutOfReach: outOfReach
        case .withoutOwner: "No record names its owner."
        case .productNotMapped: "The table of products lacks its product."
        case .entitlementDropped, .entitlementNotMapped: withheld(code)
        case .missing("at"):
            "\(name) needs the moment of the export, which is unknown: give it with --at.\(ways)"
        default:
            code.rawValue.hasPrefix("missing-")
                ? "Its \(code.rawValue.dropFirst(8)) is unknown, and \(name) needs it.\(ways)"
                : circumstance(code) + (writer.map { " \($0.title) does not take it." } ?? "")
        }
    }
}

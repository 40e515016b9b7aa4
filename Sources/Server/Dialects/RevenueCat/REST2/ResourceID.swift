// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymService

    /// The IDs of v2 for what a project knows by identifiers or numbers of its own.
    ///
    /// They follow from the project and the identifier, so that they are the same after each start,
    /// and so that no project takes another's.
    enum ResourceID {
        /// What an ID is of; the raw value is what IDs of the kind begin with.
        ///
        /// Source: https://www.revenuecat.com/docs/api-v2, examples of the schema, read 2026-11-22.
        enum Kind: String {
            case entitlement = "entl"
            case offering = "ofrng"
            case package = "pkg"
            case product = "prod"
            case purchase = "purch"
            case subscription = "sub"
            case webhook = "wh_"
        }

        /// The ID of something that is declared.
        static func id(of kind: Kind, _ identifier: String, in project: String) -> String {
            kind.rawValue + digest(kind, identifier, project).prefix(12)
        }

        /// What has an ID of its own, and no identifier: a purchase by its number, and which of the
        /// subscriptions that it was in turn.
        struct Place: Hashable {
            let number: Int
            /// 0 for the first, and for what is no subscription.
            let part: Int

            fileprivate var text: String {
                let text = String(number, radix: 16)
                return part == 0 ? text : "\(text)p\(String(part, radix: 16))"
            }

            fileprivate init?(text: Substring) {
                let numbers = text.split(separator: "p", omittingEmptySubsequences: false)
                    .map { Int($0, radix: 16) }
                guard numbers.count <= 2, let number = numbers[0], number >= 0,
                    let part = numbers.count == 1 ? 0 : numbers[1], part >= 0
                else { return nil }
                self.init(number: number, part: part)
            }

            init(number: Int, part: Int) {
                self.number = number
                self.part = part
            }
        }

        /// The ID of something that has a number, which ``place(in:of:in:)`` finds again.
        static func id(of kind: Kind, at place: Place, in project: String) -> String {
            kind.rawValue + digest(kind, place.text, project).prefix(8) + place.text
        }

        /// What an ID was made of; nil for one that this project did not make.
        static func place(in id: String, of kind: Kind, in project: String) -> Place? {
            guard id.hasPrefix(kind.rawValue),
                let place = Place(text: id.dropFirst(kind.rawValue.count + 8)),
                ResourceID.id(of: kind, at: place, in: project) == id
            else { return nil }
            return place
        }

        /// The ID of what a customer was given by hand, which v2 takes for a subscription.
        static func grant(of entitlement: String, customer: Int, in project: String) -> String {
            let text = "g\(String(customer, radix: 16))"
            return Kind.subscription.rawValue
                + digest(.subscription, "\(text)\u{1F}\(entitlement)", project).prefix(8) + text
        }

        /// The number of the customer in such an ID, whoever made it; nil where it is none.
        static func customer(inGrant id: String) -> Int? {
            let rest = id.dropFirst(Kind.subscription.rawValue.count + 8)
            guard rest.first == "g", let number = Int(rest.dropFirst(), radix: 16), number >= 0
            else { return nil }
            return number
        }

        private static func digest(_ kind: Kind, _ text: String, _ project: String) -> String {
            KeyHash(of: "\(kind.rawValue)\u{1F}\(project)\u{1F}\(text)").text
        }
    }

    extension ProjectSetup {
        /// The ID of a declared thing of this project.
        func id(of kind: ResourceID.Kind, _ identifier: String) -> String {
            ResourceID.id(of: kind, identifier, in: project)
        }

        /// The identifier of the entitlement that v2 knows by an ID.
        func entitlementKey(of id: String) -> String? {
            entitlements.first { self.id(of: .entitlement, $0.identifier) == id }?.identifier
        }

        /// The products that are sold.
        var sold: [ConfiguredProduct] { products.filter { !$0.isArchived } }

        /// The product that v2 knows by an ID; one that is not sold any more is not there.
        func product(of id: String) -> ConfiguredProduct? {
            sold.first { self.id(of: .product, $0.identifier) == id }
        }

        /// Where the offering stands that v2 knows by an ID.
        func index(ofOffering id: String) -> Int? {
            offerings.firstIndex { self.id(of: .offering, $0.identifier) == id }
        }

        /// The ID of a package, which is one of its offering's.
        func packageID(_ package: String, of offering: String) -> String {
            id(of: .package, "\(offering)\u{1F}\(package)")
        }

        /// Where the package stands that v2 knows by an ID.
        func place(ofPackage id: String) -> (offering: Int, package: Int)? {
            for (index, offering) in offerings.enumerated() {
                if let package = offering.packages.firstIndex(where: {
                    packageID($0.identifier, of: offering.identifier) == id
                }) {
                    return (offering: index, package: package)
                }
            }
            return nil
        }

        /// A path of v2 in this project.
        func path(_ segments: String...) -> String {
            "/v2/projects/"
                + ([project] + segments).map { PercentEncoding.text($0) }.joined(separator: "/")
        }
    }
#endif

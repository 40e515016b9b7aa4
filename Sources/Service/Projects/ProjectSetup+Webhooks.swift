// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    /// What becomes of an endpoint whose project file differs from what the project has.
    package struct EndpointChange: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            /// The file lists it, and the project does not have it yet.
            case added
            /// The file says something else of it than before.
            case changed
            /// The file lists it no more.
            case removed
            /// Nothing: a call has changed or deleted it, and the file says of it what it said before.
            case overruled
        }

        package let kind: Kind
        /// Its address.
        package let url: String

        /// A change of the endpoint at an address.
        package init(_ kind: Kind, _ url: String) {
            self.kind = kind
            self.url = url
        }
    }

    extension ProjectSetup {
        /// Takes over what a file says of webhooks and did not say when it was last taken over.
        ///
        /// An endpoint is the same while its ID is. Those that calls have made stay as they are. What a
        /// call has changed of one that the file lists stays too, until the file says something else
        /// of it: then it is what the file says, and no more.
        ///
        /// - Parameter listed: The endpoints that the file lists.
        /// - Returns: What became of each endpoint that is not as the file lists it.
        package mutating func takeWebhooks(_ listed: [Endpoint]) -> [EndpointChange] {
            var changes: [EndpointChange] = []
            var seen: Set<String> = []
            for id in (listed + listedWebhooks).map(\.id) where seen.insert(id).inserted {
                let before = listedWebhooks.filter { $0.id == id }
                let after = listed.filter { $0.id == id }
                let known = webhooks.filter { $0.isListed && $0.id == id }
                guard known != after, let url = (after.first ?? known.first)?.url else { continue }
                guard before != after else {
                    changes.append(EndpointChange(.overruled, url))
                    continue
                }
                let place =
                    webhooks.firstIndex { $0.isListed && $0.id == id } ?? webhooks.endIndex
                webhooks.removeAll { $0.isListed && $0.id == id }
                webhooks.insert(contentsOf: after, at: place)
                changes.append(
                    EndpointChange(
                        known.isEmpty ? .added : after.isEmpty ? .removed : .changed, url))
            }
            listedWebhooks = listed
            return changes
        }
    }

    extension ProjectState {
        /// Takes over what the project's file says of webhooks and did not say before, and writes it
        /// down.
        ///
        /// - Parameter listed: The endpoints that the file lists.
        /// - Returns: What became of each endpoint that is not as the file lists it.
        /// - Throws: ``DocumentFault`` where it cannot be written down; nothing is taken over then.
        package mutating func takeWebhooks(
            _ listed: [Endpoint]
        ) throws(DocumentFault) -> [EndpointChange] {
            var taken = setup
            let changes = taken.takeWebhooks(listed)
            if taken.listedWebhooks != setup.listedWebhooks { try change(taken) }
            return changes
        }
    }
#endif

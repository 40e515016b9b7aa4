// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymService
    import AllonymSimulation
    import HTTPTypes
    import QonversionWire

    // Purchases of REST v4: listed for servers, and sent by the SDK that is not released yet.

    extension QonversionDialect {
        var purchaseHandlersOfV4: [String: Handler] {
            [
                "qonversion.v4.list-user-purchases": { call, visit in
                    let request = try page(call)
                    let names = call.query.all("filter[platform]")
                    let platforms = names.compactMap(REST4.Platform.init(rawValue:))
                    guard platforms.count == names.count, platforms.count <= 3 else {
                        throw Refused(
                            fault(
                                "v4.invalid-data", "Up to three platforms can be named.",
                                field: "filter[platform]"))
                    }
                    let id = visit["user_id"]
                    return try await visit.project.perform { state, now in
                        let user = try known(id, in: state, orElse: "v4.not-found")
                        let view = state.world.view(of: user, now: now)
                        let listed = REST4.Purchase.all(of: view, user: id).filter {
                            platforms.isEmpty || platforms.contains($0.platform)
                        }
                        let url = REST4.path("users", id, "purchases")
                        return try Answer(json: page(request, listed, url, id: \.id))
                    }
                },
                "qonversion.v4.create-purchase": { call, visit in
                    let request = try body(
                        call, as: REST4.PurchaseRequest.self, orElse: "v4.invalid-data")
                    let id = visit["user_id"]
                    let data = request.storeData
                    let proof = await visit.proof(
                        data?.receipt ?? data?.originalTransactionID ?? data?.transactionID ?? "")
                    return try await visit.project.perform { state, now in
                        _ = try known(id, in: state, orElse: "v4.not-found")
                        guard let platform = request.platform, request.storeData != nil else {
                            throw Refused(
                                fault(
                                    "v4.invalid-data", "The platform and its data are needed.",
                                    field: request.platform == nil ? "platform" : "store_data"))
                        }
                        guard
                            let (purchase, token) = state.purchase(
                                of: proof, secret: visit.project.secret, now: now),
                            let store = REST4.Platform(state.ledger.account(of: purchase).store),
                            store == platform
                        else { throw Refused(fault("v4.purchase-fraud")) }
                        let price = PostedPrice(request.price, request.currency)
                        let rules = present(purchase, token, price, by: id, in: &state, now)
                        let owner = state.ledger.holders(of: purchase).first
                        return try Answer(
                            json: REST4.PurchaseOwner(
                                userID: owner.map(state.qonversionUserID) ?? id)
                        ).because(rules)
                    }
                },
            ]
        }
    }
#endif

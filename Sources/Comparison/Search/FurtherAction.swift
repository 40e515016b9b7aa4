// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore

/// An action that a search takes only where it is asked to.
///
/// Those of a small world by itself stay as they are, so that what it finds can be held against what
/// it found before.
public enum FurtherAction: String, Hashable, Sendable, CaseIterable {
    case hold, uncancel, change, use, share, unshare, transfer, redeem, delete
    case expireGrant = "expire grant"

    /// What the store does, where it is that.
    var event: StoreEvent? { StoreEvent(rawValue: rawValue) }
}

extension SmallWorld {
    /// What stores do in it.
    package var events: [StoreEvent] {
        let always: [StoreEvent] = [
            .renew, .cancel, .expire, .refund, .fail, .recover, .pause, .resume,
        ]
        return always + FurtherAction.allCases.filter(further.contains).compactMap(\.event)
    }

    /// Whether a store account matters although no device is signed in to it: one can go over to it
    /// again, or what was bought there is redeemed.
    package var namesAccounts: Bool { further.contains(.use) || further.contains(.redeem) }

    /// Further actions on a device, apart from what stores do.
    func furtherActions(on device: Int) -> [SearchAction] {
        FurtherAction.allCases.filter(further.contains).flatMap { actions($0, on: device) }
    }

    private func actions(_ further: FurtherAction, on device: Int) -> [SearchAction] {
        let products = products.map { Product($0.id, $0.kind) }
        switch further {
        case .hold, .uncancel: return []
        case .change:
            return products.flatMap { product in
                products.filter { $0.id != product.id }.flatMap { other in
                    [false, true].map { atRenewal in
                        let suffix = atRenewal ? " at renewal" : ""
                        return SearchAction(
                            device: device,
                            action: .change(product.id, to: other, atRenewal: atRenewal),
                            text: "change \(product.id) to \(other.id)\(suffix)")
                    }
                }
            }
        case .use:
            let names = (0..<devices).map { StoreAccount(.appStore, SmallWorld.device($0).text) }
            return (names + [StoreAccount(.playStore, "p")]).map { account in
                SearchAction(device: device, action: .use(account), text: "use \(account)")
            }
        case .share, .unshare:
            return (0..<devices).filter { $0 != device }.flatMap { other in
                products.map { product in
                    let name = SmallWorld.device(other)
                    return SearchAction(
                        device: device,
                        action: further == .share
                            ? .share(product.id, with: name) : .unshare(product.id, with: name),
                        other: other, text: "\(further.rawValue) \(product.id) with \(name)")
                }
            }
        case .transfer:
            return ids.indices.flatMap { source in
                ids.indices.filter { $0 != source }.map { target in
                    SearchAction(
                        device: device, action: .transfer(ids[source], to: ids[target]),
                        text:
                            "transfer \(SmallWorld.label(source)) to \(SmallWorld.label(target))")
                }
            }
        case .redeem:
            return ids.indices.flatMap { source in
                products.map { product in
                    SearchAction(
                        device: device, action: .redeem(product.id, from: ids[source]),
                        text: "redeem \(product.id) from \(SmallWorld.label(source))")
                }
            }
        case .delete:
            return ids.indices.map { id in
                SearchAction(
                    device: device, action: .delete(ids[id]),
                    text: "delete \(SmallWorld.label(id))")
            }
        case .expireGrant:
            return [
                SearchAction(
                    device: device, action: .expireGrant(SmallWorld.grant),
                    text: "expire grant \(SmallWorld.grant)")
            ]
        }
    }
}

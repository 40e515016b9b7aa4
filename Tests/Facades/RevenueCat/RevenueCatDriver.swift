// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import AllonymSimulation
import Foundation
import RevenueCatFacade

/// Drives RevenueCat's façade in neutral words.
final class RevenueCatDriver: FacadeDriver {
    static let provider = "revenuecat"
    let installation: Installation

    init(_ installation: Installation) { self.installation = installation }

    /// Configuring cannot fail; that the server does not take the ID shows at the first question.
    func launch(as id: String?) async -> DriverAnswer {
        await installation.use {
            Purchases.configure(withAPIKey: "key", appUserID: id)
            return await answer {
                _ = try await Purchases.shared.customerInfo(fetchPolicy: .fetchCurrent)
            }
        }
    }

    func logIn(_ id: String) async -> DriverAnswer {
        await answer { _ = try await Purchases.shared.logIn(id) }
    }

    func logOut() async -> DriverAnswer {
        await answer { _ = try await Purchases.shared.logOut() }
    }

    func buy(_ product: String) async -> DriverAnswer {
        await answer {
            guard let found = await Purchases.shared.products([product]).first else {
                throw ErrorCode.productNotAvailableForPurchaseError
            }
            _ = try await Purchases.shared.purchase(product: found)
        }
    }

    func restore() async -> DriverAnswer {
        await answer { _ = try await Purchases.shared.restorePurchases() }
    }

    func sync() async -> DriverAnswer {
        await answer { _ = try await Purchases.shared.syncPurchases() }
    }

    func redeem(_ product: String, from id: String) async -> DriverAnswer {
        let token = installation.store.redemptionToken(for: product, of: id)
        return await answer {
            let link = URL(string: "app://redeem_web_purchase?redemption_token=\(token)")
            guard let redemption = link?.asWebPurchaseRedemption else {
                throw ErrorCode.invalidWebPurchaseToken
            }
            switch await Purchases.shared.redeemWebPurchase(redemption) {
            case .success: break
            case .error(let error): throw error.asErrorCode ?? .unknownError
            case .invalidToken: throw ErrorCode.invalidWebPurchaseToken
            case .purchaseBelongsToOtherUser: throw ErrorCode.purchaseBelongsToOtherUser
            case .expired: throw ErrorCode.expiredWebPurchaseToken
            }
        }
    }

    func access() async -> [String] {
        await installation.use {
            guard Purchases.isConfigured else { return [] }
            let info = try? await Purchases.shared.customerInfo(fetchPolicy: .fetchCurrent)
            return (info?.entitlements.active.keys).map(Array.init)?.sorted {
                EntitlementID(unchecked: $0) < EntitlementID(unchecked: $1)
            } ?? []
        }
    }

    func userID() async -> String? { installation.use { Purchases.shared.appUserID } }

    private func answer(_ call: () async throws -> Void) async -> DriverAnswer {
        await installation.use {
            do {
                try await call()
                return .done
            } catch let code as ErrorCode {
                return refusal(of: code).map(DriverAnswer.refused) ?? .silent
            } catch {
                return .silent
            }
        }
    }

    /// The refusal that the documented error stands for, read from the vocabulary.
    private func refusal(of code: ErrorCode) -> Refusal? {
        let line = Line(installation, facade: RevenueCatDriver.provider)
        return Refusal.allCases.first { refusal in
            line.names(of: refusal).contains { $0.code == String(code.rawValue) }
        }
    }
}

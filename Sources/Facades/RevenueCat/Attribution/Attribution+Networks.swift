// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation

/// What attribution networks say of the user.
///
/// Source: https://www.revenuecat.com/docs/integrations/attribution, read 2026-11-21;
/// https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, Attribution), read 2026-11-21.
extension Attribution {
    /// Does nothing: the simulation has no attribution network.
    public func enableAdServicesAttributionTokenCollection() {}

    /// Does nothing: the simulated device has no advertising identifiers.
    public func collectDeviceIdentifiers() {}

    /// Sets the attributes of a campaign from what AppsFlyer says of the installation.
    ///
    /// What it does not say stays, so nil changes nothing. An organic installation has the media source `Organic`. Which of AppsFlyer's names stand
    /// for which attribute is partly inferred.
    public func setAppsFlyerConversionData(_ data: [AnyHashable: Any]?) {
        guard let data else { return }
        func said(_ names: String...) -> String? {
            names.lazy.compactMap { data[$0] as? String }.first { !$0.isEmpty }
        }
        let isOrganic = said("af_status")?.lowercased() == "organic"
        let found: [String: String?] = [
            "$mediaSource": said("media_source") ?? (isOrganic ? "Organic" : nil),
            "$campaign": said("campaign"), "$adGroup": said("adgroup", "adset"),
            "$ad": said("af_ad", "ad_id"), "$keyword": said("af_keywords", "keyword"),
            "$creative": said("creative", "af_creative"),
        ]
        setAttributes(found.compactMapValues { $0 })
    }

    /// Sets `$appstackId` and what else Appstack says of the installation, and asks for the
    /// offerings.
    ///
    /// Text and numbers are kept, each under its own name, which is inferred. Nil changes nothing.
    public func setAppstackAttributionParams(
        _ data: [String: Any]?, completion: @escaping (Offerings?, PublicError?) -> Void
    ) {
        keep(data)
        owner.syncAttributesAndOfferingsIfNeeded(completion: completion)
    }

    /// Sets `$appstackId` and what else Appstack says of the installation, and asks for the
    /// offerings.
    ///
    /// - Throws: ``ErrorCode``.
    public func setAppstackAttributionParams(_ data: [String: Any]?) async throws -> Offerings? {
        keep(data)
        return try await owner.syncAttributesAndOfferingsIfNeeded()
    }

    private func keep(_ data: [String: Any]?) {
        guard let data else { return }
        var attributes: [String: String] = [:]
        for (name, value) in data {
            switch value {
            case let text as String: attributes[name == "appstack_id" ? "$appstackId" : name] = text
            case let number as Int: attributes[name] = String(number)
            case let number as Double: attributes[name] = String(number)
            default: continue
            }
        }
        setAttributes(attributes)
    }
}

/// A network that brought the user.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, AttributionNetwork), read
/// 2026-11-21.
public enum AttributionNetwork: Int, Sendable {
    /// Apple Search Ads.
    @available(*, deprecated, message: "Use adServices.")
    case appleSearchAds = 0
    /// Adjust.
    case adjust = 1
    /// AppsFlyer.
    case appsFlyer = 2
    /// Branch.
    case branch = 3
    /// Tenjin.
    case tenjin = 4
    /// Facebook.
    case facebook = 5
    /// mParticle.
    case mParticle = 6
    /// Apple's AdServices.
    case adServices = 7
}

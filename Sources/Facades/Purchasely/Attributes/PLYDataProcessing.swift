// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Why data about a person may be processed.
///
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYDataProcessingLegalBasis), read 2026-11-21.
public enum PLYDataProcessingLegalBasis: Int, CaseIterable, Sendable {
    /// Because the person agreed.
    case optional
    /// Because the app cannot do without.
    case essential
}

/// What data about a person is processed for.
///
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYDataProcessingPurpose), read 2026-11-21.
public final class PLYDataProcessingPurpose: NSObject, Sendable {
    /// Everything that the app can do without.
    public static let allNonEssentials = PLYDataProcessingPurpose("allNonEssentials")
    /// Counting what people do.
    public static let analytics = PLYDataProcessingPurpose("analytics")
    /// Counting what a person does.
    public static let identifiedAnalytics = PLYDataProcessingPurpose("identifiedAnalytics")
    /// Campaigns.
    public static let campaigns = PLYDataProcessingPurpose("campaigns")
    /// Screens for the person.
    public static let personalization = PLYDataProcessingPurpose("personalization")
    /// Other services.
    public static let thirdPartyIntegrations = PLYDataProcessingPurpose("thirdPartyIntegrations")

    private let name: String

    private init(_ name: String) { self.name = name }

    /// The purpose's name.
    public override var description: String { name }
}

extension Purchasely {
    /// Does nothing: the simulation processes no data about people, so that there is nothing to
    /// take back.
    public static func revokeDataProcessingConsent(
        for dataProcessingPurposes: Set<PLYDataProcessingPurpose>
    ) {}
}

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// IDs of other services.
extension Purchasely {
    /// Another service's ID of the person.
    ///
    /// The raw values are those of SDK 6; SDK 5.7 has `oneSignalPlayerId` in between.
    /// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, Purchasely.PLYAttribute), read 2026-11-21.
    public enum PLYAttribute: Int, CaseIterable, Sendable {
        /// Firebase's ID of the installation.
        case firebaseAppInstanceId
        /// Airship's ID of the channel.
        case airshipChannelId
        /// Airship's ID of the user.
        case airshipUserId
        /// Batch's ID of the installation.
        case batchInstallationId
        /// Adjust's ID.
        case adjustId
        /// AppsFlyer's ID.
        case appsflyerId
        /// Mixpanel's ID.
        case mixpanelDistinctId
        /// CleverTap's ID.
        case clevertapId
        /// The address at Sendinblue, today's Brevo.
        case sendinblueUserEmail
        /// The address at Iterable.
        case iterableUserEmail
        /// Iterable's ID of the user.
        case iterableUserId
        /// AT Internet's ID.
        case atInternetIdClient
        /// mParticle's ID of the user.
        case mParticleUserId
        /// Customer.io's ID of the user.
        case customerioUserId
        /// The address at Customer.io.
        case customerioUserEmail
        /// Branch's ID of the user.
        case branchUserDeveloperIdentity
        /// Amplitude's ID of the user.
        case amplitudeUserId
        /// Amplitude's ID of the device.
        case amplitudeDeviceId
        /// MoEngage's ID.
        case moengageUniqueId
        /// OneSignal's external ID.
        case oneSignalExternalId
        /// Batch's ID of the user.
        case batchCustomUserId
        /// OneSignal's ID of the user.
        case oneSignalUserId

        /// ``oneSignalUserId`` under the name of SDK 5.7.
        public static let oneSignalPlayerId = PLYAttribute.oneSignalUserId
    }

    /// Does nothing: the simulation passes no IDs on to other services.
    public static func setAttribute(_ attribute: PLYAttribute, value: String) {}

    /// Does nothing: the simulation passes no IDs on to other services.
    public static func setAttributes(_ attributes: [PLYAttribute: String]) {}
}

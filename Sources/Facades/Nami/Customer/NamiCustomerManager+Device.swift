// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation

/// What the device is known by, and anonymous mode.
///
/// Each call goes to the platform, and the account-state handler says how it ended. No member gives
/// back what was set here.
extension NamiCustomerManager {
    // MARK: Anonymous mode

    /// Whether device-level data is withheld; asks for an account that is enabled for it.
    ///
    /// While it is on there is no device ID, and, as the web SDK has it, nobody can log in. See
    /// ``NamiAccount``. Turning it on twice, or off twice, fails with the web SDK's names.
    ///
    /// - Parameter anonymousMode: Whether it is to be on.
    public static func setAnonymousMode(_ anonymousMode: Bool) {
        let session = NamiSession.current()
        session.call { state, failure in
            let failure = failure ?? session.setAnonymousMode(anonymousMode, &state)
            return {
                session.tell { handlers in
                    handlers.tell(anonymousMode ? .anonymous_mode_on : .anonymous_mode_off, failure)
                    guard failure == nil else { return }
                    handlers.tell(
                        anonymousMode ? .nami_device_id_cleared : .nami_device_id_set, nil)
                }
            }
        }
    }

    /// Whether anonymous mode is on; it is off until it is turned on.
    public static func inAnonymousMode() -> Bool { NamiSession.current().look(\.isAnonymousMode) }

    /// Whether the account is enabled for anonymous mode; false before the SDK is configured.
    public static func anonymousModeCapability() -> Bool {
        let session = NamiSession.current()
        return session.isConfigured
            && session.line.installation.world.namiAccount.allowsAnonymousMode
    }

    // MARK: IDs of others

    /// Sets the ID that the device's vendor gives it.
    ///
    /// - Parameter vendorId: The ID.
    public static func setVendorId(with vendorId: UUID) {
        setForeignID("vendor", vendorId.uuidString, .vendor_id_set)
    }

    /// Takes the vendor's ID away.
    public static func clearVendorId() { setForeignID("vendor", nil, .vendor_id_cleared) }

    /// Sets the advertising ID.
    ///
    /// - Parameter advertisingId: The ID.
    public static func setAdvertisingId(with advertisingId: UUID) {
        setForeignID("advertising", advertisingId.uuidString, .advertising_id_set)
    }

    /// Takes the advertising ID away.
    public static func clearAdvertisingId() {
        setForeignID("advertising", nil, .advertising_id_cleared)
    }

    /// Sets the ID by which a customer data platform knows the person; no log-in comes of it.
    ///
    /// - Parameter cdpId: The ID.
    public static func setCustomerDataPlatformId(with cdpId: String) {
        setForeignID("customerDataPlatform", cdpId, .customer_data_platform_id_set)
    }

    /// Takes that ID away.
    public static func clearCustomerDataPlatformId() {
        setForeignID("customerDataPlatform", nil, .customer_data_platform_id_cleared)
    }

    private static func setForeignID(_ kind: String, _ id: String?, _ action: AccountStateAction) {
        let session = NamiSession.current()
        session.call { state, failure in
            if failure == nil { state.storage.setForeignID(kind, id) }
            return { session.tell { $0.tell(action, failure) } }
        }
    }
}

extension NamiSession {
    /// Turns anonymous mode on or off; nil, or why not.
    fileprivate func setAnonymousMode(_ isOn: Bool, _ state: inout NamiState) -> NamiFacadeError? {
        if isOn == state.isAnonymousMode { return .alreadySo(isOn) }
        if isOn, !line.installation.world.namiAccount.allowsAnonymousMode { return .noCapability }
        state.isAnonymousMode = isOn
        return nil
    }
}

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What changed about the account on the device: the first argument of the account-state handler.
///
/// Twelve cases, with raw values by their order. The SDK had two of them in 3.0.0, eight from 3.0.9
/// and all from 3.0.20, and may get more: switch over them with a default.
/// Source: https://github.com/namiml/nami-apple (3.3.7), read 2026-11-21.
public enum AccountStateAction: Int, Hashable, Sendable, CaseIterable {
    /// A log-in was answered.
    case login
    /// A log-out was answered.
    case logout
    /// An advertising ID was set.
    case advertising_id_set
    /// The advertising ID was taken away.
    case advertising_id_cleared
    /// A vendor ID was set.
    case vendor_id_set
    /// The vendor ID was taken away.
    case vendor_id_cleared
    /// An ID for a customer data platform was set.
    case customer_data_platform_id_set
    /// The ID for a customer data platform was taken away.
    case customer_data_platform_id_cleared
    /// Anonymous mode began.
    case anonymous_mode_on
    /// Anonymous mode ended.
    case anonymous_mode_off
    /// The device has a Nami device ID again.
    case nami_device_id_set
    /// The device has no Nami device ID any more.
    case nami_device_id_cleared
}

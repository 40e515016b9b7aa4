// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What was done on a paywall.
///
/// The façade gives those of ``NamiSimulatedPaywall``'s buttons, of a purchase's end, and of flows
/// `flow_begin` and `flow_complete`; nothing plays videos, turns pages or opens drawers.
/// Source: https://github.com/namiml/nami-apple (3.3.7, NamiPaywallAction), read 2026-11-21.
public enum NamiPaywallAction: String, Codable, Hashable, Sendable, CaseIterable {
    /// The button that closes it.
    case close_paywall
    /// The button that restores.
    case restore_purchases
    /// The button that signs in.
    case sign_in
    /// The button of one SKU.
    case buy_sku
    /// A SKU was selected.
    case select_sku
    /// The button that buys the selected SKU.
    case purchase_selected_sku
    /// A purchase is made.
    case purchase_success
    /// Somebody else has to allow a purchase.
    case purchase_deferred
    /// A purchase failed.
    case purchase_failed
    /// The person changed their mind.
    case purchase_cancelled
    /// A purchase is on its way.
    case purchase_pending
    /// A purchase ended in none of these ways.
    case purchase_unknown
    /// It was shown.
    case show_paywall
    /// A button with an address.
    case deeplink
    /// A switch was turned.
    case toggle_change
    /// A page was turned.
    case page_change
    /// A slide was moved.
    case slide_change
    /// The button that loads the products again.
    case nami_reload_products
    /// A drawer was opened.
    case nami_collapsible_drawer_open
    /// A drawer was closed.
    case nami_collapsible_drawer_close
    /// A video began.
    case video_play
    /// A video was halted.
    case video_pause
    /// A video goes on.
    case video_resume
    /// A video is over.
    case video_end
    /// Another video was chosen.
    case video_change
    /// A video's sound was turned off.
    case video_mute
    /// A video's sound was turned on.
    case video_unmute
    /// A flow began.
    case flow_begin
    /// A flow's page was entered.
    case flow_visit_page
    /// A flow's page was left.
    case flow_exit_page
    /// A flow's step was left out.
    case flow_skip_step
    /// A flow's step is done.
    case flow_finish_step
    /// The button to a flow's next step.
    case flow_next_step
    /// The button to a flow's step before.
    case flow_previous_step
    /// A flow is over.
    case flow_complete
    /// Something that this version of the SDK does not know.
    case unknown
}

/// How a paywall was made.
///
/// Nothing in the interface gives it.
/// Source: https://github.com/namiml/nami-apple (3.3.7, PaywallType), read 2026-11-21.
public enum PaywallType: String, Codable, Hashable, Sendable, CaseIterable {
    /// Of components, in the console's editor.
    case component
    /// By the console's templates.
    case paywall_creator
    /// By the app, and only named in the console.
    case paywall_linked
}

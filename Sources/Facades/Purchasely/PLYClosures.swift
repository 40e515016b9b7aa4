// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Called when it is done.
public typealias PLYVoidClosure = () -> Void

/// Called with a yes or no.
public typealias PLYBoolClosure = (Bool) -> Void

/// Called with what went wrong.
public typealias PLYErrorClosure = (any Error) -> Void

/// Called with whether it worked, and with what went wrong.
public typealias PLYSuccessErrorClosure = (Bool, (any Error)?) -> Void

/// Called when the person changed their mind.
public typealias PLYCancellationClosure = () -> Void

/// Called with the signature of an offer.
public typealias PLYOfferSignatureClosure = (PLYOfferSignature) -> Void

/// Told after a log-in whether the app should read its user's access again: whether purchases came
/// along.
public typealias PLYLoginCompletionHandler = (Bool) -> Void

/// Shows a log-in above a controller, and says whether the person logged in.
///
/// No call of the SDK takes one.
public typealias PLYLoginTappedHandler = (UIViewController, @escaping (Bool) -> Void) -> Void

/// Asks above a controller whether a purchase is to go on, and says so.
///
/// No call of the SDK takes one.
public typealias PLYPurchaseConfirmationHandler = (
    UIViewController, @escaping (Bool) -> Void
) -> Void

/// Called with a screen's controller, whether it is loaded, and what went wrong.
public typealias PLYPaywallLoadingClosure = (
    PLYPresentationViewController?, Bool, (any Error)?
) -> Void

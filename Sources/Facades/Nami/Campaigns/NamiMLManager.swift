// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What the person does in the app, for the platform's predictions.
///
/// Source: https://github.com/namiml/nami-apple (3.3.7, NamiMLManager), read 2026-11-21.
public final class NamiMLManager: NSObject {
    /// An object of no use: every member is static.
    public override init() {}

    /// The person comes to content with these labels.
    ///
    /// Does nothing: the simulation predicts nothing.
    public static func enterCoreContent(labels: [String]) {}

    /// The person comes to content with this label.
    ///
    /// Does nothing: the simulation predicts nothing.
    public static func enterCoreContent(label: String) {}

    /// The person leaves content with these labels.
    ///
    /// Does nothing: the simulation predicts nothing.
    public static func exitCoreContent(labels: [String]) {}

    /// The person leaves content with this label.
    ///
    /// Does nothing: the simulation predicts nothing.
    public static func exitCoreContent(label: String) {}

    /// The person does what the app is for.
    ///
    /// Does nothing: the simulation predicts nothing.
    public static func coreAction(label: String) {}
}

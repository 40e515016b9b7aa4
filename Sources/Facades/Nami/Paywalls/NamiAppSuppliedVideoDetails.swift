// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A video that the app gives a paywall to show.
///
/// Source: https://github.com/namiml/nami-apple (3.3.7, NamiAppSuppliedVideoDetails), read
/// 2026-11-21.
public final class NamiAppSuppliedVideoDetails: NSObject, Codable, Sendable {
    /// Where it is.
    public let url: String
    /// What it is called in events.
    public let name: String?

    private enum CodingKeys: String, CodingKey { case url, name }

    /// A video.
    public init(url: String, name: String?) {
        self.url = url
        self.name = name
    }
}

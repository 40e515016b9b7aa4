// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import AllonymTestSupport
import Foundation

/// The whole text of a page.
func text(of page: Page) -> String {
    var text = ""
    page.write { text += $0 }
    return text
}

/// Reads a page; every fault in its markup is an error.
func read(_ page: Page) throws -> PageElement { try readPage(text(of: page)) }

extension PageElement {
    /// Its text with one blank wherever there are some.
    var words: String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    /// The picture of a provider.
    func picture(of provider: String) -> PageElement? {
        all("figure").first { $0["data-provider"] == provider }
    }
}

/// A scenario file of `Tests/Pages`, compared.
func comparePage(_ name: String) throws -> [ComparedScenario] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Pages/\(name)")
    return try compare(String(decoding: Data(contentsOf: file), as: UTF8.self))
}

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import Foundation
import Testing

/// The drivers of all façades, found by the names of the providers: a fifth one needs no line here.
enum EveryFacade {
    static let mappings = Result { try Mappings.load() }

    /// The drivers, in the order of their providers' names.
    static let drivers: [any FacadeDriver.Type] = ((try? mappings.get())?.providers ?? [])
        .compactMap { NSClassFromString("FacadeTests.\($0.name)Driver") as? any FacadeDriver.Type }

    /// A driver, for tables of arguments.
    struct Named: Sendable, CustomTestStringConvertible {
        let driver: any FacadeDriver.Type
        var testDescription: String { driver.provider }
    }

    static let named = drivers.map(Named.init)
}

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import AllonymSimulation
import Foundation

extension Line {
    /// The SDK's error for a refusal.
    ///
    /// The code is the first that the vocabulary names for it. A refusal for which the SDK has no
    /// code arrives as it passes on any "no" of its backend: as `backendError`. That is also the
    /// way of refusals that this provider does not know, when the rules are another provider's.
    func error(for refusal: Refusal) -> NSError {
        let names = names(of: refusal)
        let code = names.lazy.compactMap(Qonversion.ErrorCode.init(entry:)).first ?? .backendError
        let message = names.first { $0.code != nil }.map(\.name)
        return code.error(message ?? "The provider refused: \(refusal.rawValue).")
    }
}

extension Qonversion.ErrorCode {
    /// The code of which a vocabulary entry gives name and number; nil for entries of other APIs.
    init?(entry: Vocabulary.Entry) {
        guard let number = entry.code.flatMap(Int.init),
            let code = Qonversion.ErrorCode(rawValue: number), "\(code)" == entry.name
        else { return nil }
        self = code
    }

    /// The call did not reach the provider.
    static var offline: NSError {
        networkConnectionFailed.error("The connection to the provider failed.")
    }

    /// The SDK was not started.
    static var notStarted: NSError {
        internalError.error("Qonversion is not initialised. Call Qonversion.initWithConfig(_:).")
    }

    /// Another call of the app came in between, and the answer is for nobody.
    static func overtaken(by call: String) -> NSError {
        internalError.error("\(call) was called before this call was answered.")
    }
}

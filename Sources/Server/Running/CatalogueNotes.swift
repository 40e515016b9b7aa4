// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    package import AllonymService

    extension ProjectFile {
        /// As many products are named.
        private static let mostNamed = 5

        /// What its owner should know of its catalogue: which products are sold monthly because
        /// nothing says otherwise.
        package var catalogueNotes: [String] {
            let names = products.filter {
                $0.kind == ProductKind.subscription.rawValue && $0.period == nil
            }.map(\.identifier)
            if names.isEmpty { return [] }
            let more = names.count - ProjectFile.mostNamed
            let named = names.prefix(ProjectFile.mostNamed).map { "\"\($0)\"" }
                .joined(separator: ", ")
            return [
                "catalogue of \"\(name)\": sold as a monthly subscription, since there is no "
                    + "\"period\": \(named)\(more > 0 ? " and \(more) more" : ""); set \"period\", or "
                    + "\"kind\": \"\(ProductKind.nonConsumable.rawValue)\" for what is bought once"
            ]
        }
    }
#endif

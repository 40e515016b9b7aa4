// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension MigrationReport {
    /// Names of one kind that have to exist at the target before the import.
    struct RequiredGroup {
        /// What they are.
        let title: String
        /// The names, as many as people are shown; `report.json` has all.
        let names: [(name: String, count: Int)]
        /// As many more as there are.
        let more: Int
    }

    /// As many names of a kind as people are shown.
    private static let mostRequired = 50

    /// What has to exist at the target before the import, by kind.
    var requiredByKind: [RequiredGroup] {
        Required.Kind.allCases.compactMap { kind in
            let all = required.filter { $0.kind == kind }
            if all.isEmpty { return nil }
            let shown = all.prefix(MigrationReport.mostRequired)
            return RequiredGroup(
                title: kind.title, names: shown.map { (ReportPage.brief($0.name), $0.count) },
                more: all.count - shown.count)
        }
    }
}

extension MigrationReport.Required.Kind {
    /// What several are called.
    fileprivate var title: String {
        switch self {
        case .entitlement: "Entitlements"
        case .product: "Products"
        case .storeProduct: "Products, by the store's name"
        }
    }
}

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymCore
    import AllonymInput
    import AllonymMappings
    import AllonymMigration
    import ArgumentParser

    /// How much memory an ID takes, with the keys of its purchases and what is known of them.
    struct IntakeMeasure {
        private let reader: [FormatReader]
        private let mappings: Mappings
        private static let most = 300

        init(_ mappings: Mappings) throws {
            guard let formats = mappings.formats["revenuecat"] else {
                throw ValidationError("There are no formats of RevenueCat.")
            }
            reader = formats.readers
            self.mappings = mappings
        }

        func measure(_ path: String, _ floors: inout Floors) throws {
            let rules = try mappings.provider("revenuecat")?.rules()
            let intake = Intake(rules: rules, readers: reader)
            _ = try Scan(reader).run([.file(path)]) { intake.add($0) }
            let open = intake.allocatedBytes
            let population = intake.finish()
            let ids = max(1, population.idCount)
            let settled = population.allocatedBytes
            print(
                "\n\(ids.grouped) IDs, \(population.customerCount.grouped) customers,",
                "\(population.purchaseCount.grouped) purchases:",
                "\(open / ids) bytes an ID while read, \(settled / ids) afterwards")
            // Of few IDs much of the tables is still empty.
            guard ids >= 300_000 else { return }
            floors.note("bytes an ID", holds: max(open, settled) / ids <= Self.most)
        }
    }
#endif

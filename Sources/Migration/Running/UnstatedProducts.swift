// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// The products in files that do not say what purchases unlock, as far as the table of products does
/// not say it either.
///
/// For one thread.
final class UnstatedProducts {
    private let table: ProductMap
    private let unlockingNothing: Set<[UInt8]>
    private var met: Set<[UInt8]> = []
    private var names: [String] = []
    /// The first file that names such a product.
    private var file: OpenFile?

    /// As many are named.
    private static let most = 10

    /// What a table does not say.
    init(_ table: ProductMap?) {
        self.table = table ?? ProductMap([:])
        unlockingNothing = self.table.unlockingNothing
    }

    /// Looks at the purchases of a batch.
    func take(_ batch: RecordBatch) {
        guard batch.lacksEntitlements else { return }
        for number in 0..<batch.count {
            let record = batch[number]
            guard record.kind == .purchase else { continue }
            let text =
                record.has(.product) ? record.text(.product) : record.text(.storeProduct)
            let name = Array(batch.bytes(of: text))
            guard text.isPresent, met.insert(name).inserted, !isStated(name) else { continue }
            names.append(String(decoding: name, as: UTF8.self))
            file = file ?? batch.file
        }
    }

    private func isStated(_ name: [UInt8]) -> Bool {
        let entitlements = table.entries[name]?.entitlements ?? []
        return !entitlements.isEmpty || unlockingNothing.contains(name)
    }

    /// Refuses files with such a product.
    func check() throws(InputError) {
        guard let file, !names.isEmpty else { return }
        let reader = file.reader.reader
        guard let missing = reader.lacking.first(where: { $0.standIn == .entitlements }) else {
            return
        }
        let shown = names.sorted().prefix(UnstatedProducts.most)
            .map { "\"\(ShownText.brief($0))\"" }.joined(separator: ", ")
        let more = names.count - min(names.count, UnstatedProducts.most)
        throw InputError(
            .wrongColumn, file.name, line: 1,
            "\(missing.lack(of: reader)), and the table of products does not state the "
                + "entitlements of \(shown)\(more == 0 ? "" : " and \(more.grouped) more"); fill "
                + "them in, or export again with this column")
    }
}

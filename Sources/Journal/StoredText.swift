// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation
    import GRDB

    /// A text as SQLite keeps it whole: one in which a NUL stands is kept as bytes, since SQLite's texts
    /// end there.
    struct StoredText: DatabaseValueConvertible {
        let text: String

        init(_ text: String) { self.text = text }

        var databaseValue: DatabaseValue {
            text.utf8.contains(0) ? Data(text.utf8).databaseValue : text.databaseValue
        }

        static func fromDatabaseValue(_ value: DatabaseValue) -> StoredText? {
            switch value.storage {
            case .string(let text): StoredText(text)
            case .blob(let bytes): StoredText(String(decoding: bytes, as: UTF8.self))
            case .null, .int64, .double: nil
            }
        }

        /// Its bytes, as SQLite's `hex` writes those of a text and of bytes alike.
        static func hex(of text: String) -> String {
            text.utf8.map { String(format: "%02X", $0) }.joined()
        }
    }

    extension Row {
        /// A text that was kept as ``StoredText``.
        func text(_ column: String) -> String {
            let stored: StoredText = self[column]
            return stored.text
        }

        /// The same, by the number of the column.
        func text(_ column: Int) -> String {
            let stored: StoredText = self[column]
            return stored.text
        }
    }
#endif

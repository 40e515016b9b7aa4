// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    /// A word of a command that can be copied into a shell.
    enum ShellWord {
        /// The text, in quotes where a shell would take it apart.
        static func text(of word: String) -> String {
            let isPlain =
                !word.isEmpty
                && word.utf8.allSatisfy { byte in
                    switch byte {
                    case 48...57, 65...90, 97...122: true
                    case UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "_"),
                        UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: ","):
                        true
                    default: false
                    }
                }
            return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
        }
    }
#endif

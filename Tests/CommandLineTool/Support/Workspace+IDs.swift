// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    extension Workspace {
        /// An ID that every provider takes.
        static let uuid = "035b30e2-faf4-462d-aec3-caa0fbe26c49"

        /// A folder with files of IDs: good ones, bad ones, none, and tables.
        static func withIDs() throws -> Workspace {
            let workspace = try Workspace()
            try workspace.write("\(uuid)\n", to: "good.txt")
            try workspace.write("guest\n\(uuid)\n", to: "bad.txt")
            try workspace.write("", to: "empty.txt")
            try workspace.write("name;user\nann;\(uuid)\n", to: "users.csv")
            try workspace.write("user\n\"ann", to: "open.csv")
            return workspace
        }
    }
#endif

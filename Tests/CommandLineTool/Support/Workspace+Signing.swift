// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation
    import Testing

    extension Workspace {
        /// Makes a file of the plan in the folder `plan` one that its manifest lists.
        func sign(_ name: String) async throws {
            let bytes = Data(try content(of: "plan/\(name)").utf8)
            let hash = try await shell("sha256sum plan/\(name) | cut -c1-64").output
            var manifest = try #require(
                try JSONSerialization.jsonObject(
                    with: Data(try content(of: "plan/manifest.json").utf8))
                    as? [String: Any])
            var outputs = try #require(manifest["outputs"] as? [[String: Any]])
            let index = try #require(outputs.firstIndex { $0["name"] as? String == name })
            outputs[index]["bytes"] = bytes.count
            outputs[index]["sha256"] = hash.trimmingCharacters(in: .whitespacesAndNewlines)
            manifest["outputs"] = outputs
            let text = try JSONSerialization.data(withJSONObject: manifest)
            try write(String(decoding: text, as: UTF8.self), to: "plan/manifest.json")
        }
    }
#endif

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A JSON Schema of an output of the tool, or of a file of a plan.
public struct SchemaGuide: Hashable, Sendable {
    /// The file, from the folder of mappings, such as `schemas/report.schema.json`.
    public let file: String
    /// What the output is called.
    public let title: String
    /// Which command prints it, or which file it is.
    public let says: String
}

extension Mappings {
    /// The schemas, in the order of their names; none where the folder has none.
    ///
    /// - Throws: ``MappingsError`` for a file that is no schema.
    public func schemas() throws(MappingsError) -> [SchemaGuide] {
        let ending = ".schema.json"
        let names = try? FileManager.default.contentsOfDirectory(atPath: "\(directory)/schemas")
        var schemas: [SchemaGuide] = []
        for name in (names ?? []).sorted() where name.hasSuffix(ending) {
            let file = "schemas/\(name)"
            let bytes = try MappingFile.bytes(directory, file)
            let value: JSONValue
            do throws(JSONSyntaxFault) {
                value = try JSONValue(parsing: bytes)
            } catch {
                throw MappingsError(file: file, entry: nil, reason: error.description)
            }
            guard case .object(let members) = value, case .string(let title) = members["title"],
                case .string(let says) = members["description"]
            else {
                throw MappingsError(
                    file: file, entry: nil, reason: "expected an object with title and description")
            }
            schemas.append(SchemaGuide(file: file, title: title, says: says))
        }
        return schemas
    }
}

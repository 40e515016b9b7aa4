// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput
import Foundation

/// What `migrate export` writes into its folder, as far as a plan looks at it.
package enum ExportedFiles {
    /// The file that says how far the export is.
    package static let state = "export.json"
    /// The folder of the files that a plan reads.
    package static let answers = "answers"

    /// What is read of the state.
    private struct State: Decodable {
        let isFinished: Bool
    }

    /// The inputs that an export has written which has not finished: the first one of each folder, by
    /// its number.
    static func unfinished(_ inputs: [Input]) -> [Int] {
        var folders: Set<String> = []
        return inputs.indices.filter { number in
            guard let path = inputs[number].path else { return false }
            let answers = URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent()
            let folder = answers.deletingLastPathComponent()
            guard answers.lastPathComponent == ExportedFiles.answers,
                folders.insert(folder.path).inserted
            else { return false }
            let state = try? Data(contentsOf: folder.appendingPathComponent(ExportedFiles.state))
            return state.flatMap { try? JSONDecoder().decode(State.self, from: $0) }
                .map { !$0.isFinished } ?? false
        }
    }
}

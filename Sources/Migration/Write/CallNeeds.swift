// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymMappings

/// What the calls of a plan need to be given: keys, a project, values that no source knows.
package struct CallNeeds: Sendable {
    /// A value that no source knows.
    package struct Value: Sendable {
        /// What calls call it.
        package let name: String
        /// The ID of the writer whose calls have it.
        package let writer: String
    }

    /// The addresses that the calls are made at, sorted.
    package let hosts: [String]
    /// The names of the keys without which nothing can be sent, sorted.
    package let keys: [String]
    /// Those too that only reading back needs, or taking back, or calls that are not sent.
    package let allKeys: [String]
    /// Whether paths name a project.
    package let namesProject: Bool
    /// Whether nothing can be sent without a project: paths name it, or those of what is read before.
    package let needsProject: Bool
    /// What stands in angle brackets in bodies.
    package let values: [Value]

    /// What stands for the project in paths.
    package static let project = "project id"

    /// The names of the values that no source knows, each once.
    package var valueNames: [String] { Set(values.map(\.name)).sorted() }

    /// The needs of calls, each with the ID of its writer, or of those that take them back.
    ///
    /// - Parameters:
    ///   - calls: The calls.
    ///   - isUndo: Whether those that take them back are meant.
    ///   - unsent: The IDs of the writers whose calls are not sent, so that they need no key.
    package init(
        _ calls: [(writer: String, call: FormatCall)], undoing isUndo: Bool = false,
        without unsent: Set<String> = []
    ) {
        var (hosts, keys, all): (Set<String>, Set<String>, Set<String>) = ([], [], [])
        var values: [Value] = []
        var (namesProject, readsProject) = (false, false)
        for (writer, call) in calls {
            let own = KeyedHeader.keys(in: call.headers)
            let others = call.undo?.unless ?? []
            let undo = ((call.undo.map { [$0.headers] } ?? []) + others.map(\.headers))
                .flatMap(KeyedHeader.keys(in:))
            if isUndo, others.contains(where: CallNeeds.namesProject) { readsProject = true }
            hosts.insert(call.host)
            if !unsent.contains(writer) { keys.formUnion(isUndo ? undo : own) }
            all.formUnion(own + undo + (call.read.map { KeyedHeader.keys(in: $0.headers) } ?? []))
            // Of both, so that a journal is of one project whichever calls are made.
            if [false, true].contains(where: { CallNeeds.namesProject(call, undoing: $0) }) {
                namesProject = true
            }
            let body = isUndo ? call.undo?.body : call.body
            values += (body?.placeholders ?? []).map { Value(name: $0, writer: writer) }
        }
        (self.hosts, self.keys, allKeys) = (hosts.sorted(), keys.sorted(), all.sorted())
        (self.namesProject, self.values) = (namesProject, values)
        needsProject = namesProject || readsProject
    }

    /// Whether the path of what reads calls back names the project.
    package static func namesProject(_ read: FormatCall.Read) -> Bool {
        read.path.names(project)
    }

    /// Whether the path of what reads others' gifts names the project.
    package static func namesProject(_ others: FormatCall.Others) -> Bool {
        others.path.names(project)
    }

    /// Whether the path of a call names the project, or the path of the call that takes it back.
    package static func namesProject(_ call: FormatCall, undoing isUndo: Bool) -> Bool {
        (isUndo ? call.undo?.path : call.path)?.names(project) ?? false
    }

    /// The options with which `migrate apply` and `migrate undo` reach the provider itself.
    var options: String {
        func variable(_ name: String) -> String {
            name.uppercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "_")
        }
        var options = ["--to-url \(hosts.count == 1 ? hosts[0] : "URL")"]
        if keys.count == 1 { options.append("--key-env \(variable(keys[0]))") }
        if keys.count > 1 { options += keys.map { "--key-env '\($0)=\(variable($0))'" } }
        if needsProject { options.append("--project PROJECT") }
        options += valueNames.map { "--value '\($0)=VALUE'" }
        return options.joined(separator: " ") + " --really"
    }
}

/// A header that has a key: its name in angle brackets.
package enum KeyedHeader {
    /// How a header says that it is the signature of the body with a key.
    package static let signature = "hex HMAC-SHA256 of the body with the "

    /// The names of the keys that headers need.
    package static func keys(in headers: [String: String]) -> [String] {
        headers.values.compactMap { placeholder(in: $0).map(key) }
    }

    /// What stands in angle brackets.
    package static func placeholder(in text: String) -> String? {
        guard let start = text.firstIndex(of: "<"), let end = text.lastIndex(of: ">"), start < end
        else { return nil }
        return String(text[text.index(after: start)..<end])
    }

    /// The name of the key in what stands in angle brackets.
    package static func key(of word: String) -> String {
        word.hasPrefix(signature) ? String(word.dropFirst(signature.count)) : word
    }
}

extension FormatTemplate {
    /// Whether it has a name in angle brackets.
    fileprivate func names(_ name: String) -> Bool {
        pieces.contains { piece in
            if case .verbatim(let text) = piece { text.contains("<\(name)>") } else { false }
        }
    }
}

extension FormatValue {
    /// The names in angle brackets that are texts of their own.
    fileprivate var placeholders: [String] {
        switch self {
        case .null, .boolean, .number, .field: []
        case .text(let template):
            template.constant.flatMap { text in
                text.hasPrefix("<") && text.hasSuffix(">")
                    ? [String(text.dropFirst().dropLast())] : nil
            } ?? []
        case .cases(let cases, let otherwise):
            cases.flatMap(\.value.placeholders) + otherwise.placeholders
        case .needing(_, let value, let otherwise): value.placeholders + otherwise.placeholders
        case .eachID(let value): value.placeholders
        case .list(let values): values.flatMap(\.placeholders)
        case .object(let members): members.flatMap(\.value.placeholders)
        }
    }
}

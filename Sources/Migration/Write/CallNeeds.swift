// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMappings
    package import AllonymMigration

    /// What the calls of a plan need to be given: keys, a project, values that no source knows.
    package struct CallNeeds: Sendable {
        /// The names of the keys without which nothing can be sent, sorted.
        package let keys: [String]
        /// Those too that only reading back needs, or taking back.
        package let allKeys: [String]
        /// Whether paths name a project.
        package let namesProject: Bool
        /// What stands in angle brackets in bodies, with the writer.
        private let values: [(name: String, writer: String)]

        /// The names of the values that no source knows, each once.
        package var valueNames: [String] { Set(values.map(\.name)).sorted() }

        /// The needs of a plan's calls, or of those that take them back.
        package init(_ calls: PlanCalls, _ list: CallRecord.List) {
            var (keys, all): (Set<String>, Set<String>) = ([], [])
            var values: [(name: String, writer: String)] = []
            var namesProject = false
            for number in calls.writers.indices {
                guard let call = calls.call(of: number) else { continue }
                let own = FilledHeaders.keys(in: call.headers)
                let undo = call.undo.map { FilledHeaders.keys(in: $0.headers) } ?? []
                keys.formUnion(list == .calls ? own : undo)
                all.formUnion(
                    own + undo + (call.read.map { FilledHeaders.keys(in: $0.headers) } ?? []))
                // Of both, so that a journal is of one project whichever calls are made.
                let paths = [call.path] + (call.undo.map { [$0.path] } ?? [])
                if paths.contains(where: { $0.names(SentForm.Fills.project) }) {
                    namesProject = true
                }
                let body = list == .calls ? call.body : call.undo?.body
                for name in body?.placeholders ?? [] {
                    values.append((name, calls.writers[number]))
                }
            }
            (self.keys, allKeys) = (keys.sorted(), all.sorted())
            (self.namesProject, self.values) = (namesProject, values)
        }

        /// What stands for the names in paths and bodies.
        ///
        /// - Throws: ``ApplicationFault`` that says what is missing.
        func fills(
            _ project: String?, _ given: [String: String]
        ) throws(ApplicationFault) -> SentForm.Fills {
            var fills = SentForm.Fills()
            if namesProject {
                guard let project, !project.isEmpty else {
                    throw .usage("the calls name the project; give its ID with --project")
                }
                fills.setProject(project)
            }
            for name in given.keys.sorted() where !values.contains(where: { $0.name == name }) {
                throw .usage("no call has a value \"\(name)\" to be given")
            }
            for (name, writer) in values {
                guard let value = given[name] else {
                    throw .usage(
                        "the calls of \(writer) have a value that no source knows, \"\(name)\"; give "
                            + "it with --value '\(name)=VALUE'")
                }
                fills.set(name, value)
            }
            return fills
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
#endif

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    package import AllonymMigration

    extension CallNeeds {
        /// The needs of a plan's calls, or of those that take them back.
        ///
        /// - Parameters:
        ///   - calls: The plan's calls.
        ///   - list: Which of them.
        ///   - unsent: The numbers of the writers whose calls are not sent.
        package init(
            _ calls: PlanCalls, _ list: CallRecord.List, without unsent: Set<Int> = []
        ) {
            let all = calls.writers.indices.compactMap { number in
                calls.call(of: number).map { (writer: calls.writers[number], call: $0) }
            }
            self.init(
                all, undoing: list != .calls, without: Set(unsent.map { calls.writers[$0] }))
        }

        /// What stands for the names in paths and bodies.
        ///
        /// - Parameters:
        ///   - project: The project's ID; nil or empty where none is given.
        ///   - given: The values that are given, by their names.
        ///   - title: What the calls of a writer are called, by its ID.
        /// - Returns: What stands for them.
        /// - Throws: ``ApplicationFault`` that says what is missing.
        func fills(
            _ project: String?, _ given: [String: String], title: (String) -> String
        ) throws(ApplicationFault) -> SentForm.Fills {
            var fills = SentForm.Fills()
            if needsProject {
                guard let project, !project.isEmpty else {
                    throw .usage(
                        "--project: missing, and the calls name the project; give its ID")
                }
                fills.setProject(project)
            } else if let project, !project.isEmpty {
                // What reads calls back may name it.
                fills.setProject(project)
            }
            let known = values.map(\.name)
            for name in given.keys.sorted() where !known.contains(name) {
                throw .usage(
                    known.isEmpty
                        ? "--value \"\(name)\": the calls need no value; leave it out"
                        : UnknownName("--value", name, known: known).description)
            }
            for value in values {
                guard let text = given[value.name] else {
                    throw .usage(
                        "--value: calls of the kind \"\(title(value.writer))\" have a value that no "
                            + "source knows, \"\(value.name)\"; give it with --value '\(value.name)=VALUE'"
                    )
                }
                fills.set(value.name, text)
            }
            return fills
        }
    }
#endif

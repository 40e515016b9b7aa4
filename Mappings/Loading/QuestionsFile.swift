// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Reads `at-a-glance.json`.
struct QuestionsFile {
    let guide: QuestionGuide

    init(_ file: MappingFile, _ neutral: NeutralVocabulary) throws(MappingsError) {
        try file.root.allow([
            "source", "checked", "version", "scenarios", "questions", "answers", "legend",
        ])
        let wordings = try QuestionsFile.wordings(file, neutral)
        var questions: [QuestionGuide.Question] = []
        for entry in try file.root.entries("questions", label: "title", kind: "question") {
            try entry.allow(["title", "from", "asks"])
            let question = QuestionGuide.Question(
                title: try entry.text("title"), action: try entry.text("from"),
                asks: try entry.text("asks"))
            guard !questions.contains(where: { $0.title == question.title }) else {
                throw entry.error("the question occurs twice")
            }
            guard let last = wordings.last(where: { $0.asks == question.asks }) else {
                throw entry.error("no answer is worded for \"\(question.asks)\"")
            }
            guard last.conditions.isEmpty else {
                throw entry.error(
                    "the last answer to \"\(question.asks)\" has to apply without a condition")
            }
            questions.append(question)
        }
        guide = QuestionGuide(
            file: try file.root.text("scenarios"), checked: try file.root.text("checked"),
            questions: questions, wordings: wordings,
            legend: try file.root.texts("legend"))
    }

    private static func wordings(
        _ file: MappingFile, _ neutral: NeutralVocabulary
    ) throws(MappingsError) -> [QuestionGuide.Wording] {
        var wordings: [QuestionGuide.Wording] = []
        for entry in try file.root.entries("answers", label: "say", kind: "answer") {
            try entry.allow(["asks", "when", "say", "means"])
            let says = try entry.text("say")
            guard says.split(separator: " ").count <= QuestionGuide.longestAnswer else {
                throw entry.error(
                    "an answer has at most \(QuestionGuide.longestAnswer) words")
            }
            var conditions: [QuestionGuide.Fact: [String]] = [:]
            for (name, values) in try entry.lists("when").sorted(by: { $0.key < $1.key }) {
                let fact = try entry.word("when", name, of: QuestionGuide.Fact.self)
                let known = fact.values(neutral)
                for value in values where !known.contains(value) {
                    throw entry.error("\"\(name)\" is never \"\(value)\"")
                }
                conditions[fact] = values
            }
            wordings.append(
                QuestionGuide.Wording(
                    asks: try entry.text("asks"), conditions: conditions, says: says,
                    means: try entry.text("means")))
        }
        return wordings
    }
}

extension QuestionGuide.Fact {
    /// Every value that it can have.
    fileprivate func values(_ neutral: NeutralVocabulary) -> [String] {
        switch self {
        case .refused, .here, .elsewhere: ["yes", "no"]
        case .outcome: neutral.words(of: "outcomes").map(\.word)
        case .sees: ["at-once", "never"] + neutral.words(of: "actions").map(\.word)
        case .tells: ["nobody", "one", "each", "together"]
        }
    }
}

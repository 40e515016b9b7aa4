// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The folders of a module are its rooms: of two of them at most one needs the other.
@Suite struct RoomTests {
    /// The types that stand for themselves, by the room that declares them, and the words in each room's
    /// code.
    private struct House {
        var types: [String: Set<String>] = [:]
        var words: [String: Set<String>] = [:]

        /// The types of a room that another room's code names, and that no other room declares.
        func needs(of room: String, in other: String) -> Set<String> {
            let own = types[other] ?? []
            let elsewhere = types.filter { $0.key != other }.values.reduce(into: Set()) {
                $0.formUnion($1)
            }
            return own.subtracting(elsewhere).intersection(words[room] ?? [])
        }
    }

    private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources")

    private func house(_ module: String) throws -> House {
        let folder = Self.sources.appendingPathComponent(module)
        var house = House()
        for room in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
            let path = folder.appendingPathComponent(room).path
            let files = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String }
            for file in files ?? [] where file.hasSuffix(".swift") {
                let code = code(of: try String(contentsOfFile: "\(path)/\(file)", encoding: .utf8))
                house.types[room, default: []].formUnion(types(in: code))
                house.words[room, default: []].formUnion(words(in: code))
            }
        }
        return house
    }

    /// A file without its comments and texts.
    private func code(of text: String) -> String {
        text.replacing(#/(?s)""".*?"""/#, with: "").replacing(#/"(?:\\.|[^"\\\n])*"/#, with: "")
            .replacing(#///.*/#, with: "")
    }

    /// What is declared at the left edge, so inside of nothing else.
    private func types(in code: String) -> [String] {
        let declaration =
            #/^(?:(?:public|package|final|indirect) )*(?:struct|enum|class|protocol|typealias) (\w+)/#
            .anchorsMatchLineEndings()
        return code.matches(of: declaration).map { String($0.output.1) }
    }

    /// Whatever may name a type.
    private func words(in code: String) -> [String] {
        code.matches(of: #/\b[A-Z]\w*/#).map { String($0.output) }
    }

    @Test(arguments: ["Core", "Comparison", "Checking", "Migration"])
    func `Of two rooms of a module at most one needs the other`(module: String) throws {
        let house = try house(module)
        let rooms = house.types.keys.sorted()
        #expect(rooms.count > 2)
        for (index, room) in rooms.enumerated() {
            for other in rooms[..<index] {
                let there = house.needs(of: room, in: other)
                let back = house.needs(of: other, in: room)
                #expect(
                    there.isEmpty || back.isEmpty,
                    "\(room) needs \(there.sorted()) of \(other), and \(other) \(back.sorted())")
            }
        }
    }

    @Test func `The way of migration is read, population, decide, write, verify`() throws {
        let house = try house("Migration")
        let way = [
            "Read", "Population", "Decide", "Write", "Verify", "Running", "Calls", "Rehearsal",
        ]
        #expect(Set(house.types.keys).isSubset(of: way))
        #expect(house.needs(of: "Write", in: "Decide").contains("PlanField"))
        for (index, room) in way.enumerated() {
            for later in way[(index + 1)...] where later != "Running" || room != "Verify" {
                let needed = house.needs(of: room, in: later)
                #expect(needed.isEmpty, "\(room) needs \(needed.sorted()) of \(later)")
            }
        }
    }

    @Test func `The second opinion needs nothing of the rooms that it judges`() throws {
        let second = Self.sources.appendingPathComponent("Migration/Verify/Second")
        let house = try house("Migration")
        let files = try FileManager.default.contentsOfDirectory(atPath: second.path)
        #expect(files.count > 5)
        var (words, own) = (Set<String>(), Set<String>())
        for file in files {
            let path = second.appendingPathComponent(file).path
            let code = code(of: try String(contentsOfFile: path, encoding: .utf8))
            words.formUnion(self.words(in: code))
            let declaration = #/(?:struct|enum|protocol) (\w+)/#
            own.formUnion(code.matches(of: declaration).map { String($0.output.1) })
        }
        for room in ["Read", "Population", "Decide", "Write"] {
            let needed = (house.types[room] ?? []).subtracting(own).intersection(words)
            #expect(needed.isEmpty, "\(room): \(needed.sorted())")
        }
    }
}

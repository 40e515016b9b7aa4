// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import AllonymSimulation
import Testing

/// The way of a call that all façades share, with a façade that writes down what happens to it.
@Suite struct CallingSessionTests {
    private enum Failure: Error, Equatable {
        case offline
        case refused(Refusal)
    }

    private final class Session: CallingSession {
        let line: Line
        let state = Locked([String]())

        init(_ installation: Installation) { line = Line(installation, facade: "revenuecat") }

        func prepare(_ state: inout [String], _ isOffline: Bool) -> Failure? {
            isOffline ? .offline : nil
        }

        func adopt(
            _ view: CustomerView?, _ state: inout [String]
        ) -> Result<String, Failure> {
            state.append("adopt \(view?.userID ?? "nobody")")
            return .success(view?.userID ?? "nobody")
        }

        func error(for refusal: Refusal) -> Failure { .refused(refusal) }

        func finish(_ state: inout [String], _ isOffline: Bool) { state.append("finish") }

        func appDidOpen() {}

        func logIn(_ id: String) async -> Result<String, Failure> {
            await answer { [self] state, isOffline in
                ask(&state, isOffline) { perform(.logIn(UserID(unchecked: id)), &$0) }
            }
        }
    }

    private func session() throws -> (Session, Installation) {
        let phone = try SharedWorld("revenuecat").installation("phone")
        let session = Session(phone)
        _ = session.line.launch(as: "first")
        return (session, phone)
    }

    @Test func `An answer is adopted before the call is finished`() async throws {
        let (session, _) = try session()
        #expect(await session.logIn("second") == .success("second"))
        #expect(session.state.withLock { $0 } == ["adopt second", "finish"])
    }

    @Test func `Without a network nothing is performed`() async throws {
        let (session, phone) = try session()
        phone.connection.goOffline()
        #expect(await session.logIn("second") == .failure(.offline))
        #expect(session.state.withLock { $0 } == ["finish"])
        #expect(session.line.view()?.userID == "first")
    }

    @Test(arguments: [(false, []), (true, ["adopt first"])])
    func `What the server says with a refusal is adopted only where that is wanted`(
        evenRefused: Bool, happened: [String]
    ) throws {
        let (session, _) = try session()
        let answer = session.state.withLock { state in
            session.perform(.logIn("a/b"), evenRefused: evenRefused, &state)
        }
        #expect(answer == .failure(.refused(.invalidIdentifier)))
        #expect(session.state.withLock { $0 } == happened)
    }

    @Test func `Calls that wait are answered on the main actor, in their order`() async throws {
        let (session, phone) = try session()
        let answers = Locked([String]())
        phone.connection.hold()
        for id in ["a", "b"] {
            session.send({ state, _ in
                state.append("call \(id)")
                return id
            }) { answer in answers.withLock { $0.append(answer) } }
        }
        #expect(session.state.withLock { $0 } == [])
        phone.connection.release()
        #expect(session.state.withLock { $0 } == ["call a", "finish", "call b", "finish"])
        while answers.withLock({ $0.count }) < 2 { await Task.yield() }
        #expect(answers.withLock { $0 } == ["a", "b"])
    }
}

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import AllonymTestSupport
import Foundation
import Testing

/// Devices, runs of the app, and what lies between them and the provider.
@Suite struct InstallationTests {
    static let catalogue: Catalogue = [.subscription("X"), .subscription("X")]

    final class Session: FacadeSession {
        let opened = Locked(0)
        func appDidOpen() { opened.withLock { $0 += 1 } }
    }

    @Test func `A session lives for a run of the app`() throws {
        let phone = try SharedWorld("nami").installation("phone")
        #expect(phone.session(Session.self) == nil)
        let first = phone.start { _ in Session() }
        let second = phone.start { _ in Session() }
        #expect(first.isNew && !second.isNew && first.session === second.session)
        phone.open()
        phone.open()
        #expect(first.session.opened.withLock { $0 } == 2)
        phone.relaunch()
        #expect(phone.session(Session.self) == nil)
        phone.open()
        #expect(first.session.opened.withLock { $0 } == 2)
        #expect(phone.start { _ in Session() }.isNew)
        let other = phone.restart { _ in Session() }
        #expect(phone.session(Session.self) === other)
        phone.open()
        #expect(other.opened.withLock { $0 } == 1)
    }

    @Test func `Of many threads that start a session one does`() async throws {
        let phone = try SharedWorld("nami").installation("phone")
        let made = Locked(0)
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    phone.start { _ in
                        made.withLock { $0 += 1 }
                        return Session()
                    }.isNew
                }
            }
            var new = 0
            for await isNew in group where isNew { new += 1 }
            #expect(new == 1)
        }
        #expect(made.withLock { $0 } == 1)
    }

    @Test func `Calls wait while the connection is held, and are answered in order`() throws {
        let connection = try SharedWorld("nami").installation("phone").connection
        let answers = Locked([String]())
        @Sendable func say(_ text: String) { answers.withLock { $0.append(text) } }
        connection.send { say("a \($0)") }
        connection.hold()
        connection.send { say("b \($0)") }
        connection.send { isOffline in
            say("c \(isOffline)")
            connection.send { say("e \($0)") }
        }
        connection.send { say("d \($0)") }
        #expect(connection.waiting == 3)
        #expect(answers.withLock { $0 } == ["a false"])
        connection.goOffline()
        connection.release()
        connection.goOnline()
        connection.send { say("f \($0)") }
        #expect(
            answers.withLock { $0 } == [
                "a false", "b true", "c true", "d true", "e true", "f false",
            ])
        #expect(connection.waiting == 0)
    }

    @Test func `A task acts on its own device, everything else on the standard one`() async throws {
        let world = try SharedWorld("nami")
        let phone = try world.installation("phone")
        let tablet = try world.installation("tablet")
        let seen = await phone.use {
            await Task { Installation.forFacade("nami", "test").device }.value
        }
        #expect(seen == "phone")
        tablet.use {
            #expect(Installation.forFacade("nami", "test") === tablet)
            phone.use { #expect(Installation.current === phone) }
            #expect(Installation.current === tablet)
        }
        let delivered: String = await withCheckedContinuation { continuation in
            tablet.deliver {
                dispatchPrecondition(condition: .onQueue(.main))
                continuation.resume(returning: Installation.current?.device ?? "none")
            }
        }
        #expect(delivered == "tablet")
    }

    @Test func `IDs in a folder survive a relaunch, even into a new world`() throws {
        let folder = NSTemporaryDirectory() + "allonym-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for provider in EveryProvider.keys {
            func launch(_ id: String? = nil, in world: SharedWorld) throws -> (Line, CustomerView) {
                let phone = try world.installation(
                    "phone", storage: .folder("\(folder)/\(provider)"))
                let line = Line(phone, facade: provider)
                return (line, try #require(line.launch(as: id).view))
            }
            let world = try SharedWorld(provider)
            let (_, first) = try launch(in: world)
            let (_, again) = try launch(in: world)
            #expect(again.userID == first.userID)
            let (line, anew) = try launch(in: SharedWorld(provider))
            #expect(anew.userID == first.userID)
            #expect(anew.isAnonymous)
            let id = "035b30e2-faf4-462d-aec3-caa0fbe26c49"
            let loggedIn = try #require(line.perform(.logIn(UserID(unchecked: id))).view)
            let (last, known) = try launch(in: SharedWorld(provider))
            #expect(known.userID == loggedIn.userID)
            #expect(known.ownID == loggedIn.ownID)
            #expect(!known.isAnonymous)
            let loggedOut = try #require(last.perform(.logOut).view)
            let (_, out) = try launch(in: SharedWorld(provider))
            #expect(out.userID == loggedOut.userID)
            #expect(out.isAnonymous)
        }
    }

    @Test func `A folder with something else in it is refused by name`() throws {
        let folder = NSTemporaryDirectory() + "allonym-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        for content in ["[1]", "", "{\"a\":1}", "\u{0}"] {
            try Data(content.utf8).write(to: URL(fileURLWithPath: folder + "/installation.json"))
            let error = #expect(throws: SharedWorldError.self) {
                try SharedWorld("nami").installation("phone", storage: .folder(folder))
            }
            #expect(error?.description.hasPrefix(folder + "/installation.json") == true)
        }
    }

    @Test func `A device that is named again finds what it stored in memory`() throws {
        let world = try SharedWorld("nami")
        try world.installation("phone").defaults.set("key", "value")
        #expect(try world.installation("phone").defaults.string("key") == "value")
        #expect(try world.installation("tablet").defaults.string("key") == nil)
    }

    /// Calls back into its installation when it is let go of.
    final class Farewell: FacadeSession {
        let installation: Installation
        let said: Locked<Int>
        init(_ installation: Installation, _ said: Locked<Int>) {
            self.installation = installation
            self.said = said
        }
        func appDidOpen() {}
        deinit {
            installation.connection.send { _ in }
            if installation.session(Session.self) == nil { said.withLock { $0 += 1 } }
        }
    }

    @Test func `What a relaunch lets go of may call the SDK as it goes`() throws {
        let phone = try SharedWorld("nami").installation("phone")
        let said = Locked(0)
        _ = phone.start { Farewell($0, said) }
        phone.connection.hold()
        let last = Locked<Farewell?>(Farewell(phone, said))
        phone.connection.send { [held = last.withLock { $0.take() }] _ in _ = held }
        phone.relaunch()
        #expect(said.withLock { $0 } == 2)
    }

    @Test(
        arguments: [
            ("nobody", [:], "provider \"nobody\": unknown"),
            ("nami", ["colour": "red"], "colour"), ("nami", ["switch": "red"], "switch"),
        ] as [(String, [String: String], String)])
    func `A world that cannot be made says why`(
        provider: String, settings: [String: String], part: String
    ) {
        let error = #expect(throws: SharedWorldError.self) {
            try SharedWorld(provider, settings: settings)
        }
        #expect(error?.description.contains(part) == true)
    }

    @Test func `Numbered worlds give the same IDs, others never the same`() throws {
        func firstID(isNumbered: Bool) throws -> String? {
            let phone = try SharedWorld("revenuecat", isNumbered: isNumbered).installation("phone")
            return Line(phone, facade: "revenuecat").launch(as: nil).view?.userID
        }
        #expect(try firstID(isNumbered: true) == firstID(isNumbered: true))
        #expect(try firstID(isNumbered: false) != firstID(isNumbered: false))
    }

    @Test func `What is granted by hand has its date, where the provider has such a thing`() throws
    {
        let world = try SharedWorld("revenuecat")
        let phone = try world.installation("phone")
        #expect(!phone.grant("gift"), "no SDK was started yet")
        let line = Line(phone, facade: "revenuecat")
        _ = line.launch(as: nil)
        world.clock.advance(by: 60)
        #expect(phone.grant("gift"))
        #expect(line.view()?.grants.map(\.entitlement) == ["gift"])
        #expect(line.view()?.grants.map(\.date) == [world.clock.now])
        #expect(line.view()?.entitlements == ["gift"])
        #expect(phone.revoke("gift"))
        #expect(line.view()?.entitlements == [])
        let other = try SharedWorld("nami").installation("phone")
        _ = Line(other, facade: "nami").launch(as: nil)
        #expect(!other.grant("gift"))
    }
}

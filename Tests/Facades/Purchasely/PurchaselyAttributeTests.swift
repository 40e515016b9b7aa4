// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation
import PurchaselyFacade
import Testing

/// User attributes: stored per user, cleared by a log-out, told to a delegate.
@Suite struct PurchaselyAttributeTests {
    @Test func `An attribute comes back with the type it was set with, in a later process too`()
        throws
    {
        let devices = try PurchaselyDevices()
        let date = Date(timeIntervalSince1970: 1_700_000_000.25)
        devices.phone.use {
            Purchasely.setUserAttribute(withStringValue: "Ann", forKey: "name")
            Purchasely.setUserAttribute(withIntValue: 20, forKey: "age")
            Purchasely.setUserAttribute(withDoubleValue: .infinity, forKey: "size")
            Purchasely.setUserAttribute(withBoolValue: true, forKey: "subscribed")
            Purchasely.setUserAttribute(withDateValue: date, forKey: "date")
            Purchasely.setUserAttribute(withStringArray: ["a", "b"], forKey: "tags")
            Purchasely.setUserAttribute(withIntArray: [1, 2], forKey: "years")
            Purchasely.setUserAttribute(withDoubleArray: [1, 2.5], forKey: "scores")
            Purchasely.setUserAttribute(
                withBoolArray: [], forKey: "flags", processingLegalBasis: .essential)
            for _ in 0..<2 {
                #expect(Purchasely.getUserAttribute(for: "name") as? String == "Ann")
                #expect(Purchasely.getUserAttribute(for: "age") as? Int == 20)
                #expect(Purchasely.getUserAttribute(for: "size") as? Double == .infinity)
                #expect(Purchasely.getUserAttribute(for: "subscribed") as? Bool == true)
                #expect(Purchasely.getUserAttribute(for: "date") as? Date == date)
                #expect(Purchasely.getUserAttribute(for: "tags") as? [String] == ["a", "b"])
                #expect(Purchasely.getUserAttribute(for: "years") as? [Int] == [1, 2])
                #expect(Purchasely.getUserAttribute(for: "scores") as? [Double] == [1, 2.5])
                #expect(Purchasely.getUserAttribute(for: "flags") as? [Bool] == [])
                #expect(Purchasely.getUserAttribute(for: "nothing") == nil)
                #expect(Purchasely.userAttributes.count == 9)
                devices.phone.relaunch()
            }
            devices.phone.reinstall()
            #expect(Purchasely.userAttributes.isEmpty)
        }
    }

    @Test func `Several are set at once, but for what no attribute can be`() async throws {
        let devices = try PurchaselyDevices()
        devices.phone.use {
            Purchasely.setLogLevel(.warn)
            Purchasely.setUserAttributes([
                "name": "Ann", "age": 20, "size": 175.5, "subscribed": true, "small": Int8(3),
                "float": Float(2), "boxed": NSNumber(value: 7), "truth": NSNumber(value: true),
                "mixed": [1, 2.5], "wrong": ["a", 1] as [Any],
                "also wrong": URL(
                    fileURLWithPath: "/"),
            ])
            let found = Purchasely.userAttributes
            #expect(found["age"] as? Int == 20)
            #expect(found["subscribed"] as? Bool == true)
            #expect(found["small"] as? Int == 3)
            #expect(found["float"] as? Double == 2)
            #expect(found["boxed"] as? Int == 7)
            #expect(found["truth"] as? Bool == true)
            #expect(found["mixed"] as? [Double] == [1, 2.5])
            #expect(found["wrong"] == nil)
            #expect(found["also wrong"] == nil)
            #expect(devices.phone.notes.count == 2)
        }
    }

    static let counts: [(steps: [(isUp: Bool, amount: Int)], expected: Int)] = [
        ([(true, 1)], 1), ([(true, 1), (true, 10), (false, 3)], 8), ([(false, 1)], -1),
        ([(true, .max), (true, 1)], .max), ([(false, .max), (false, 5)], .min),
        ([(false, .min)], .max),
    ]

    @Test(arguments: counts.indices)
    func `A counter begins at 0, and stops at the largest number`(row: Int) throws {
        let devices = try PurchaselyDevices()
        devices.phone.use {
            for (isUp, amount) in Self.counts[row].steps {
                if isUp {
                    Purchasely.incrementUserAttribute(withKey: "n", value: amount)
                } else {
                    Purchasely.decrementUserAttribute(withKey: "n", value: amount)
                }
            }
            #expect(Purchasely.getUserAttribute(for: "n") as? Int == Self.counts[row].expected)
            Purchasely.setUserAttribute(withStringValue: "x", forKey: "text")
            Purchasely.incrementUserAttribute(withKey: "text")
            #expect(Purchasely.getUserAttribute(for: "text") as? String == "x")
        }
    }

    @Test(arguments: [true, false])
    func `A log-out clears what was said, unless it is told not to`(isCleared: Bool) async throws {
        let devices = try PurchaselyDevices()
        await devices.phone.use {
            await PurchaselyCalls.start()
            Purchasely.setUserAttribute(withIntValue: 1, forKey: "seen")
            Purchasely.userLogin(with: "ann")
            #expect(Purchasely.getUserAttribute(for: "seen") as? Int == 1)
            Purchasely.setUserAttribute(withStringValue: "gold", forKey: "tier")
            if isCleared { Purchasely.userLogout() } else { Purchasely.userLogout(false) }
            #expect(Purchasely.userAttributes.isEmpty == isCleared)
            Purchasely.userLogin(with: "ann")
            #expect(Purchasely.userAttributes.count == (isCleared ? 0 : 2))
        }
    }

    @Test func `A change from one user to another leaves each with their own`() async throws {
        let devices = try PurchaselyDevices()
        await devices.phone.use {
            await PurchaselyCalls.start(as: "ann")
            Purchasely.setUserAttribute(withStringValue: "gold", forKey: "tier")
            Purchasely.userLogin(with: "ben")
            #expect(Purchasely.userAttributes.isEmpty)
            Purchasely.setUserAttribute(withStringValue: "iron", forKey: "tier")
            Purchasely.userLogin(with: "ann")
            #expect(Purchasely.getUserAttribute(for: "tier") as? String == "gold")
        }
    }

    @Test func `What the anonymous user said comes along at a start with a user`() async throws {
        let devices = try PurchaselyDevices()
        await devices.phone.use {
            Purchasely.setUserAttribute(withIntValue: 1, forKey: "seen")
            devices.phone.relaunch()
            await PurchaselyCalls.start(as: "ann")
            #expect(Purchasely.getUserAttribute(for: "seen") as? Int == 1)
            Purchasely.userLogout()
            #expect(Purchasely.userAttributes.isEmpty)
        }
    }

    @Test func `Damage in what is stored leaves no attributes, and no crash`() async throws {
        let devices = try PurchaselyDevices()
        devices.phone.use {
            Purchasely.setUserAttribute(withIntValue: 1, forKey: "seen")
            PurchaselySession.current().line.defaults.set("purchasely.user-attributes", "{")
            devices.phone.relaunch()
            #expect(Purchasely.userAttributes.isEmpty)
        }
    }

    @Test func `The delegate hears of what is set and removed, and by whom`() async throws {
        let devices = try PurchaselyDevices()
        await devices.phone.use {
            let heard = Locked<[String]>([])
            // As the documentation writes it: nobody else keeps the delegate.
            Purchasely.setUserAttributeDelegate(Listener(heard))
            Purchasely.setUserAttribute(withIntValue: 1, forKey: "n")
            Purchasely.incrementUserAttribute(withKey: "n", value: 4)
            Purchasely.clearUserAttribute(forKey: "n")
            Purchasely.clearUserAttribute(forKey: "n")
            Purchasely.setUserAttributes(["a": true, "b": "x"])
            Purchasely.clearUserAttributes()
            Purchasely.setUserAttribute(withDoubleValue: 1, forKey: "d")
            Purchasely.userLogin(with: "ann")
            Purchasely.userLogout()
            await PurchaselyCalls.settle()
            #expect(
                heard.withLock { $0 } == [
                    "n int 1 client", "n int 5 client", "- n", "a bool true client",
                    "b string x client", "- a", "- b", "d double 1.0 client", "- d",
                ])
        }
    }

    /// The documented delegate, which implements the form without the legal basis.
    private final class Listener: PLYUserAttributeDelegate {
        private let heard: Locked<[String]>

        init(_ heard: Locked<[String]>) { self.heard = heard }

        func onUserAttributeSet(
            key: String, type: PLYUserAttributeType, value: Any?, source: PLYUserAttributeSource
        ) {
            heard.withLock { $0.append("\(key) \(type) \(value ?? "nil") \(source)") }
        }

        func onUserAttributeRemoved(key: String, source: PLYUserAttributeSource) {
            heard.withLock { $0.append("- \(key)") }
        }
    }
}

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import Foundation
    import Testing

    /// Which arguments are taken, and which are refused.
    extension DivergeCommandTests {
        @Test(
            arguments: [
                ("nami purchasely --depth 2", 1), ("nami purchasely --depth 1 --kind access", 0),
                ("Nami RevenueCat --depth 2", 1), ("nami nami --depth 3", 0),
                ("--safety revenuecat --depth 4", 1), ("--safety nami --depth 1", 0),
                ("--safety nami --set switch=refused --depth 2", 0),
                ("--safety nami --set-a nami.switch=refused --depth 2", 0),
                ("nami revenuecat --set revenuecat.restore=keep --depth 2", 1),
                ("revenuecat revenuecat --set-b restore=keep --depth 4", 1),
                ("revenuecat revenuecat --set restore=keep --depth 4", 0),
                ("revenuecat purchasely --set logout=fresh --depth 2", 1),
                ("nami purchasely --kinds consumable,subscription --depth 2", 1),
                ("nami purchasely --products 2 --depth 2 --ids 0 --devices 1", 1),
                ("nami purchasely --depth 2 --kind refusal --kind access,owner", 1),
            ] as [(String, Int32)])
        func `The exit code says whether something was found`(
            arguments: String, code: Int32
        ) async throws {
            for format in ["table", "markdown", "json", "html"] {
                let run = try await Workspace().run("diverge \(arguments) --format \(format)")
                #expect(run.code == code, "\(run.errors)")
                #expect(!run.output.isEmpty)
                // On a slow machine the search may take long enough to be reported.
                let lines = run.errors.split(separator: "\n")
                #expect(lines.allSatisfy { $0.hasPrefix("diverge: action ") }, "\(lines)")
            }
        }

        @Test(
            arguments: [
                ("nami", "providers: expected two, found 1; name two, or give one with --safety"),
                (
                    "nami nami nami",
                    "providers: expected two, found 3; name two, or give one with --safety"
                ),
                ("nami x", "provider \"x\": unknown"),
                ("--safety x", "provider \"x\": unknown"),
                (
                    "nami,purchasely nami",
                    "provider \"nami,purchasely\": it names several; name one"
                ),
                ("--safety nami purchasely", "--safety: it searches one provider; leave out"),
                ("--safety nami --kind access", "--safety: it searches one provider; leave out"),
                ("--safety nami --set-b switch=refused", "--safety: it searches one provider"),
                (
                    "nami purchasely --depth 0",
                    "--depth: \"0\" is invalid; expected a number from 1 to 30"
                ),
                (
                    "nami purchasely --depth 31",
                    "--depth: \"31\" is invalid; expected a number from 1 to 30"
                ),
                (
                    "nami purchasely --devices 5",
                    "--devices: \"5\" is invalid; expected a number from 1 to 4"
                ),
                (
                    "nami purchasely --ids 5",
                    "--ids: \"5\" is invalid; expected a number from 0 to 4"
                ),
                (
                    "nami purchasely --products 5",
                    "--products: \"5\" is invalid; expected a number from 1 to 4"
                ),
                (
                    "nami purchasely --threads 0",
                    "--threads: \"0\" is invalid; expected a number from 1 to 64"
                ),
                ("nami purchasely --kinds subscription,x", "product kind \"x\""),
                ("nami purchasely --kinds ''", "product kind \"\""),
                (
                    "nami purchasely --kinds consumable --products 2",
                    "--products is 2; give as many kinds as products"
                ),
                (
                    "nami purchasely --kinds "
                        + "consumable,consumable,consumable,consumable,consumable",
                    "--kinds: it names 5 products; name up to 4"
                ),
                ("nami purchasely --kind money", "kind of difference \"money\""),
                ("nami purchasely --kind access,", "kind of difference \"\""),
                (
                    "nami purchasely --set-a switch",
                    "it has no value; expected provider.setting=value"
                ),
                ("nami purchasely --set-a speed=high", "setting \"nami.speed\": unknown"),
                ("nami purchasely --set speed=high", "setting \"nami.speed\": unknown"),
                // Only the other side has it, and it is not asked for there.
                ("nami revenuecat --set-a restore=keep", "setting \"nami.restore\": unknown"),
                ("revenuecat nami --set-b restore=keep", "setting \"nami.restore\": unknown"),
                (
                    "nami purchasely --set-a switch=maybe",
                    "value of nami.switch \"maybe\": unknown; expected allowed or refused"
                ),
                (
                    "nami purchasely --set revenuecat.restore=keep",
                    "revenuecat is on neither side; choose settings of nami or purchasely"
                ),
                (
                    "nami purchasely --set-b nami.switch=refused",
                    "setting \"nami.switch\": it is not one of purchasely; allonym explain"
                ),
                ("nami purchasely --top 0", "--top: \"0\" is invalid; expected a number from 1"),
                (
                    "nami purchasely --top -1",
                    "--top: \"-1\" is invalid; expected a positive whole number"
                ),
                ("nami purchasely --top=-1", "--top: \"-1\" is invalid; expected a number from 1"),
                ("nami purchasely --top x", "--top: \"x\" is invalid"),
                (
                    "nami purchasely --format pdf",
                    "--format: \"pdf\" is invalid; expected table, markdown, json or html"
                ),
            ])
        func `A wrong argument is 64, with what is wrong`(
            arguments: String, message: String
        ) async throws {
            let run = try await Workspace().run("diverge \(arguments)")
            #expect(run.code == 64)
            #expect(run.output.isEmpty)
            #expect(run.errors.contains(message), "\(run.errors)")
        }
    }
#endif

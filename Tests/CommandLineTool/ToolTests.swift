// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import Foundation
    import Testing

    @Suite struct ToolTests {
        private static let holds = """
            # Holds

            | Device | Action | Nami |
            |---|---|---|
            | A | install | none |
            | A | buy X | X |

            """

        @Test(
            arguments: [
                ("compare holds.md", 0), ("compare < /dev/null", 0), ("compare fails.md", 1),
                ("compare holds.md --set nami.switch=refused", 0), ("compare -", 0),
                ("compare holds.md fails.md", 1), ("compare holds.md --format json", 0),
                ("compare holds.md --format markdown --providers RevenueCat,qonversion", 0),
                ("explain", 0), ("explain nami", 0), ("explain nami purchasely", 0),
                ("dictionary", 0), ("dictionary restore", 0), ("--help", 0), ("compare --help", 0),
                ("", 0), ("frobnicate", 64), ("compare --frobnicate", 64),
                ("compare holds.md --format html", 0), ("compare fails.md --format html", 1),
                ("compare holds.md --format pdf", 64), ("compare holds.md --providers x", 64),
                ("compare holds.md --set nami.switch", 64),
                ("compare holds.md --set nami.switch=maybe", 64),
                ("compare holds.md --set nami.speed=high", 64), ("explain x", 64),
                ("explain nami.x", 64), ("explain nami qonversion revenuecat", 64),
                ("explain nami --format promela", 0), ("explain --format promela", 64),
                ("explain nami --format promela --set nami.switch=refused --devices 1", 0),
                ("explain nami --format promela --ids 0 --kinds consumable --depth 3", 0),
                ("explain nami qonversion --format promela", 64),
                ("explain nami.claim --format promela", 64), ("explain nami --depth 5", 64),
                ("explain nami --format promela --set qonversion.restore=copy", 64),
                ("explain nami --format promela --set nami.switch=maybe", 64),
                ("explain nami --format promela --devices 5", 64),
                ("explain nami --format promela --kinds magazine", 64),
                ("explain nami --format promela --depth 99", 64), ("explain --set a.b=c", 64),
                ("dictionary frobnicate", 64), ("compare holds.md --output no/such/folder/x", 74),
                ("compare missing.md", 65), ("compare .", 65), ("compare empty.md", 65),
                ("compare broken.md", 65), ("compare holds.md --mappings /no/such", 65),
            ] as [(String, Int32)])
        func `The exit code says how it went`(arguments: String, code: Int32) async throws {
            let workspace = try Workspace()
            try workspace.write(Self.holds, to: "holds.md")
            try workspace.write(Self.holds.replacing("| X |", with: "| Y |"), to: "fails.md")
            try workspace.write("", to: "empty.md")
            try workspace.write(Self.holds.replacing("buy", with: "steal"), to: "broken.md")
            let run = try await workspace.run(arguments, input: Self.holds)
            #expect(run.code == code, "\(run.errors)")
            if code >= 64 {
                #expect(run.output.isEmpty)
                #expect(!run.errors.isEmpty)
            } else {
                #expect(!run.output.isEmpty)
                // On a slow machine the work may take long enough to be reported.
                let lines = run.errors.split(separator: "\n")
                #expect(lines.allSatisfy { $0.hasPrefix("compare, scenarios: ") }, "\(lines)")
            }
        }

        @Test func `An error names file, line and what was expected`() async throws {
            let workspace = try Workspace()
            try workspace.write(Self.holds.replacing("buy", with: "steal"), to: "broken.md")
            let run = try await workspace.run("compare broken.md")
            #expect(
                run.errors.hasPrefix("allonym: broken.md:6: unknown action \"steal X\"; expected"))
        }

        @Test func `What a store cannot do has a note on standard error, and changes nothing else`()
            async throws
        {
            let workspace = try Workspace()
            try workspace.write(Self.holds + "| A | refund Y | X |\n", to: "typo.md")
            for format in ["table", "markdown", "json", "html"] {
                let run = try await workspace.run("compare typo.md --format \(format)")
                #expect(run.code == 0)
                #expect(
                    run.errors
                        == "allonym: note: typo.md:7: refund Y: nothing happened, since app_store:A "
                        + "has no purchase of Y of its own; write [unchanged] into a cell if that is "
                        + "meant\n")
            }
        }

        @Test func `Two runs print the same bytes`() async throws {
            let workspace = try Workspace()
            for format in ["table", "markdown", "json", "html"] {
                let first = try await workspace.run("compare --format \(format)")
                #expect(first.code == 0)
                #expect(
                    try await workspace.run("compare --format \(format)").output == first.output)
            }
        }

        @Test func `The built-in examples hold`() async throws {
            let run = try await Workspace().run("compare --all")
            #expect(run.output.hasSuffix("asserted answers hold.\n"))
            #expect(!run.output.contains("✗"))
        }

        @Test func `A file is written whole or not at all`() async throws {
            let workspace = try Workspace()
            try workspace.write(Self.holds, to: "holds.md")
            let run = try await workspace.run("compare holds.md --format markdown --output out.md")
            #expect(run.output.isEmpty)
            #expect(run.code == 0)
            #expect(try workspace.content(of: "out.md").contains("| A | buy X | X |"))
            _ = try await workspace.shell(
                "echo old > target.md; chmod 600 target.md; ln -s target.md link.md")
            #expect(try await workspace.run("explain nami --output link.md").code == 0)
            #expect(try workspace.content(of: "target.md").contains("nami.claim.1"))
            #expect(
                try await workspace.shell("test -L link.md && stat -c %a target.md").output
                    == "600\n")
            #expect(try await workspace.run("explain nami --output /dev/null").code == 0)
            #expect(try await workspace.shell("test -c /dev/null").code == 0)
            #expect(try await workspace.run("explain nami --output .").code == 74)
            #expect(try await workspace.shell("ls -a | grep -c partial").output == "0\n")
            let full = try await workspace.shell("allonym compare > /dev/full")
            #expect(full.code == 74)
            #expect(full.errors.contains("cannot be written: "))
            _ = try await workspace.run("compare missing.md --output none.md")
            #expect(throws: (any Error).self) { try workspace.content(of: "none.md") }
            #expect(throws: (any Error).self) { try workspace.content(of: "none.md.partial") }
        }

        @Test func `Scenarios are not written over their own file`() async throws {
            let workspace = try Workspace()
            let text = "# T\n\n| Device | Action | Nami |\n|---|---|---|\n| A | install | |\n"
            try workspace.write(text, to: "own.md")
            for format in ["markdown", "html"] {
                let run = try await workspace.run(
                    "compare own.md --format \(format) --output ./own.md")
                #expect(run.code == 64 && run.errors.contains("which is never written over"))
                #expect(try workspace.content(of: "own.md") == text)
            }
            #expect(try await workspace.run("compare own.md --output other.md").code == 0)
        }

        @Test func `Nothing is coloured in a pipe`() async throws {
            let workspace = try Workspace()
            for command in ["compare", "explain nami", "dictionary"] {
                #expect(!(try await workspace.run(command).output.contains("\u{1B}")))
            }
        }

        @Test(arguments: ["compare", "check", "explain", "dictionary"])
        func `Help shows an example`(command: String) async throws {
            let run = try await Workspace().run("\(command) --help")
            #expect(run.output.contains("Example: allonym \(command)"))
            #expect(run.output.contains("--format"))
            #expect(run.output.contains("--output"))
        }

        @Test func `A moved tool says where it looked, and takes mappings beside it`() async throws
        {
            let workspace = try Workspace()
            let tool = Workspace.products.appendingPathComponent("allonym").path
            try FileManager.default.copyItem(
                atPath: tool, toPath: workspace.folder.appendingPathComponent("allonym").path)
            let lost = try await workspace.shell("./allonym explain")
            #expect(lost.code == 65)
            #expect(lost.errors.contains("\(workspace.folder.path)/Mappings"))
            #expect(lost.errors.contains("--mappings DIR"))
            let mappings = Workspace.products
                .appendingPathComponent("Allonym_AllonymMappings.resources").path
            #expect(try await workspace.shell("./allonym explain --mappings \(mappings)").code == 0)
            try FileManager.default.copyItem(
                atPath: mappings, toPath: workspace.folder.appendingPathComponent("Mappings").path)
            #expect(try await workspace.shell("./allonym explain").code == 0)
        }

        @Test func `A long work reports its progress`() async throws {
            let workspace = try Workspace()
            let rows = String(repeating: "| A | restore | | | | |\n", count: 30_000)
            try workspace.write(
                String(
                    repeating:
                        "# T\n| Device | Action | Nami | Purchasely | Qonversion | RevenueCat |\n"
                        + "|---|---|---|---|---|---|\n| A | install | | | | |\n\(rows)\n",
                    count: 4), to: "long.md")
            let run = try await workspace.run("compare long.md --format json --output out.json")
            #expect(run.code == 0)
            #expect(run.errors.contains("compare, scenarios: "))
            #expect(run.output.isEmpty)
        }
    }
#endif

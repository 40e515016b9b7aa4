// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import Foundation
    import Testing

    /// What `migrate plan` writes, to whom it belongs, and what it leaves alone.
    @Suite struct PlanFolderCommandTests {
        @Test
        func `What is printed to a file is its owner's alone, and can be in the plan's folder`()
            async throws
        {
            let workspace = try await Workspace.withSample(customers: 50)
            let command = "allonym migrate plan --from revenuecat --to nami --in export.csv --out"
            let run = try await workspace.shell(
                """
                \(command) one --output told.json --format json; \(command) two --output ./two/told.md
                allonym migrate verify --plan one --output verified.txt
                allonym migrate products --from revenuecat --in export.csv --output products.csv
                stat -c %a told.json two/told.md verified.txt products.csv
                \(command) three --output no/such/folder; echo $?; ls three 2> /dev/null
                """)
            let lines = run.output.split(separator: "\n").filter { !$0.contains(" ") }
            #expect(lines.prefix(4) == ["600", "600", "600", "600"], "\(run.output)")
            #expect(lines.count == 5 && lines[4] != "0" && lines[4] != "1", "\(run.output)")
        }

        @Test func `What the system does not write is no wrong argument`() async throws {
            let workspace = try await Workspace.withSample(customers: 5)
            let command = "migrate plan --from revenuecat --to nami --in export.csv"
            for folder in ["/proc/plan", "export.csv/plan"] {
                let run = try await workspace.run("\(command) --out \(folder)")
                #expect(run.code == 74 && run.errors.contains("the folder cannot be made"))
            }
            let run = try await workspace.run("\(command) --out plan --output /dev/full")
            #expect(run.code == 74 && run.errors.contains("cannot be written"), "\(run.errors)")
        }

        @Test func `A killed run is made up for, to the byte`() async throws {
            let workspace = try await Workspace.withSample(customers: 20_000)
            let command = "allonym migrate plan --from revenuecat --to qonversion --in export.csv"
            let digests = "sort -k2 | sed 's/ .*\\// /'"
            let run = try await workspace.shell(
                """
                \(command) --out whole > /dev/null
                for pause in 0.05 0.1 0.2 0.3 0.5 0.8 1.2; do
                    \(command) --out killed > /dev/null 2>&1 & run=$!
                    sleep $pause; kill -KILL $run 2> /dev/null; wait $run 2> /dev/null
                    case $? in 0 | 1 | 137) ;; *) echo it crashed ;; esac
                done
                \(command) --out killed > /dev/null
                sha256sum whole/* | \(digests) > one; sha256sum killed/* | \(digests) > other
                cmp one other && ls -A killed | wc -l; wc -l < one
                """)
            let counts = run.output.split(separator: "\n").map { $0.filter(\.isNumber) }
            #expect(counts.count == 2 && counts[0] == counts[1], "\(run.output)\(run.errors)")
        }

        @Test func `A second run into a folder says who writes to it, and does nothing`()
            async throws
        {
            let workspace = try await Workspace.withSample(customers: 50)
            let command = "allonym migrate plan --from revenuecat --to nami --out plan --in"
            let run = try await workspace.shell(
                """
                mkfifo pipe
                \(command) pipe > first 2>&1 & first=$!
                exec 3> pipe
                for turn in $(seq 100); do [ -e plan/.unfinished/lock ] && break; sleep 0.1; done
                \(command) export.csv; echo "second $?"
                cat export.csv >&3; exec 3>&-
                wait $first; echo "first $? $first"
                """)
            #expect(run.output.contains("second 64\n"), "\(run.output)")
            let process = run.output.split(separator: " ").last.map { $0.filter(\.isNumber) } ?? ""
            #expect(run.output.contains("first 0 \(process)"))
            #expect(
                run.errors.contains("plan: process \(process) has been writing to it since 20"),
                "\(run.errors)")
            #expect(run.errors.contains("stop it with \"kill \(process)\", or give another folder"))
        }

        @Test(
            arguments: [
                "migrate plan --from revenuecat --to nami --out plan --in export.csv --output",
                "migrate products --from revenuecat --in export.csv --output",
                "check export.csv --column rc_original_app_user_id --output",
            ])
        func `What is printed to a file is not written over an input`(command: String) async throws
        {
            let workspace = try await Workspace.withSample(customers: 20)
            let before = try workspace.content(of: "export.csv")
            for name in ["export.csv", "./export.csv", "link.csv"] {
                let run = try await workspace.shell(
                    "ln -sf export.csv link.csv; allonym \(command) \(name); echo $?; ls")
                #expect(run.output == "64\nexport.csv\nlink.csv\n")
                #expect(run.errors.contains("which is never written over"), "\(run.errors)")
                #expect(try workspace.content(of: "export.csv") == before)
            }
        }

        @Test(
            arguments: [
                ("letter.txt", 0), ("answers/customers.jsonl", 0), ("report.md", 64),
                ("manifest.json", 64),
            ] as [(String, Int32)])
        func
            `A file of the user's may lie beside a plan, and is in its way by the name of an output`(
                name: String, code: Int32
            ) async throws
        {
            let workspace = try await Workspace.withSample(customers: 20)
            _ = try await workspace.shell("mkdir -p plan/answers && echo mine > plan/\(name)")
            for more in ["", "--force"] {
                let run = try await workspace.plan("--to nami \(more)")
                #expect(run.code == code, "\(run.errors)")
                #expect(try workspace.content(of: "plan/\(name)") == "mine\n")
                let files = try await workspace.shell("ls -A plan | grep -c .").output
                #expect((files == "2\n" || files == "1\n") == (code == 64), "\(files)")
                let says = "plan: it holds \(name), which no plan has written"
                #expect(run.errors.contains(says) == (code == 64), "\(run.errors)")
            }
        }

        @Test func `A plan is not written over another one, unless that is forced`() async throws {
            let workspace = try await Workspace.withSample()
            #expect(try await workspace.plan("--to nami").code == 0)
            #expect(try await workspace.plan("--to nami").code == 0)
            let other = try await workspace.plan("--to purchasely")
            #expect(other.code == 64)
            #expect(other.errors.contains("plan: it holds the outputs of another plan"))
            #expect(try await workspace.plan("--to purchasely --force").code == 0)
        }
    }
#endif

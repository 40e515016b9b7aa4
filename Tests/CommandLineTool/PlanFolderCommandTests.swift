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
                "migrate verify --plan plan --output plan/ids.csv",
                "migrate verify --plan plan --output plan/manifest.json",
                "migrate verify --plan other --output ./other/../plan/purchases.csv",
                "migrate list --plan plan --format csv --output plan/findings.csv",
                "migrate list --plan plan --format csv --output link.csv",
                "migrate explain --plan plan --id $(sed -n 2p plan/ids.csv | cut -d, -f1) "
                    + "--output plan/steps.md",
                "migrate diff plan other --output plan/ids.csv",
                "migrate diff other plan --output plan/ids.csv",
                "migrate plan --from revenuecat --to nami --in export.csv --out plan "
                    + "--output plan/report.md",
                "migrate products --from revenuecat --in export.csv --force "
                    + "--output plan/products.csv",
                "migrate products --from revenuecat --in export.csv --output products.csv "
                    + "--entitlements plan/access.csv --force",
                "migrate sample --from nami --force --output plan/report.json",
                "migrate init --force --output plan/report.html",
                "check export.csv --column rc_original_app_user_id --output plan/ids.csv",
                "explain nami --output plan/ids.csv",
            ])
        func `What is printed to a file is not written over a file of a plan`(
            command: String
        ) async throws {
            let workspace = try await Workspace.withSample(customers: 20)
            #expect(try await workspace.plan("--to nami").code == 0)
            let listing = "ls -R && sha256sum plan/*"
            let made = try await workspace.shell(
                """
                allonym migrate plan --from revenuecat --to nami --in export.csv --out other > log
                ln -s plan/findings.csv link.csv; \(listing)
                """)
            let run = try await workspace.shell("allonym \(command); echo $?; \(listing)")
            #expect(run.output == "64\n\(made.output)", "\(run.errors)")
            let says = "it is a file of the plan in this folder, which is never written over"
            #expect(run.errors.words.contains(says), "\(run.errors)")
        }

        @Test func `What a plan was made of is not written over by what reads the plan`()
            async throws
        {
            let workspace = try await Workspace.withSample(customers: 20)
            let made = try await workspace.shell(
                """
                allonym migrate products --from revenuecat --in export.csv --output products.csv \\
                    --entitlements names.csv > log
                mkdir plans
                allonym migrate plan --from revenuecat --to nami --in export.csv --out plans/one \\
                    --products products.csv --entitlements names.csv > log
                sha256sum *.csv
                """)
            #expect(made.output.split(separator: "\n").count == 3, "\(made.errors)")
            for command in [
                "allonym migrate verify --plan plans/one --output export.csv",
                "allonym migrate list --plan plans/one --output products.csv",
                "allonym migrate diff plans/one plans/one --output names.csv",
                "cat export.csv | allonym migrate plan --from revenuecat --to nami --in - "
                    + "--out plans/two --except plans/one --output export.csv",
            ] {
                let run = try await workspace.shell("\(command); echo $?; sha256sum *.csv")
                #expect(run.output == "64\n\(made.output)", "\(command): \(run.errors)")
                #expect(run.errors.contains("which is never written over"), "\(run.errors)")
            }
        }

        @Test func `A sample is written over a file only where that is forced`() async throws {
            let workspace = try Workspace()
            let command = "migrate sample --from nami --customers 3 --output in"
            try workspace.write("mine\n", to: "in")
            let refused = try await workspace.run(command)
            #expect(refused.code == 64)
            let says =
                "allonym: in: it is there already; give --force to overwrite it, or another file "
                + "with --output"
            #expect(refused.errors.words.hasPrefix(says), "\(refused.errors)")
            #expect(try workspace.content(of: "in") == "mine\n")
            #expect(try await workspace.run("\(command) --force").code == 0)
            let sample = try await workspace.run("migrate sample --from nami --customers 3").output
            #expect(try workspace.content(of: "in") == sample)
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

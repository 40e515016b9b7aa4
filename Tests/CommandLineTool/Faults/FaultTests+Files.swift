// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    extension FaultTests {
        /// What is wrong with files, there or not.
        static let fileRows: [Row] = [
            // Files that are not there.
            (
                "compare revenuecat nami", 65,
                "revenuecat: it is a provider, not a file; give --providers revenuecat,nami"
            ),
            (
                "compare revenucat", 65,
                #"revenucat: there is no such file, and no built-in one of this name; "#
                    + #"did you mean "--providers revenuecat"?"#
            ),
            (
                "compare --mappings nowhere", 65,
                "neutral.json: the file cannot be read in nowhere: No such file or directory; name "
                    + "a copy of the project's folder Mappings"
            ),
            ("check .", 65, ".: the file cannot be read: Is a directory; name a file"),
            (
                "migrate export --from qonversion --key-file missing.key --out y", 65,
                "missing.key: the file cannot be read: No such file or directory; check the path"
            ),
            (
                "migrate apply --plan x --to-url http://127.0.0.1:9 --key-file missing.key", 65,
                "missing.key: the file cannot be read: No such file or directory; check the path"
            ),
            (
                "compare missing.md", 65,
                "missing.md: there is no such file, and no built-in one of this name; those are: *"
            ),
            (
                "compare at-a-glanse", 65,
                #"at-a-glanse: there is no such file, and no built-in one of this name; did you mean "at-a-glance"?"#
            ),
            (
                "check missing.txt", 65,
                "missing.txt: the file cannot be read: No such file or directory; check the path"
            ),
            (
                "migrate plan --from nami --to revenuecat --in missing.json --out p", 65,
                "missing.json: the file cannot be read: No such file or directory; check the path"
            ),
            (
                "migrate products --from nami --in missing.json", 65,
                "missing.json: the file cannot be read: No such file or directory; check the path"
            ),
            (
                "migrate verify --plan missing", 65,
                "missing: the folder does not exist; make the plan first, or check the path"
            ),
            (
                "migrate list --plan missing", 65,
                "missing: the folder does not exist; make the plan first, or check the path"
            ),
            (
                "migrate explain --plan missing --id x", 65,
                "missing: the folder does not exist; make the plan first, or check the path"
            ),
            (
                "migrate diff missing other", 65,
                "missing: the folder does not exist; make the plan first, or check the path"
            ),
            (
                "serve --project missing.json", 65,
                "missing.json: the file cannot be read: No such file or directory; check the path"
            ),
            (
                "serve --from-plan missing", 65,
                "missing: the folder does not exist; make the plan first, or check the path"
            ),
            (
                "webhook verify --provider revenuecat --secret-env HOME --request missing.http", 65,
                "missing.http: the file cannot be read: No such file or directory; check the path"
            ),
            // What cannot be written.
            (
                "explain --output no/such/x", 74,
                "no/such/x: cannot be written: No such file or directory; make its folder first, "
                    + "or check the path"
            ),
            ("explain --output /proc/x", 74, "/proc/x: cannot be written: *"),
            ("explain --output .", 74, ".: it is a folder; name a file"),
            (
                "explain --output /dev/full", 74,
                "/dev/full: cannot be written: No space left on device; make room, then run it "
                    + "again"
            ),
            (
                "explain nami > /dev/full", 74,
                "standard output: cannot be written: No space left on device; make room, then run "
                    + "it again"
            ),
            (
                "--help > /dev/full", 74,
                "standard output: cannot be written: No space left on device; make room, then run "
                    + "it again"
            ),
            (
                "--version > /dev/full", 74,
                "standard output: cannot be written: No space left on device; make room, then run "
                    + "it again"
            ),
            ("explain nami >&-", 74, "standard output: cannot be written: Bad file descriptor"),
            (
                "migrate init --output no/such/x", 74,
                "no/such/x: cannot be written: No such file or directory; make its folder first, "
                    + "or check the path"
            ),
            (
                "migrate init > /dev/full", 74,
                "standard output: cannot be written: No space left on device; make room, then run "
                    + "it again"
            ),
            (
                "migrate sample --from nami --output /dev/full", 74,
                "/dev/full: cannot be written: No space left on device; make room, then run it "
                    + "again"
            ),
        ]
    }
#endif

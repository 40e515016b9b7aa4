// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSending
    import AllonymTestSupport
    import Foundation
    import Testing

    /// Which files a key is taken from.
    @Suite struct KeyFileTests {
        private let folder: Folder
        private let file: String

        init() throws {
            folder = try Folder()
            file = folder.file("a.key")
        }

        private func write(_ text: String, mode: Int) throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: file))
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
        }

        /// What is said of a file; nil where its key is taken.
        private func fault(_ path: String) -> String? {
            do {
                let key = try SecretKey(file: path)
                #expect(key.text == "sk_file")
                return nil
            } catch {
                return "\(error)"
            }
        }

        @Test(arguments: [0o600, 0o400])
        func `A file that only its owner can read is taken, by way of a link too`(mode: Int) throws
        {
            try write("sk_file\n", mode: mode)
            #expect(fault(file) == nil)
            let link = folder.file("link")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
            #expect(fault(link) == nil)
        }

        @Test(
            arguments: [
                (0o644, "others can read the key (mode 644)"),
                (0o640, "others can read the key (mode 640)"),
                (0o604, "others can read the key (mode 604)"),
                (0o622, "others can change the key (mode 622)"),
                (0o700, "it is executable, and a key file may only be read and written (mode 700)"),
                (0o500, "it is executable, and a key file may only be read and written (mode 500)"),
            ])
        func `A file with any other permission is refused, with what to do`(
            mode: Int, words: String
        ) throws {
            try write("sk_file\n", mode: mode)
            #expect(fault(file) == "\(file): \(words); run chmod 600 \(file)")
            let link = folder.file("link")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
            #expect(fault(link) == "\(link): \(words); run chmod 600 \(link)")
        }

        @Test func `What is no regular file is refused at once`() throws {
            #expect(
                fault(folder.path)
                    == "\(folder.path): it is not a regular file; put the key into a file of its own"
            )
            let pipe = folder.file("pipe")
            try #require(mkfifo(pipe, 0o600) == 0)
            #expect(fault(pipe)?.hasSuffix("put the key into a file of its own") == true)
            let missing = folder.file("missing")
            #expect(fault(missing)?.hasPrefix("\(missing): the file cannot be read: ") == true)
        }

        @Test(arguments: [
            ("", "it is empty"), ("sk file", "more than a key is in it"),
            (String(repeating: "k", count: 70_000), "it is too long for a key"),
        ])
        func `What is no key is refused`(text: String, words: String) throws {
            try write(text, mode: 0o600)
            #expect(fault(file)?.hasPrefix("\(file): \(words)") == true)
        }
    }
#endif

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymInput
    import AllonymMigration
    import Foundation

    #if Server
        import AllonymSending
    #endif

    extension Output {
        /// Sees to it that no file of a plan is written over, whichever command would do it: its
        /// manifest has a digest of each, and nothing makes the record of its calls again.
        ///
        /// - Parameter file: What is to be written; other files may lie beside a plan.
        /// - Throws: `OutputError` where it is one of a plan's.
        static func refuseFileOfPlan(_ file: String) throws(OutputError) {
            let path = URL(fileURLWithPath: file).resolvingSymlinksInPath()
            var files = Migration.files(ofPlan: path.deletingLastPathComponent().path)
            #if Server
                if #available(macOS 14, *), !files.isEmpty { files.insert(CallRecord.name) }
            #endif
            guard files.contains(path.lastPathComponent) else { return }
            throw OutputError(
                file,
                "it is a file of the plan in this folder, which is never written over; name another "
                    + "file")
        }
    }
#endif

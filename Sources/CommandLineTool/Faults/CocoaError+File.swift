// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymInput
    import AllonymMappings
    import Foundation

    /// What Foundation says of files that it cannot make or write.
    extension CocoaError {
        /// Whether a file or a folder could not be written.
        var isOfWriting: Bool {
            [
                .fileWriteUnknown, .fileWriteNoPermission, .fileWriteOutOfSpace,
                .fileWriteVolumeReadOnly, .fileWriteFileExists, .fileWriteInvalidFileName,
            ].contains(code)
        }

        /// The file, the system's reason, and what to do.
        var words: String {
            let file = filePath ?? "a file"
            return systemCode.map { OutputError(file, $0).description }
                ?? "\(file): cannot be written: \(systemReason)"
        }
    }
#endif

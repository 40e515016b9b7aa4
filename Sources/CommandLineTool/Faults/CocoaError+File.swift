// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
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

        /// The file, and the system's reason.
        var words: String {
            let system = underlying as? POSIXError ?? (underlying as NSError?).flatMap(Self.posix)
            let reason = system.map { String(cString: strerror($0.code.rawValue)) }
            return "\(filePath ?? "a file"): cannot be written: "
                + (reason ?? localizedDescription)
        }

        private static func posix(_ error: NSError) -> POSIXError? {
            guard error.domain == NSPOSIXErrorDomain else { return nil }
            return POSIXErrorCode(rawValue: Int32(error.code)).map { POSIXError($0) }
        }
    }
#endif

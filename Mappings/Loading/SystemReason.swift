// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the system says of errors that Foundation puts into words of its own.
extension Error {
    /// The system's code, such as `ENOENT`; nil where no system call has failed.
    package var systemCode: Int32? {
        if let error = self as? POSIXError { return error.code.rawValue }
        if let error = self as? CocoaError {
            return error.underlying?.systemCode ?? error.nearestSystemCode
        }
        return nil
    }

    /// The system's reason, such as `No such file or directory`; else what the error says.
    package var systemReason: String {
        if let code = systemCode { return String(cString: strerror(code)) }
        return self is CocoaError ? localizedDescription : "\(self)"
    }
}

extension CocoaError {
    /// The system's code for what an error without one says; nil where there is no such code.
    fileprivate var nearestSystemCode: Int32? {
        switch code {
        case .fileNoSuchFile, .fileReadNoSuchFile: ENOENT
        case .fileReadNoPermission, .fileWriteNoPermission: EACCES
        case .fileWriteFileExists: EEXIST
        case .fileWriteOutOfSpace: ENOSPC
        case .fileWriteVolumeReadOnly: EROFS
        default: nil
        }
    }
}

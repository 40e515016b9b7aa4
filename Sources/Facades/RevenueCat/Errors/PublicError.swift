// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
import AllonymMappings
package import AllonymSimulation
public import Foundation

/// The error of a completion handler.
///
/// Its domain is `RevenueCat.ErrorCode`, its code the number of an ``ErrorCode``, and its
/// `userInfo` has the error's name under `rc_code_name`.
public typealias PublicError = NSError

extension NSError {
    /// The code, where this is an error of RevenueCat's.
    public var asErrorCode: ErrorCode? {
        domain == ErrorCode.errorDomain ? ErrorCode(rawValue: code) : nil
    }
}

#if !canImport(ObjectiveC)
    // Where there is no Objective-C runtime, nothing else turns an `NSError` back into the error that
    // it was made of. With it `error as? ErrorCode` and `catch let code as ErrorCode` find the code
    // in what a completion handler gets, as they do on Apple platforms.
    extension ErrorCode: _ObjectiveCBridgeable {
        /// The error that a completion handler gets.
        public func _bridgeToObjectiveC() -> NSError {
            NSError(domain: ErrorCode.errorDomain, code: rawValue, userInfo: errorUserInfo)
        }

        /// Reads the code; nil where the error is none of RevenueCat's.
        public static func _forceBridgeFromObjectiveC(
            _ source: NSError, result: inout ErrorCode?
        ) {
            result = source.asErrorCode
        }

        /// Reads the code; false where the error is none of RevenueCat's.
        public static func _conditionallyBridgeFromObjectiveC(
            _ source: NSError, result: inout ErrorCode?
        ) -> Bool {
            result = source.asErrorCode
            return result != nil
        }

        /// Reads the code; ``unknownError`` where the error is none of RevenueCat's.
        public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> ErrorCode {
            source?.asErrorCode ?? .unknownError
        }
    }
#endif

extension ErrorCode {
    /// Whether an error is this one, be it an ``ErrorCode`` or a ``PublicError``.
    public static func ~= (code: ErrorCode, error: any Error) -> Bool {
        if let error = error as? ErrorCode { return error == code }
        return (error as NSError).asErrorCode == code
    }

    /// The error that a completion handler gets.
    var asPublicError: PublicError { self as NSError }
}

extension Line {
    /// The error that the vocabulary names for a refusal.
    ///
    /// A refusal that RevenueCat does not know, because the rules are another provider's, is what
    /// the SDK makes of a server's code that it does not know: ``ErrorCode/unknownBackendError``.
    package func error(for refusal: Refusal) -> ErrorCode {
        for name in names(of: refusal) {
            if let number = name.code.flatMap({ Int($0) }), let code = ErrorCode(rawValue: number) {
                return code
            }
        }
        return .unknownBackendError
    }
}

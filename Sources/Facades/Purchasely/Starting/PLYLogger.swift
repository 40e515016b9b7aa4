// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation

/// The SDK's log.
///
/// What is logged is among the `notes` of the installation, and goes to the loggers that the app
/// has added with ``Purchasely/addLogger(_:)``.
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYLogger), read 2026-11-21.
public final class PLYLogger: NSObject, Sendable {
    /// How much is logged: everything of this level and of those after it.
    ///
    /// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYLogger.PLYLogLevel), read 2026-11-21.
    public enum PLYLogLevel: Int, CaseIterable, Sendable {
        /// Everything.
        case debug
        /// What happens.
        case info
        /// What is odd.
        case warn
        /// What went wrong.
        case error
    }

    /// Logs a message of the app's own.
    public static func log(message: String, level: PLYLogLevel = .debug) {
        PurchaselySession.current().log(message, level)
    }
}

/// Gets what the SDK logs.
///
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYLogging), read 2026-11-21.
public protocol PLYLogging: AnyObject {
    /// Something was logged; called on the main actor.
    func messageLogged(message: PLYMessage)
}

/// One entry of the log.
///
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYMessage), read 2026-11-21.
public final class PLYMessage: NSObject, Sendable {
    /// The text.
    public let message: String
    /// The level's name: `debug`, `info`, `warn` or `error`; the spelling is ours.
    public let logLevel: String
    /// When it was logged, by the world's clock.
    public let date: Date

    init(_ message: String, _ level: PLYLogger.PLYLogLevel, at date: Date) {
        self.message = message
        logLevel = "\(level)"
        self.date = date
    }
}

extension Purchasely {
    /// Logs what is of this level or above it; ``PLYLogger/PLYLogLevel/error`` unless it is set.
    public static func setLogLevel(_ logLevel: PLYLogger.PLYLogLevel) {
        PurchaselySession.current().state.withLock { $0.logLevel = logLevel }
    }

    /// Adds a logger, which gets every entry from now on.
    ///
    /// - Parameter logger: It is kept until the app ends, and called on the main actor.
    public static func addLogger(_ logger: any PLYLogging) {
        let kept = Kept(logger)
        PurchaselySession.current().state.withLock { $0.loggers.append(kept) }
    }
}

extension PurchaselySession {
    /// Logs what the level lets through.
    func log(_ message: String, _ level: PLYLogger.PLYLogLevel) {
        state.withLock { log(message, level, $0) }
    }

    func log(_ message: String, _ level: PLYLogger.PLYLogLevel, _ state: State) {
        guard level.rawValue >= state.logLevel.rawValue else { return }
        let entry = PLYMessage(message, level, at: line.now)
        line.installation.note("[Purchasely] \(message)")
        for logger in state.loggers {
            line.installation.deliver { logger.value.messageLogged(message: entry) }
        }
    }
}

/// Something of the app's that the SDK keeps alive and calls.
struct Kept<Value>: @unchecked Sendable {
    // Unchecked because the value is only passed on, and called on the main actor alone.
    let value: Value

    init(_ value: Value) { self.value = value }
}

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// How much the SDK logs.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, LogLevel), read
/// 2026-11-21.
public enum LogLevel: Int, CaseIterable, Sendable, CustomStringConvertible {
    /// Everything.
    case verbose = 4
    /// What helps to find mistakes.
    case debug = 0
    /// What happens.
    case info = 1
    /// What is probably a mistake.
    case warn = 2
    /// What went wrong.
    case error = 3

    /// Its name, in capitals.
    public var description: String {
        switch self {
        case .verbose: "VERBOSE"
        case .debug: "DEBUG"
        case .info: "INFO"
        case .warn: "WARN"
        case .error: "ERROR"
        }
    }

    /// How grave it is: the raw values are not in that order.
    private var gravity: Int { self == .verbose ? -1 : rawValue }
}

extension LogLevel: Comparable {
    /// By how grave they are, `verbose` first.
    public static func < (lhs: LogLevel, rhs: LogLevel) -> Bool { lhs.gravity < rhs.gravity }
}

/// Takes what the SDK logs.
///
/// It is called in whatever thread the SDK logs in.
public typealias LogHandler = (_ level: LogLevel, _ message: String) -> Void

/// Takes what the SDK logs, and where in the SDK.
///
/// It is called in whatever thread the SDK logs in.
public typealias VerboseLogHandler = (
    _ level: LogLevel, _ message: String, _ file: String?, _ function: String?, _ line: UInt
) -> Void

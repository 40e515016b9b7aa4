// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation

/// What is the same for every instance.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, Purchases), read
/// 2026-11-21.
extension Purchases {
    struct Settings {
        var logLevel: LogLevel
        var logHandler: LogHandler = { _, _ in }
        var verboseLogHandler: VerboseLogHandler = { _, _, _, _, _ in }
        var verboseLogs = false
        var proxyURL: URL?
        var platformInfo: PlatformInfo?
        var forceUniversalAppStore = false
        var simulatesAskToBuyInSandbox = false
    }

    static let settings = Locked(Settings(logLevel: defaultLogLevel))

    private static var defaultLogLevel: LogLevel {
        #if DEBUG
            .debug
        #else
            .info
        #endif
    }

    /// The version of the SDK that is imitated.
    public static var frameworkVersion: String { "5.86.0-SNAPSHOT" }

    /// What is grave enough to be logged; in a debug build everything from `debug` on.
    public static var logLevel: LogLevel {
        get { settings.withLock { $0.logLevel } }
        set { settings.withLock { $0.logLevel = newValue } }
    }

    /// Takes what is logged, in whatever thread that happens.
    ///
    /// By default nothing is printed; `Installation.notes` has it.
    public static var logHandler: LogHandler {
        get { settings.withLock { $0.logHandler } }
        set { settings.withLock { $0.logHandler = newValue } }
    }

    /// Takes what is logged, and where in the SDK, in whatever thread that happens.
    ///
    /// Of the façade there is no file, function or line to tell.
    public static var verboseLogHandler: VerboseLogHandler {
        get { settings.withLock { $0.verboseLogHandler } }
        set { settings.withLock { $0.verboseLogHandler = newValue } }
    }

    /// Does nothing: the façade's logs do not say where in the SDK they come from.
    public static var verboseLogs: Bool {
        get { settings.withLock { $0.verboseLogs } }
        set { settings.withLock { $0.verboseLogs = newValue } }
    }

    /// Whether everything from `debug` on is logged.
    @available(*, deprecated, message: "Use logLevel.")
    public static var debugLogsEnabled: Bool {
        get { logLevel <= .debug }
        set { logLevel = newValue ? .debug : .info }
    }

    /// Does nothing: the simulation's server is in the process.
    public static var proxyURL: URL? {
        get { settings.withLock { $0.proxyURL } }
        set { settings.withLock { $0.proxyURL = newValue } }
    }

    /// Does nothing: the simulated server does not ask which framework the app is made with.
    public static var platformInfo: PlatformInfo? {
        get { settings.withLock { $0.platformInfo } }
        set { settings.withLock { $0.platformInfo = newValue } }
    }

    /// Does nothing: the installation's store account says which store it is.
    public static var forceUniversalAppStore: Bool {
        get { settings.withLock { $0.forceUniversalAppStore } }
        set { settings.withLock { $0.forceUniversalAppStore = newValue } }
    }

    /// Whether a purchase in the sandbox waits for a parent, as `SimulatedStore.approve(_:)` is one.
    public static var simulatesAskToBuyInSandbox: Bool {
        get { settings.withLock { $0.simulatesAskToBuyInSandbox } }
        set { settings.withLock { $0.simulatesAskToBuyInSandbox = newValue } }
    }

    /// Whether the person may buy; in the simulation they always may.
    public static func canMakePayments() -> Bool { true }

    /// Which framework an app is made with.
    public final class PlatformInfo: NSObject, Sendable {
        let flavor: String
        let version: String

        /// A framework and its version.
        public init(flavor: String, version: String) {
            self.flavor = flavor
            self.version = version
            super.init()
        }

        /// Whether both are the same.
        public override func isEqual(_ object: Any?) -> Bool {
            guard let other = object as? PlatformInfo else { return false }
            return flavor == other.flavor && version == other.version
        }

        /// Of both.
        public override var hash: Int { flavor.hashValue ^ version.hashValue }
    }

    /// Logs a line.
    func log(_ level: LogLevel, _ message: String) {
        let settings = Purchases.settings.withLock { $0 }
        guard level >= settings.logLevel else { return }
        installation.note("[Purchases] - \(level): \(message)")
        settings.logHandler(level, message)
        settings.verboseLogHandler(level, message, nil, nil, 0)
    }

    /// Logs where the session is locked: later, because whoever takes what is logged is the app.
    func logLater(_ level: LogLevel, _ message: String) {
        installation.deliver { self.log(level, message) }
    }
}

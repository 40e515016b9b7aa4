// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && !os(watchOS)
    public import class UIKit.UIViewController
#else
    /// Stands in for UIKit's view controller where there is no UIKit.
    ///
    /// It shows nothing. A paywall has one, so that an app's handlers that close it compile and can
    /// be tested. As with UIKit's own, code of Swift 5 may use it without saying on which actor it is.
    @preconcurrency @MainActor open class UIViewController {
        var dismissed: (@MainActor () -> Void)?

        /// A controller of nothing.
        public init() {}

        /// Closes what the controller shows.
        ///
        /// - Parameters:
        ///   - animated: Of no effect.
        ///   - completion: Called at once.
        open func dismiss(animated: Bool, completion: (() -> Void)? = nil) {
            dismissed?()
            completion?()
        }
    }
#endif

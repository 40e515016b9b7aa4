// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && !os(watchOS)
    public import class UIKit.UIViewController

    /// The controller of a screen.
    ///
    /// Nothing is drawn in it.
    public final class PLYPresentationViewController: UIViewController {}
#else
    /// Stands in for UIKit's view controller where there is no UIKit.
    ///
    /// It shows nothing. A paywall has one, so that an app's code that shows its own screen above
    /// it, or closes it, compiles and can be tested.
    @MainActor open class UIViewController {
        var dismissed: (@MainActor () -> Void)?
        var presented: (@MainActor () -> Void)?

        /// A controller of nothing.
        public nonisolated init() {}

        /// Shows another controller above this one; a screen of Purchasely's is displayed so.
        ///
        /// - Parameters:
        ///   - controller: The other one.
        ///   - animated: Of no effect.
        ///   - completion: Called at once.
        open func present(
            _ controller: UIViewController, animated: Bool, completion: (() -> Void)? = nil
        ) {
            controller.presented?()
            completion?()
        }

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

    /// The controller of a screen.
    ///
    /// Nothing is drawn in it.
    public final class PLYPresentationViewController: UIViewController {}
#endif

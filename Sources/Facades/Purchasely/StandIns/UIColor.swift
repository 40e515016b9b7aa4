// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

#if canImport(UIKit)
    public import class UIKit.UIColor
#else
    /// Stands in for UIKit's color where there is no UIKit.
    ///
    /// Nothing is drawn with it; the colors that the system names have one value each.
    open class UIColor: NSObject, @unchecked Sendable {
        // Unchecked because every property is set once, in the initialiser.
        private let parts: [CGFloat]

        /// A color of its parts, each from 0 to 1.
        public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
            parts = [red, green, blue, alpha]
        }

        /// A grey, from 0 for black to 1 for white.
        public convenience init(white: CGFloat, alpha: CGFloat) {
            self.init(red: white, green: white, blue: white, alpha: alpha)
        }

        /// Black.
        public static let black = UIColor(white: 0, alpha: 1)
        /// White.
        public static let white = UIColor(white: 1, alpha: 1)
        /// Nothing.
        public static let clear = UIColor(white: 0, alpha: 0)
        /// Grey.
        public static let gray = UIColor(white: 0.5, alpha: 1)
        /// Red.
        public static let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
        /// Green.
        public static let green = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
        /// Blue.
        public static let blue = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
        /// The background; here white.
        public static let systemBackground = UIColor(white: 1, alpha: 1)
        /// The text; here black.
        public static let label = UIColor(white: 0, alpha: 1)

        /// Whether the other object is a color of the same parts.
        public override func isEqual(_ object: Any?) -> Bool {
            (object as? UIColor)?.parts == parts
        }

        /// Equal for equal colors.
        public override var hash: Int { parts.hashValue }
    }
#endif

/// A color for light screens and one for dark ones.
///
/// Nothing is drawn with it.
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYColors), read 2026-11-21.
public final class PLYColors: NSObject, @unchecked Sendable {
    // Unchecked because every property is set once, and a color cannot change.
    let lightColor: UIColor?
    let darkColor: UIColor?

    /// Two colors.
    ///
    /// - Parameters:
    ///   - lightColor: For light screens.
    ///   - darkColor: For dark ones.
    public init(lightColor: UIColor?, darkColor: UIColor?) {
        self.lightColor = lightColor
        self.darkColor = darkColor
    }
}

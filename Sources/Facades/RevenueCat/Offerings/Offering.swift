// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation

/// What an app shows together, as set up in RevenueCat's dashboard.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, Offering), read
/// 2026-11-21.
public final class Offering: NSObject, Identifiable, Sendable {
    /// Its identifier.
    public let identifier: String
    /// What the dashboard says that it is.
    public let serverDescription: String
    /// What it holds, in the dashboard's order.
    public let availablePackages: [Package]
    /// Where it is sold on the web; nil for what comes from the catalogue.
    public let webCheckoutUrl: URL?
    /// The first package of this type.
    public let lifetime: Package?
    /// The first package of this type.
    public let annual: Package?
    /// The first package of this type.
    public let sixMonth: Package?
    /// The first package of this type.
    public let threeMonth: Package?
    /// The first package of this type.
    public let twoMonth: Package?
    /// The first package of this type.
    public let monthly: Package?
    /// The first package of this type.
    public let weekly: Package?
    private let said: CatalogueValue

    init(
        _ identifier: String, _ description: String, metadata: CatalogueValue,
        _ packages: [Package], webCheckoutUrl: URL? = nil
    ) {
        self.identifier = identifier
        serverDescription = description
        availablePackages = packages
        self.webCheckoutUrl = webCheckoutUrl
        said = metadata
        func first(_ type: PackageType) -> Package? { packages.first { $0.packageType == type } }
        lifetime = first(.lifetime)
        annual = first(.annual)
        sixMonth = first(.sixMonth)
        threeMonth = first(.threeMonth)
        twoMonth = first(.twoMonth)
        monthly = first(.monthly)
        weekly = first(.weekly)
        super.init()
    }

    /// An offering made by hand; what is no JSON in the metadata is left out.
    public convenience init(
        identifier: String, serverDescription: String, metadata: [String: Any] = [:],
        availablePackages: [Package], webCheckoutUrl: URL?
    ) {
        self.init(
            identifier, serverDescription,
            metadata: .object(metadata.compactMapValues(CatalogueValue.init(json:))),
            availablePackages, webCheckoutUrl: webCheckoutUrl)
    }

    /// What the dashboard says of it to the app, as JSON.
    public var metadata: [String: Any] { said.dictionary }
    /// Whether the dashboard has a paywall for it; the simulation's has none.
    public var hasPaywall: Bool { false }
    /// What tells it from others.
    public typealias ID = String
    /// The identifier.
    public var id: String { identifier }

    /// The package of an identifier.
    public func package(identifier: String?) -> Package? {
        availablePackages.first { $0.identifier == identifier }
    }

    /// The package of an identifier.
    public subscript(key: String) -> Package? { package(identifier: key) }

    /// What the metadata has under a key; the default where it has nothing there, or something
    /// of another type.
    public func getMetadataValue<T>(for key: String, default: T) -> T {
        metadata[key] as? T ?? `default`
    }

    /// What the metadata has under a key, decoded; nil where it has nothing there, or it cannot be
    /// decoded.
    public func getMetadataValue<T>(for key: String) -> T? where T: Decodable {
        guard let value = said[key], let data = try? JSONEncoder().encode(value) else { return nil }
        return try? JSONDecoder().decode(T.self, from: data)
    }

    /// The offering, for developers.
    public override var description: String {
        let packages = availablePackages.map(\.description).joined(separator: ", ")
        return "<Offering: identifier=\(identifier), description=\(serverDescription), "
            + "packages=[\(packages)]>"
    }

    /// The same, shown at a place in the app.
    func shown(at placement: String) -> Offering {
        Offering(
            identifier, serverDescription, metadata: said,
            availablePackages.map { $0.shown(at: placement) }, webCheckoutUrl: webCheckoutUrl)
    }
}

extension CatalogueValue {
    /// A value as `JSONSerialization` gives it; nil for what is no JSON.
    fileprivate init?(json value: Any) {
        switch value {
        case is NSNull: self = .null
        case let value as Bool where type(of: value) == Bool.self: self = .bool(value)
        case let value as Int: self = .integer(Int64(value))
        case let value as Double: self = .number(value)
        case let value as String: self = .text(value)
        case let values as [Any]: self = .list(values.compactMap(CatalogueValue.init(json:)))
        case let values as [String: Any]:
            self = .object(values.compactMapValues(CatalogueValue.init(json:)))
        default: return nil
        }
    }
}

// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymSimulation

extension REST2 {
    /// A project.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, Project, read 2026-11-22.
    package struct Project: Hashable, Codable, Sendable {
        /// The one value of `object`.
        package enum ObjectName: String, Codable, Sendable {
            case project
        }

        package var id: String
        package var name: String
        package var createdAt: Int64
        package var iconURL: String?
        package var iconURLLarge: String?
        package private(set) var object = ObjectName.project

        package init(
            id: String, name: String, createdAt: Int64, iconURL: String? = nil,
            iconURLLarge: String? = nil
        ) {
            self.id = id
            self.name = name
            self.createdAt = createdAt
            self.iconURL = iconURL
            self.iconURLLarge = iconURLLarge
        }

        private enum CodingKeys: String, CodingKey {
            case id, name, object
            case createdAt = "created_at"
            case iconURL = "icon_url"
            case iconURLLarge = "icon_url_large"
        }
    }

    /// Of which store an app is.
    package enum AppType: String, Codable, Sendable {
        case amazon, paddle, roku, stripe
        case appStore = "app_store"
        case macAppStore = "mac_app_store"
        case playStore = "play_store"
        case rcBilling = "rc_billing"
        case testStore = "test_store"
    }

    /// An app of a project, with a member named for its store.
    ///
    /// A test store has none.
    /// Source: https://www.revenuecat.com/docs/api-v2, App, read 2026-11-22.
    package struct App: Hashable, Codable, Sendable {
        /// The one value of `object`.
        package enum ObjectName: String, Codable, Sendable {
            case app
        }

        /// An app at one of Apple's stores.
        package struct BundleID: Hashable, Codable, Sendable {
            package var bundleID: String

            package init(bundleID: String) {
                self.bundleID = bundleID
            }

            private enum CodingKeys: String, CodingKey {
                case bundleID = "bundle_id"
            }
        }

        /// An app at Google Play or Amazon.
        package struct PackageName: Hashable, Codable, Sendable {
            package var packageName: String

            package init(packageName: String) {
                self.packageName = packageName
            }

            private enum CodingKeys: String, CodingKey {
                case packageName = "package_name"
            }
        }

        package var id: String
        package var name: String
        package var createdAt: Int64
        package var type: AppType
        package var projectID: String
        package var amazon: PackageName?
        package var appStore: BundleID?
        package var macAppStore: BundleID?
        package var playStore: PackageName?
        package var stripe: [String: CatalogueValue]?
        package var rcBilling: [String: CatalogueValue]?
        package var roku: [String: CatalogueValue]?
        package var paddle: [String: CatalogueValue]?
        package private(set) var object = ObjectName.app

        package init(
            id: String, name: String, createdAt: Int64, type: AppType, projectID: String,
            amazon: PackageName? = nil, appStore: BundleID? = nil, macAppStore: BundleID? = nil,
            playStore: PackageName? = nil, stripe: [String: CatalogueValue]? = nil,
            rcBilling: [String: CatalogueValue]? = nil, roku: [String: CatalogueValue]? = nil,
            paddle: [String: CatalogueValue]? = nil
        ) {
            self.id = id
            self.name = name
            self.createdAt = createdAt
            self.type = type
            self.projectID = projectID
            self.amazon = amazon
            self.appStore = appStore
            self.macAppStore = macAppStore
            self.playStore = playStore
            self.stripe = stripe
            self.rcBilling = rcBilling
            self.roku = roku
            self.paddle = paddle
        }

        private enum CodingKeys: String, CodingKey {
            case id, name, type, amazon, stripe, roku, paddle, object
            case createdAt = "created_at"
            case projectID = "project_id"
            case appStore = "app_store"
            case macAppStore = "mac_app_store"
            case playStore = "play_store"
            case rcBilling = "rc_billing"
        }
    }
}

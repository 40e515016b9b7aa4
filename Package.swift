// swift-tools-version: 6.2
// This source file is part of Allonym, licensed under Apache License 2.0.
// Copyright (c) 2026 the Allonym authors. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// The one list of providers.
///
/// Each has a folder of this name, in lower case, under `Mappings/`, and one as it is written here
/// under `Sources/Facades/` and `Tests/Facades/`.
let providers = ["Nami", "Purchasely", "Qonversion", "RevenueCat"]

/// The SDK's module, where it is not called as the provider is.
let modules = ["Nami": "NamiApple"]

/// Those whose types of the wire are written: each has a folder under `Sources/Wire/`.
let wired = ["Nami", "Purchasely", "Qonversion", "RevenueCat"]

/// Those whose wire writes JSON by itself, as the façade needs it.
let writing = ["RevenueCat"]

/// What every target is compiled with.
let settings: [SwiftSetting] = [
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
    .enableUpcomingFeature("ExistentialAny"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
    .enableUpcomingFeature("InternalImportsByDefault"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// What tests are compiled with: they are built in a third of the time without optimisation, and
/// what they test has it.
let testSettings = settings + [.unsafeFlags(["-Onone"])]

/// The flags that make `import RevenueCat` mean its façade, and so on.
let moduleAliases = providers.flatMap { provider in
    ["-module-alias", "\(modules[provider] ?? provider)=\(provider)Facade"]
}

/// The providers' wires: `RevenueCatWire` and its siblings.
let wires = wired.map { Target.Dependency(stringLiteral: "\($0)Wire") }

/// What an app links: `RevenueCatFacade` and its siblings.
let facades = providers.map { Target.Dependency(stringLiteral: "\($0)Facade") }

/// The tool's packages: fetched only with `--traits Tools`.
let argumentParser = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Tools"]))

let crypto = Target.Dependency.product(
    name: "Crypto", package: "swift-crypto", condition: .when(traits: ["Tools"]))

/// The server's packages: fetched only with `--traits Server`.
func server(_ product: String, in package: String) -> Target.Dependency {
    .product(name: product, package: package, condition: .when(traits: ["Server"]))
}

/// A module of the server's: linked only with `--traits Server`.
func serverModule(_ name: String) -> Target.Dependency {
    .target(name: name, condition: .when(traits: ["Server"]))
}

let package = Package(
    name: "Allonym",
    platforms: [.macOS(.v13), .iOS(.v16)],
    products: [
        .library(name: "AllonymCore", targets: ["AllonymCore"]),
        .library(name: "AllonymMappings", targets: ["AllonymMappings"]),
        .library(name: "AllonymComparison", targets: ["AllonymComparison"]),
        .library(name: "AllonymChecking", targets: ["AllonymChecking"]),
        .library(name: "AllonymMigration", targets: ["AllonymMigration"]),
        .library(name: "AllonymSimulation", targets: ["AllonymSimulation"]),
        .library(name: "AllonymConformance", targets: ["AllonymConformance"]),
    ],
    traits: [
        .trait(
            name: "Tools", description: "The command-line tool, the benchmarks and their packages."),
        .trait(
            name: "Server", description: "allonym serve, and whatever sends something.",
            enabledTraits: ["Tools"]),
        .default(enabledTraits: []),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-crypto", "3.12.0"..<"5.0.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.20.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.30.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.11.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.30.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.0"),
    ],
    targets: [
        .target(name: "AllonymCore", path: "Sources/Core", swiftSettings: settings),
        .target(
            name: "AllonymMappings",
            dependencies: ["AllonymCore"],
            path: "Mappings",
            resources: [
                .copy("neutral.json"), .copy("neutral-formats.json"), .copy("blocklists.json"),
                .copy("findings.json"), .copy("at-a-glance.json"), .copy("control-api.json"),
                .copy("scenarios"), .copy("schemas"),
            ] + providers.map { .copy($0.lowercased()) },
            swiftSettings: settings),
        .target(
            name: "AllonymComparison",
            dependencies: [
                "AllonymCore", "AllonymInput", "AllonymMappings", "AllonymPages",
            ],
            path: "Sources/Comparison",
            swiftSettings: settings),
        // In no product by itself: what files are read with, and all write text with.
        .target(name: "AllonymInput", path: "Sources/Input", swiftSettings: settings),
        // In no product by itself: what pages of HTML are made with.
        .target(name: "AllonymPages", path: "Sources/Pages", swiftSettings: settings),
        .target(
            name: "AllonymChecking",
            dependencies: ["AllonymCore", "AllonymInput"],
            path: "Sources/Checking",
            swiftSettings: settings),
        .target(
            name: "AllonymMigration",
            dependencies: [
                "AllonymCore", "AllonymInput", "AllonymMappings", "AllonymPages",
            ],
            path: "Sources/Migration",
            swiftSettings: settings),
        // In no product: what only the tool, the measurements and the tests need.
        .target(
            name: "AllonymSamples",
            dependencies: ["AllonymCore", "AllonymInput", "AllonymMappings"],
            path: "Sources/Samples",
            swiftSettings: settings),
        .target(
            name: "AllonymPromela",
            dependencies: ["AllonymCore", "AllonymComparison"],
            path: "Sources/Promela",
            swiftSettings: settings),
        .target(
            name: "AllonymSurvey",
            dependencies: ["AllonymCore", "AllonymInput", "AllonymMappings", "AllonymComparison"],
            path: "Sources/Survey",
            swiftSettings: settings),
        .target(
            name: "AllonymSimulation",
            dependencies: ["AllonymCore", "AllonymMappings"],
            path: "Sources/Simulation",
            swiftSettings: settings),
        // The server: in no product, and empty without its trait.
        .target(
            name: "AllonymJournal",
            dependencies: [
                "AllonymMappings", "AllonymSimulation", server("GRDB", in: "GRDB.swift"),
            ],
            path: "Sources/Journal",
            swiftSettings: settings),
        .target(
            name: "AllonymService",
            dependencies: [
                "AllonymCore", "AllonymMappings", "AllonymSimulation", "AllonymJournal",
                server("Crypto", in: "swift-crypto"),
            ],
            path: "Sources/Service",
            swiftSettings: settings),
        .target(
            name: "AllonymServer",
            dependencies: [
                "AllonymCore", "AllonymMappings", "AllonymSimulation", "AllonymJournal",
                "AllonymService", "AllonymComparison", "AllonymPages", "JSONBodies",
                server("Hummingbird", in: "hummingbird"),
                server("ServiceLifecycle", in: "swift-service-lifecycle"),
                server("UnixSignals", in: "swift-service-lifecycle"),
                server("Crypto", in: "swift-crypto"), server("Logging", in: "swift-log"),
                server("CoreMetrics", in: "swift-metrics"),
                server("NIOCore", in: "swift-nio"), server("NIOHTTP1", in: "swift-nio"),
                server("NIOPosix", in: "swift-nio"),
                server("HTTPTypes", in: "swift-http-types"),
                server("NIOHTTPTypes", in: "swift-nio-extras"),
                server("AsyncHTTPClient", in: "async-http-client"),
                server("X509", in: "swift-certificates"),
                server("SwiftASN1", in: "swift-asn1"),
            ] + wires,
            path: "Sources/Server",
            swiftSettings: settings),
        // What sends something to a provider, or reads from one: in no product, and empty without
        // its trait.
        .target(
            name: "AllonymSending",
            dependencies: [
                "AllonymCore", "AllonymInput", "AllonymMappings", "AllonymMigration",
                "AllonymPages", "AllonymSimulation", server("GRDB", in: "GRDB.swift"),
                server("NIOCore", in: "swift-nio"), server("NIOHTTP1", in: "swift-nio"),
                server("NIOPosix", in: "swift-nio"),
                server("AsyncHTTPClient", in: "async-http-client"),
                server("Crypto", in: "swift-crypto"),
            ],
            path: "Sources/Sending",
            swiftSettings: settings),
        // Carries a plan out against a simulated target: in no product, and empty without its trait.
        .target(
            name: "AllonymRehearsing",
            dependencies: [
                "AllonymCore", "AllonymInput", "AllonymMappings", "AllonymMigration",
                "AllonymSimulation", "AllonymJournal", "AllonymService", "AllonymServer",
                "AllonymSending", server("Logging", in: "swift-log"),
                server("AsyncHTTPClient", in: "async-http-client"),
                server("HTTPTypes", in: "swift-http-types"),
            ],
            path: "Sources/Rehearsing",
            swiftSettings: settings),
        .target(
            name: "AllonymConformance",
            dependencies: ["AllonymCore", "AllonymSimulation"],
            path: "Sources/Conformance",
            swiftSettings: settings),
        // The executables are no declared products: an app that depends on Allonym never fetches
        // what they need.
        .executableTarget(
            name: "allonym",
            dependencies: [
                "AllonymCore", "AllonymInput", "AllonymMappings", "AllonymComparison",
                "AllonymChecking", "AllonymMigration", "AllonymSamples", "AllonymPromela",
                argumentParser, crypto, serverModule("AllonymServer"),
                serverModule("AllonymService"), serverModule("AllonymJournal"),
                serverModule("AllonymSending"), serverModule("AllonymRehearsing"),
                server("Logging", in: "swift-log"),
            ],
            path: "Sources/CommandLineTool",
            swiftSettings: settings),
        .executableTarget(
            name: "allonym-benchmarks",
            dependencies: [
                "AllonymCore", "AllonymInput", "AllonymMappings", "AllonymComparison",
                "AllonymSimulation", "AllonymChecking", "AllonymMigration", "AllonymPromela",
                argumentParser, serverModule("AllonymServer"), serverModule("AllonymService"),
                serverModule("AllonymSending"), server("Hummingbird", in: "hummingbird"),
                server("AsyncHTTPClient", in: "async-http-client"),
                server("NIOCore", in: "swift-nio"), server("NIOHTTP1", in: "swift-nio"),
            ] + facades,
            path: "Sources/Benchmarks",
            swiftSettings: settings),
        .target(
            name: "AllonymTestSupport",
            dependencies: [
                "AllonymCore", "AllonymInput", "AllonymMappings", "AllonymSimulation",
            ],
            path: "Tests/Support",
            swiftSettings: settings),
        .testTarget(
            name: "CoreTests",
            dependencies: [
                "AllonymCore", "AllonymMappings", "AllonymSimulation", "AllonymConformance",
                "AllonymTestSupport",
            ],
            path: "Tests/Core", swiftSettings: testSettings),
        .testTarget(
            name: "MappingsTests",
            dependencies: [
                "AllonymCore", "AllonymMappings", "AllonymConformance", "AllonymTestSupport",
            ],
            path: "Tests/Mappings", swiftSettings: testSettings),
        .testTarget(
            name: "ComparisonTests",
            dependencies: [
                "AllonymCore", "AllonymMappings", "AllonymComparison", "AllonymPromela",
                "AllonymSurvey", "AllonymSimulation", "AllonymTestSupport",
            ],
            path: "Tests/Comparison", swiftSettings: testSettings),
        .testTarget(
            name: "InputTests", dependencies: ["AllonymInput"],
            path: "Tests/Input", swiftSettings: testSettings),
        .testTarget(
            name: "CheckingTests",
            dependencies: [
                "AllonymCore", "AllonymMappings", "AllonymChecking", "AllonymSimulation",
                "AllonymTestSupport",
            ],
            path: "Tests/Checking", swiftSettings: testSettings),
        .testTarget(
            name: "MigrationTests",
            dependencies: [
                "AllonymCore", "AllonymMappings", "AllonymComparison", "AllonymMigration",
                "AllonymSamples", "AllonymSimulation", "AllonymTestSupport",
            ],
            path: "Tests/Migration", exclude: ["Fixtures"],
            swiftSettings: testSettings),
        .testTarget(
            name: "SimulationTests",
            dependencies: [
                "AllonymCore", "AllonymMappings", "AllonymSimulation", "AllonymTestSupport",
            ],
            path: "Tests/Simulation", swiftSettings: testSettings),
        .testTarget(
            name: "ConformanceTests",
            dependencies: [
                "AllonymCore", "AllonymMappings", "AllonymConformance", "AllonymTestSupport",
            ],
            path: "Tests/Conformance", swiftSettings: testSettings),
        .testTarget(
            name: "JournalTests",
            dependencies: [
                "AllonymJournal", "AllonymTestSupport", server("GRDB", in: "GRDB.swift"),
            ],
            path: "Tests/Journal", swiftSettings: testSettings),
        .testTarget(
            name: "ServiceTests",
            dependencies: [
                "AllonymCore", "AllonymMappings", "AllonymSimulation", "AllonymJournal",
                "AllonymService", "AllonymTestSupport",
            ],
            path: "Tests/Service", swiftSettings: testSettings),
        .testTarget(
            name: "ServerTests",
            dependencies: [
                "AllonymCore", "AllonymMappings", "AllonymSimulation", "AllonymJournal",
                "AllonymService", "AllonymServer", "AllonymComparison", "AllonymTestSupport",
                server("HTTPTypes", in: "swift-http-types"), server("Logging", in: "swift-log"),
                server("Hummingbird", in: "hummingbird"), server("NIOCore", in: "swift-nio"),
                server("NIOHTTP1", in: "swift-nio"),
                server("AsyncHTTPClient", in: "async-http-client"),
                server("CoreMetrics", in: "swift-metrics"),
                server("Crypto", in: "swift-crypto"), server("X509", in: "swift-certificates"),
                server("SwiftASN1", in: "swift-asn1"),
            ],
            path: "Tests/Server", exclude: ["SDKRequests"], swiftSettings: testSettings),
        .testTarget(
            name: "SendingTests",
            dependencies: [
                "AllonymCore", "AllonymInput", "AllonymMappings", "AllonymMigration",
                "AllonymSamples", "AllonymSending", "AllonymServer", "AllonymService",
                "AllonymJournal", "AllonymSimulation", "AllonymTestSupport",
                server("Hummingbird", in: "hummingbird"),
                server("HTTPTypes", in: "swift-http-types"),
                server("Logging", in: "swift-log"), server("NIOCore", in: "swift-nio"),
                server("Crypto", in: "swift-crypto"), server("NIOHTTP1", in: "swift-nio"),
                server("AsyncHTTPClient", in: "async-http-client"),
            ],
            path: "Tests/Sending", swiftSettings: testSettings),
        .testTarget(
            name: "CommandLineToolTests",
            dependencies: [
                "AllonymCore", "AllonymMappings", "AllonymSimulation", "AllonymTestSupport",
                "allonym", serverModule("AllonymJournal"),
                server("Hummingbird", in: "hummingbird"),
                server("HTTPTypes", in: "swift-http-types"),
                server("Logging", in: "swift-log"), server("NIOCore", in: "swift-nio"),
                server("NIOHTTP1", in: "swift-nio"),
                server("AsyncHTTPClient", in: "async-http-client"),
            ],
            path: "Tests/CommandLineTool", swiftSettings: testSettings),
        .testTarget(
            name: "FacadeTests",
            dependencies: [
                "AllonymCore", "AllonymMappings", "AllonymComparison", "AllonymSimulation",
                "AllonymTestSupport",
            ] + facades,
            path: "Tests/Facades", exclude: providers.map { "\($0)/documented-api.json" },
            swiftSettings: testSettings),
        .testTarget(
            name: "WireTests",
            dependencies: ["AllonymCore", "AllonymSimulation", "JSONBodies"] + wires,
            path: "Tests/Wire", swiftSettings: testSettings),
        // Apps' code, written against the SDKs: each façade has the name of the SDK's module.
        .testTarget(
            name: "AppTests", dependencies: ["AllonymSimulation"] + facades,
            path: "Tests/Apps",
            swiftSettings: [
                .swiftLanguageMode(.v5), .unsafeFlags(["-Onone"] + moduleAliases),
            ]),
    ],
    swiftLanguageModes: [.v6]
)

// In no product by itself: what bodies on the wire are written with.
package.targets.append(
    .target(name: "JSONBodies", path: "Sources/Wire/JSON", swiftSettings: settings))

// A provider's wire and its façade know the core and what they run on, the façade also the mappings
// and the wire; never another provider's.
for provider in wired {
    package.targets.append(
        .target(
            name: "\(provider)Wire",
            dependencies: ["AllonymCore", "AllonymSimulation"]
                + (writing.contains(provider) ? [.target(name: "JSONBodies")] : []),
            path: "Sources/Wire/\(provider)",
            swiftSettings: settings))
}
for provider in providers {
    package.products.append(
        .library(name: "\(provider)Facade", targets: ["\(provider)Facade"]))
    package.targets.append(
        .target(
            name: "\(provider)Facade",
            dependencies: ["AllonymCore", "AllonymMappings", "AllonymSimulation"]
                + (wired.contains(provider) ? [.target(name: "\(provider)Wire")] : []),
            path: "Sources/Facades/\(provider)",
            swiftSettings: settings))
}

// Whoever runs some tests alone need not build the others: the names of targets, as `.ci/server` gives
// them.
if let named = Context.environment["ALLONYM_TESTS"]?.split(separator: " ").map(String.init) {
    package.targets.removeAll { $0.type == .test && !named.contains($0.name) }
}

// Where a build has no optimisation, these targets have it all the same: the names of targets, as `.ci/server` gives them.
if let named = Context.environment["ALLONYM_OPTIMIZED"]?.split(separator: " ").map(String.init) {
    for target in package.targets where named.contains(target.name) {
        target.swiftSettings = settings + [.unsafeFlags(["-Xfrontend", "-O"])]
    }
}

// swift-tools-version: 6.2
import PackageDescription

/// Members of what is not imported are not seen: `import HeaderKit` has to be enough.
let settings: [SwiftSetting] = [.enableUpcomingFeature("MemberImportVisibility")]

// A package of one's own that uses the library; its sources need nothing else of this repository.
let package = Package(
  name: "example",
  platforms: [.macOS("26.0")],
  dependencies: [.package(name: "twheader", path: "../..")],
  targets: [
    // Modules of one's own by names that are in use elsewhere.
    .target(name: "Numerics", swiftSettings: settings),
    .target(name: "Tracing", swiftSettings: settings),
    .executableTarget(
      name: "example",
      dependencies: [
        "Numerics", "Tracing", .product(name: "HeaderKit", package: "twheader"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ExampleTests",
      dependencies: [
        .product(name: "HeaderKit", package: "twheader"),
        .product(name: "HeaderKitTesting", package: "twheader"),
      ]),
  ]
)

// swift-tools-version: 6.2
import PackageDescription

/// Members of modules that are not imported are not visible, so `import HeaderKit` must be enough.
let settings: [SwiftSetting] = [.enableUpcomingFeature("MemberImportVisibility")]

// An example package that depends on the library and on nothing else in this repository.
let package = Package(
  name: "example",
  platforms: [.macOS("26.0")],
  dependencies: [.package(name: "twheader", path: "../..")],
  targets: [
    // Modules with common names, which must not collide with modules of the library.
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

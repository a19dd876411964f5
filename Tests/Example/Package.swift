// swift-tools-version: 6.2
import PackageDescription

// A package of one's own that uses the library; its sources need nothing else of this repository.
let package = Package(
  name: "example",
  platforms: [.macOS("26.0")],
  dependencies: [.package(name: "twheader", path: "../..")],
  targets: [
    .executableTarget(
      name: "example",
      dependencies: [.product(name: "HeaderKit", package: "twheader")])
  ]
)

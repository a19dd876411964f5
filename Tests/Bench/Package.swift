// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "bench",
  platforms: [.macOS("26.0")],
  dependencies: [.package(name: "twheader", path: "../..")],
  targets: [
    .executableTarget(
      name: "bench", dependencies: [.product(name: "TwitterHeaderKit", package: "twheader")]),
    .executableTarget(
      name: "diffbench", dependencies: [.product(name: "TwitterHeaderKit", package: "twheader")]),
  ],
  swiftLanguageModes: [.v6]
)

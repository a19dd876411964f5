// swift-tools-version: 6.2
import PackageDescription

/// Mutates the corpus for as long as one likes; apart from the main package, so that a plain build
/// never sees it. `swift run -c release --package-path Tests/Fuzz --sanitize=address ImageFuzz`
let package = Package(
  name: "Fuzz",
  platforms: [.macOS("26.0")],
  dependencies: [.package(name: "twheader", path: "../..")],
  targets: [
    .executableTarget(
      name: "ImageFuzz",
      dependencies: [.product(name: "TwitterHeaderKit", package: "twheader")])
  ],
  swiftLanguageModes: [.v6]
)

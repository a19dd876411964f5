// swift-tools-version: 6.2
import PackageDescription

// Draws the pictures under Fixtures/Images and the demo's. It writes them through libpng and
// libjpeg themselves, not through the codecs they are there to test.
let package = Package(
  name: "FixtureMaker",
  platforms: [.macOS("26.0")],
  targets: [
    .systemLibrary(
      name: "CPNG", pkgConfig: "libpng",
      providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .systemLibrary(
      name: "CJPEG", pkgConfig: "libjpeg",
      providers: [.apt(["libjpeg62-turbo-dev"]), .brew(["jpeg-turbo"])]),
    .target(name: "CPictureWriter", dependencies: ["CPNG", "CJPEG"]),
    .executableTarget(
      name: "FixtureMaker", dependencies: ["CPictureWriter"],
      swiftSettings: [.treatAllWarnings(as: .error)]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c11
)

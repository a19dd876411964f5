// swift-tools-version: 6.2
import PackageDescription

// Draws the pictures in Fixtures/Images and those of the demo. Writes them with libpng and libjpeg
// directly instead of the codecs that they test.
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

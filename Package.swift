// swift-tools-version: 6.2
import PackageDescription

/// What every Swift target of ours is compiled with.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]

func core(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
  name: "twheader",
  platforms: [.macOS("26.0")],
  products: [
    .library(name: "TwitterHeaderKit", targets: ["TwitterHeaderKit"]),
    .executable(name: "twheader", targets: ["twheader"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CPNG", pkgConfig: "libpng",
      providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .systemLibrary(
      name: "CJPEG", pkgConfig: "libjpeg",
      providers: [.apt(["libjpeg62-turbo-dev"]), .brew(["jpeg-turbo"])]),
    .systemLibrary(
      name: "CGIF",
      providers: [.apt(["libgif-dev"]), .brew(["giflib"])]),
    .systemLibrary(
      name: "CPango", pkgConfig: "pangocairo",
      providers: [.apt(["libpango1.0-dev"]), .brew(["pango"])]),
    .systemLibrary(
      name: "CFontconfig", pkgConfig: "fontconfig",
      providers: [.apt(["libfontconfig-dev"]), .brew(["fontconfig"])]),
    .target(
      name: "CImageFence", dependencies: ["CPNG", "CJPEG", "CGIF"],
      linkerSettings: [.linkedLibrary("gif")]),
    .target(name: "CDemoAssets", exclude: ["avatar.png", "banner.jpg", "swipe.json"]),
    .target(name: "CHeaderDocuments", exclude: ["Headers"]),

    core("Raster"),
    core("StrictJSON"),
    core("Scrolling", ["StrictJSON"]),
    core("HeaderModel", ["CHeaderDocuments", "Scrolling", "StrictJSON"]),
    core("Typesetting", ["Raster", "CPango", "CFontconfig"]),
    core("HeaderScene", ["HeaderModel", "Typesetting", "Raster", "StrictJSON"]),
    core("ImageCodecs", ["Raster", "CImageFence"]),
    core("VisualDiff", ["Raster"]),
    core(
      "TwitterHeaderKit",
      [
        "CDemoAssets", "HeaderModel", "HeaderScene", "ImageCodecs", "Raster", "Scrolling",
        "StrictJSON", "Typesetting", "VisualDiff",
        .product(name: "Crypto", package: "swift-crypto"),
      ]),
    .executableTarget(
      name: "twheader", dependencies: ["TwitterHeaderKit", argumentParser],
      swiftSettings: strict),

    tests("RasterTests", ["Raster"]),
    tests("StrictJSONTests", ["StrictJSON"]),
    tests("ScrollingTests", ["Scrolling", "StrictJSON"]),
    tests("HeaderModelTests", ["HeaderModel", "StrictJSON"]),
    tests("TypesettingTests", ["Typesetting", "Raster"]),
    tests(
      "HeaderSceneTests", ["HeaderScene", "HeaderModel", "Raster", "StrictJSON", "Typesetting"]),
    tests("ImageCodecsTests", ["ImageCodecs", "Raster"]),
    tests("VisualDiffTests", ["VisualDiff", "Raster"]),
    tests(
      "TwitterHeaderKitTests",
      [
        "TwitterHeaderKit", "HeaderModel", "HeaderScene", "ImageCodecs", "Raster", "Scrolling",
        "StrictJSON", "VisualDiff",
      ]),
    tests(
      "GoldenTests",
      ["TwitterHeaderKit", "HeaderModel", "HeaderScene", "ImageCodecs", "Raster"]),
    tests("CommandLineTests", ["twheader", "ImageCodecs", "Raster"]),
    tests("OutsiderTests", ["TwitterHeaderKit"]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c11
)

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
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
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
    .systemLibrary(
      name: "CGLib", pkgConfig: "glib-2.0",
      providers: [.apt(["libglib2.0-dev"]), .brew(["glib"])]),
    .target(
      name: "CImageFence", dependencies: ["CPNG", "CJPEG", "CGIF"],
      linkerSettings: [.linkedLibrary("gif")]),
    .target(name: "CDemoAssets", exclude: ["avatar.png", "banner.jpg", "swipe.json"]),

    core("Numerics"),
    core("Raster", ["Numerics"]),
    core("StrictJSON"),
    core("Scrolling", ["Numerics", "StrictJSON"]),
    core("HeaderModel", ["Numerics"]),
    core("Typesetting", ["CFontconfig", "CPango", "Numerics", "Raster"]),
    core("HeaderScene", ["HeaderModel", "Numerics", "Raster", "StrictJSON", "Typesetting"]),
    core("ImageCodecs", ["CImageFence", "Numerics", "Raster"]),
    core("VisualDiff", ["Numerics", "Raster"]),
    .target(name: "CFileExchange"),
    core("Files", ["CFileExchange", "CGLib"]),
    core(
      "Rendering",
      [
        "CDemoAssets", "Files", "HeaderModel", "HeaderScene", "ImageCodecs", "Numerics", "Raster",
        "Scrolling", "StrictJSON", "Typesetting", "VisualDiff",
      ]),
    core(
      "Comparison",
      [
        "Files", "ImageCodecs", "Numerics", "Raster", "Rendering", "Scrolling", "StrictJSON",
        "VisualDiff",
      ]),
    core(
      "Batch",
      [
        "Comparison", "Files", "HeaderModel", "HeaderScene", "ImageCodecs", "Numerics", "Raster",
        "Rendering", "Scrolling", "StrictJSON", "VisualDiff",
      ]),
    core(
      "TwitterHeaderKit",
      [
        "Batch", "Comparison", "Files", "HeaderModel", "HeaderScene", "ImageCodecs", "Numerics",
        "Raster", "Rendering", "Scrolling", "StrictJSON", "VisualDiff",
      ]),
    .executableTarget(
      name: "twheader",
      dependencies: [
        "Batch", "Comparison", "Files", "HeaderModel", "HeaderScene", "ImageCodecs", "Numerics",
        "Raster", "Rendering", "Scrolling", "StrictJSON", "TwitterHeaderKit", "VisualDiff",
        argumentParser,
      ],
      swiftSettings: strict),

    .target(
      name: "TestSupport", dependencies: ["ImageCodecs", "Numerics", "Raster"],
      path: "Tests/TestSupport",
      swiftSettings: strict),

    tests("NumericsTests", ["Numerics"]),
    tests("RasterTests", ["Numerics", "Raster"]),
    tests("StrictJSONTests", ["StrictJSON"]),
    tests("ScrollingTests", ["Numerics", "Scrolling", "StrictJSON"]),
    tests("HeaderModelTests", ["HeaderModel", "Numerics"]),
    tests("TypesettingTests", ["Numerics", "Raster", "Typesetting"]),
    tests(
      "HeaderSceneTests",
      ["HeaderModel", "HeaderScene", "Numerics", "Raster", "StrictJSON", "Typesetting"]),
    tests("ImageCodecsTests", ["ImageCodecs", "Numerics", "Raster"]),
    tests("VisualDiffTests", ["Numerics", "Raster", "VisualDiff"]),
    tests("FilesTests", ["Files", "TestSupport"]),
    tests(
      "RenderingTests",
      [
        "Files", "HeaderModel", "HeaderScene", "ImageCodecs", "Numerics", "Raster", "Rendering",
        "Scrolling", "StrictJSON", "TestSupport", "VisualDiff",
      ]),
    tests(
      "ComparisonTests",
      [
        "Comparison", "Files", "HeaderModel", "HeaderScene", "ImageCodecs", "Numerics", "Raster",
        "Rendering", "Scrolling", "StrictJSON", "TestSupport", "VisualDiff",
      ]),
    tests(
      "BatchTests",
      [
        "Batch", "Comparison", "Files", "HeaderModel", "HeaderScene", "ImageCodecs", "Numerics",
        "Raster", "Rendering", "Scrolling", "StrictJSON", "TestSupport", "VisualDiff",
      ]),
    tests(
      "GoldenTests",
      ["HeaderModel", "HeaderScene", "ImageCodecs", "Numerics", "Raster", "Rendering"]),
    tests("CommandLineTests", ["ImageCodecs", "Numerics", "Raster", "twheader"]),
    // As a user of the library compiles it: without the settings of ours.
    .testTarget(name: "TwitterHeaderKitTests", dependencies: ["TwitterHeaderKit"]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c11
)

// The benchmarks use the modules' insides; they exist only when asked for (`scripts/bench`).
if Context.environment["TWHEADER_BENCH"] != nil {
  package.targets += [
    .executableTarget(
      name: "bench", dependencies: ["TwitterHeaderKit", "ImageCodecs", "Raster"],
      path: "Tests/Bench/bench", swiftSettings: strict),
    .executableTarget(
      name: "diffbench", dependencies: ["Raster", "VisualDiff"], path: "Tests/Bench/diffbench",
      swiftSettings: strict),
  ]
}

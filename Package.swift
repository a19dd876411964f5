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
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
  ],
  targets: [
    .systemLibrary(
      name: "CPNG", pkgConfig: "libpng",
      providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .systemLibrary(
      name: "CJPEG", pkgConfig: "libjpeg",
      providers: [.apt(["libjpeg62-turbo-dev"]), .brew(["jpeg-turbo"])]),
    .systemLibrary(
      name: "CGIF", pkgConfig: "libgif",
      providers: [.apt(["libgif-dev"]), .brew(["giflib"])]),
    .systemLibrary(
      name: "CWebP", pkgConfig: "libwebpmux",
      providers: [.apt(["libwebp-dev"]), .brew(["webp"])]),
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
      name: "CImageIO", dependencies: ["CPNG", "CJPEG", "CGIF", "CWebP"],
      linkerSettings: [
        .linkedLibrary("gif"), .linkedLibrary("webp"), .linkedLibrary("webpdemux"),
      ]),
    .target(name: "CScarceMemory", dependencies: ["CGLib", "CTemporaryFiles"]),
    .target(name: "CTemporaryFiles"),
    .target(name: "CVectors"),
    .target(name: "CDemoAssets", exclude: ["avatar.png", "banner.jpg", "swipe.json"]),
    .target(
      name: "CReportAssets", exclude: ["fit.html", "list.js", "page.css", "page.html", "viewer.js"]),
    .target(name: "CHeaderDocuments", exclude: ["Headers"]),
    .target(
      name: "CPreviewAssets",
      exclude: [
        "cells.js", "chrome.js", "contents.js", "easing.js", "frames.js", "gestures.js",
        "header.js", "layers.js", "lettering.js", "main.js", "page.css", "page.html", "painter.js",
        "panel.js", "pictures.js", "player.js", "reload.js", "scrolling.js", "shapes.js",
        "texts.js", "waiting.html",
      ]),

    core("Numerics"),
    core("Raster", ["CVectors", "Numerics"]),
    core("StrictJSON", ["Numerics"]),
    core("Scrolling", ["Numerics", "StrictJSON"]),
    core("HeaderModel", ["CHeaderDocuments", "Numerics", "StrictJSON"]),
    core("Typesetting", ["CFontconfig", "CPango", "Numerics", "Raster"]),
    core("HeaderScene", ["HeaderModel", "Numerics", "Raster", "StrictJSON", "Typesetting"]),
    core("CodecInterface", ["CImageIO", "Numerics", "Raster"]),
    core("GIF", ["CImageIO", "CVectors", "CodecInterface", "Numerics", "Raster"]),
    core("ImageCodecs", ["CImageIO", "CodecInterface", "GIF", "Numerics", "Raster"]),
    core("VisualDiff", ["Numerics", "Raster"]),
    core("Files", ["CGLib", "CTemporaryFiles", "Numerics"]),
    core(
      "Rendering",
      [
        "CDemoAssets", "CodecInterface", "Files", "GIF", "HeaderModel", "HeaderScene",
        "ImageCodecs", "Numerics", "Raster", "Scrolling", "StrictJSON", "Typesetting",
        "VisualDiff",
      ]),
    core(
      "Tracing",
      [
        "Files", "HeaderModel", "HeaderScene", "Numerics", "Raster", "Rendering", "Scrolling",
        "StrictJSON", "Typesetting",
      ]),
    core(
      "Preview",
      [
        "CPreviewAssets", "CodecInterface", "Files", "HeaderModel", "HeaderScene", "ImageCodecs",
        "Numerics", "Raster", "Rendering", "Scrolling", "StrictJSON", "Typesetting",
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ]),
    core(
      "Comparison",
      [
        "CReportAssets", "CodecInterface", "Files", "ImageCodecs", "Numerics", "Raster",
        "Rendering", "StrictJSON", "VisualDiff",
      ]),
    core(
      "Fit",
      [
        "CReportAssets", "CodecInterface", "Files", "HeaderModel", "HeaderScene", "ImageCodecs",
        "Numerics", "Raster", "Rendering", "Scrolling", "StrictJSON", "VisualDiff",
      ]),
    core(
      "Batch",
      [
        "Comparison", "Files", "GIF", "HeaderModel", "HeaderScene", "ImageCodecs", "Numerics",
        "Raster", "Rendering", "Scrolling", "StrictJSON", "Typesetting",
      ]),
    core(
      "TwitterHeaderKit",
      [
        "Batch", "CodecInterface", "Comparison", "Files", "Fit", "GIF", "HeaderModel",
        "HeaderScene", "ImageCodecs", "Numerics", "Raster", "Rendering", "Scrolling", "Tracing",
        "VisualDiff",
      ]),
    .executableTarget(
      name: "twheader",
      dependencies: [
        "Batch", "CScarceMemory", "Comparison", "Files", "Fit", "GIF", "HeaderModel", "HeaderScene",
        "ImageCodecs", "Numerics", "Preview", "Raster", "Rendering", "Scrolling", "StrictJSON",
        "Tracing", "TwitterHeaderKit", "VisualDiff", argumentParser,
      ],
      swiftSettings: strict),

    .target(
      name: "TestSupport", dependencies: ["CodecInterface", "ImageCodecs", "Numerics", "Raster"],
      path: "Tests/TestSupport", swiftSettings: strict),
    tests("NumericsTests", ["Numerics"]),
    tests("RasterTests", ["Numerics", "Raster"]),
    tests("StrictJSONTests", ["StrictJSON"]),
    tests("ScrollingTests", ["Numerics", "Scrolling", "StrictJSON"]),
    tests("HeaderModelTests", ["HeaderModel", "Numerics", "StrictJSON"]),
    tests("TypesettingTests", ["Numerics", "Raster", "TestSupport", "Typesetting"]),
    tests(
      "HeaderSceneTests",
      [
        "HeaderModel", "HeaderScene", "Numerics", "Raster", "StrictJSON", "Typesetting",
      ]),
    tests(
      "ImageCodecsTests",
      ["CodecInterface", "GIF", "ImageCodecs", "Numerics", "Raster", "VisualDiff"]),
    tests(
      "VisualDiffTests",
      [
        "CodecInterface", "GIF", "ImageCodecs", "Numerics", "Raster", "VisualDiff",
      ]),
    tests("FilesTests", ["Files", "Numerics", "TestSupport"]),
    tests(
      "RenderingTests",
      [
        "CodecInterface", "Files", "GIF", "HeaderModel", "HeaderScene", "ImageCodecs", "Numerics",
        "Raster", "Rendering", "Scrolling", "TestSupport", "Typesetting", "VisualDiff",
      ]),
    tests(
      "TracingTests",
      [
        "Files", "HeaderModel", "Numerics", "Raster", "Rendering", "Scrolling", "Tracing",
      ]),
    tests(
      "PreviewTests",
      [
        "Files", "HeaderModel", "HeaderScene", "ImageCodecs", "Numerics", "Preview", "Raster",
        "Rendering", "Scrolling", "TestSupport", "Tracing",
      ]),
    tests(
      "ComparisonTests",
      [
        "Comparison", "Files", "GIF", "HeaderScene", "ImageCodecs", "Numerics", "Raster",
        "Rendering", "TestSupport", "VisualDiff",
      ]),
    tests(
      "FitTests",
      [
        "Files", "Fit", "HeaderModel", "Numerics", "Raster", "Rendering", "Scrolling",
        "TestSupport", "VisualDiff",
      ]),
    tests(
      "BatchTests",
      [
        "Batch", "CodecInterface", "Comparison", "Files", "GIF", "HeaderModel", "HeaderScene",
        "ImageCodecs", "Numerics", "Raster", "Rendering", "Scrolling", "StrictJSON", "TestSupport",
        "Typesetting",
      ]),
    tests("GoldenTests", ["HeaderModel", "HeaderScene", "ImageCodecs", "Numerics", "Raster"]),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "CodecInterface", "Files", "ImageCodecs", "Numerics", "Raster", "TestSupport", "twheader",
      ],
      exclude: ["FaultInjection"], swiftSettings: strict),
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
      name: "bench",
      dependencies: ["Files", "HeaderModel", "ImageCodecs", "Numerics", "Raster", "Rendering"],
      path: "Tests/Bench/bench", swiftSettings: strict),
    .executableTarget(
      name: "diffbench", dependencies: ["Numerics", "Raster", "VisualDiff"],
      path: "Tests/Bench/diffbench", swiftSettings: strict),
    .executableTarget(
      name: "giftune", dependencies: ["CodecInterface", "GIF", "ImageCodecs"],
      path: "Tests/Bench/giftune", swiftSettings: strict),
    .executableTarget(
      name: "gifshape", dependencies: ["CodecInterface", "GIF", "ImageCodecs", "Numerics"],
      path: "Tests/Bench/gifshape", swiftSettings: strict),
  ]
}

// The fuzzer likewise (`scripts/fuzz`).
if Context.environment["TWHEADER_FUZZ"] != nil {
  package.targets += [
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "Batch", "CodecInterface", "Files", "GIF", "HeaderModel", "HeaderScene", "ImageCodecs",
        "Numerics", "Raster", "Rendering", "Scrolling", "StrictJSON",
      ],
      path: "Tests/Fuzz", swiftSettings: strict)
  ]
}

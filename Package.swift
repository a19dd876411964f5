// swift-tools-version: 6.2
import PackageDescription

/// The compiler settings of all Swift targets.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]

/// A compiler flag for `scripts/test-build`: a release build with testability, in which most tests
/// themselves are not optimized, because that takes longer than to run them. Other builds have no
/// such flags, because SwiftPM rejects dependencies with unsafe flags.
func forTests(_ flag: String) -> [SwiftSetting] {
  Context.environment["TWHEADER_TESTS"] == nil
    ? [] : [.unsafeFlags([flag], .when(configuration: .release))]
}

func core(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: dependencies, swiftSettings: strict + forTests("-enable-testing"))
}

/// - Parameter isOptimized: For tests with references that compute much: they run many times faster.
func tests(
  _ name: String, _ dependencies: [Target.Dependency], isOptimized: Bool = false
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies,
    swiftSettings: strict + (isOptimized ? [] : forTests("-Onone")))
}

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
  name: "twheader",
  platforms: [.macOS("26.0")],
  products: [
    .library(name: "HeaderKit", targets: ["HeaderKit"]),
    .library(name: "HeaderKitTesting", targets: ["HeaderKitTesting"]),
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
        .linkedLibrary("z"),
      ]),
    .target(name: "CPlatform"),
    .target(name: "CVectors"),
    .target(
      name: "CEmbeddedFiles",
      exclude: [
        "Curves", "Demo", "Headers", "Jobs", "Preview", "Report", "Scene", "Schemas", "Starter",
      ]),

    core("PortableFoundation"),
    core("EmbeddedFiles", ["CEmbeddedFiles", "PortableFoundation"]),
    core("PortableMath"),
    core("Raster", ["CVectors", "PortableMath"]),
    core("StrictJSON", ["PortableMath"]),
    core("Scrolling", ["EmbeddedFiles", "PortableMath", "StrictJSON"]),
    core("HeaderModel", ["EmbeddedFiles", "PortableMath", "Scrolling", "StrictJSON"]),
    core("Typesetting", ["CFontconfig", "CPango", "EmbeddedFiles", "PortableMath", "Raster"]),
    core(
      "HeaderScene",
      ["EmbeddedFiles", "HeaderModel", "PortableMath", "Raster", "StrictJSON", "Typesetting"]),
    core("CodecInterface", ["CImageIO", "PortableMath", "Raster"]),
    core("GIF", ["CImageIO", "CVectors", "CodecInterface", "PortableMath", "Raster"]),
    core("ImageCodecs", ["CImageIO", "CodecInterface", "GIF", "PortableMath", "Raster"]),
    core("VisualDiff", ["PortableMath", "Raster", "StrictJSON"]),
    core(
      "FileAccess",
      [
        "CPlatform", "CGLib", "CodecInterface", "ImageCodecs", "PortableFoundation",
        "PortableMath", "Raster",
        "Scrolling", "StrictJSON",
      ]),
    core(
      "FrameEncoding",
      [
        "CodecInterface", "FileAccess", "GIF", "ImageCodecs", "PortableFoundation", "PortableMath",
        "Raster",
        "Scrolling", "StrictJSON", "VisualDiff",
      ]),
    core(
      "Rendering",
      [
        "CodecInterface", "EmbeddedFiles", "FileAccess", "FrameEncoding", "GIF", "HeaderModel",
        "HeaderScene", "ImageCodecs", "PortableFoundation", "PortableMath", "Raster", "Scrolling",
        "StrictJSON",
        "Typesetting", "VisualDiff",
      ]),
    core(
      "HeaderStills",
      [
        "FileAccess", "FrameEncoding", "HeaderModel", "HeaderScene", "PortableMath", "Raster",
        "Rendering", "Scrolling", "Typesetting", "VisualDiff",
      ]),
    core(
      "MediaInspection",
      [
        "CodecInterface", "FileAccess", "HeaderModel", "HeaderScene", "ImageCodecs",
        "PortableMath", "Raster", "Rendering", "Scrolling", "StrictJSON",
      ]),
    core(
      "SelfTesting",
      [
        "EmbeddedFiles", "FileAccess", "HeaderModel", "HeaderScene", "ImageCodecs",
        "PortableFoundation", "PortableMath",
        "Raster",
        "Rendering", "StrictJSON", "Typesetting",
      ]),
    core(
      "HeaderTracing",
      [
        "EmbeddedFiles", "FileAccess", "FrameEncoding", "HeaderModel", "HeaderScene",
        "PortableMath", "Raster", "Rendering", "Scrolling", "StrictJSON", "Typesetting",
      ]),
    core(
      "Preview",
      [
        "CodecInterface", "EmbeddedFiles", "FileAccess", "HeaderModel", "HeaderScene",
        "ImageCodecs",
        "PortableFoundation", "PortableMath", "Raster", "Rendering", "Scrolling", "StrictJSON",
        "Typesetting",
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ]),
    core(
      "Comparison",
      [
        "CodecInterface", "EmbeddedFiles", "FileAccess", "ImageCodecs", "PortableFoundation",
        "PortableMath", "Raster",
        "StrictJSON", "VisualDiff",
      ]),
    core(
      "Fit",
      [
        "CodecInterface", "EmbeddedFiles", "FileAccess", "FrameEncoding", "HeaderModel",
        "HeaderScene", "ImageCodecs", "PortableFoundation", "PortableMath", "Raster", "Rendering",
        "Scrolling",
        "StrictJSON", "VisualDiff",
      ]),
    core(
      "Batch",
      [
        "Comparison", "EmbeddedFiles", "FileAccess", "FrameEncoding", "GIF", "HeaderModel",
        "HeaderScene",
        "HeaderStills", "ImageCodecs", "PortableFoundation", "PortableMath", "Raster", "Rendering",
        "Scrolling",
        "StrictJSON", "Typesetting",
      ]),
    core(
      "HeaderKit",
      [
        "Batch", "CodecInterface", "Comparison", "EmbeddedFiles", "FileAccess", "Fit",
        "FrameEncoding", "GIF", "HeaderModel", "HeaderScene", "HeaderStills", "HeaderTracing",
        "ImageCodecs", "MediaInspection", "PortableFoundation", "PortableMath", "Raster",
        "Rendering", "Scrolling",
        "StrictJSON", "VisualDiff",
      ]),
    core("HeaderKitTesting", ["HeaderKit", "PortableFoundation"]),
    .executableTarget(
      name: "twheader",
      dependencies: [
        "Batch", "CGLib", "Comparison", "EmbeddedFiles", "FileAccess", "Fit", "FrameEncoding",
        "GIF",
        "HeaderKit", "HeaderModel", "HeaderScene", "HeaderStills", "HeaderTracing", "ImageCodecs",
        "MediaInspection", "PortableFoundation", "PortableMath", "Preview", "Raster", "Rendering",
        "Scrolling",
        "SelfTesting", "StrictJSON", "VisualDiff", argumentParser,
      ],
      swiftSettings: strict + forTests("-enable-testing")),

    // Optimized, because it compares pictures and other large values.
    .target(
      name: "TestSupport",
      dependencies: ["CodecInterface", "ImageCodecs", "PortableMath", "Raster", "StrictJSON"],
      path: "Tests/TestSupport", swiftSettings: strict),
    tests("EmbeddedFilesTests", ["EmbeddedFiles"]),
    tests("PortableMathTests", ["PortableMath", "TestSupport"]),
    tests("RasterTests", ["PortableMath", "Raster", "TestSupport"], isOptimized: true),
    tests("StrictJSONTests", ["StrictJSON"]),
    tests("ScrollingTests", ["PortableMath", "Scrolling", "StrictJSON", "TestSupport"]),
    tests(
      "HeaderModelTests", ["HeaderModel", "PortableMath", "Scrolling", "StrictJSON"],
      isOptimized: true),
    tests("TypesettingTests", ["PortableMath", "Raster", "TestSupport", "Typesetting"]),
    tests(
      "HeaderSceneTests",
      [
        "HeaderModel", "HeaderScene", "PortableMath", "Raster", "StrictJSON", "Typesetting",
      ]),
    tests(
      "ImageCodecsTests",
      [
        "CodecInterface", "GIF", "ImageCodecs", "PortableMath", "Raster", "TestSupport",
        "VisualDiff",
      ]),
    tests(
      "VisualDiffTests",
      [
        "CodecInterface", "GIF", "ImageCodecs", "PortableMath", "Raster", "StrictJSON",
        "TestSupport", "VisualDiff",
      ]),
    tests("FileAccessTests", ["FileAccess", "PortableMath", "TestSupport"]),
    tests(
      "FrameEncodingTests",
      [
        "CodecInterface", "FileAccess", "FrameEncoding", "GIF", "ImageCodecs", "PortableMath",
        "Raster", "Scrolling", "StrictJSON", "TestSupport", "VisualDiff",
      ]),
    tests(
      "RenderingTests",
      [
        "CodecInterface", "FileAccess", "FrameEncoding", "GIF", "HeaderModel", "HeaderScene",
        "HeaderStills", "ImageCodecs", "PortableMath", "Raster", "Rendering", "Scrolling",
        "StrictJSON", "TestSupport", "Typesetting", "VisualDiff",
      ]),
    tests(
      "MediaInspectionTests",
      [
        "CodecInterface", "FileAccess", "GIF", "HeaderModel", "ImageCodecs", "MediaInspection",
        "PortableMath", "Raster", "Rendering", "StrictJSON", "TestSupport",
      ]),
    tests(
      "SelfTestingTests",
      [
        "FileAccess", "HeaderModel", "Rendering", "SelfTesting", "StrictJSON", "TestSupport",
        "Typesetting",
      ]),
    tests(
      "HeaderTracingTests",
      [
        "FileAccess", "HeaderModel", "HeaderTracing", "PortableMath", "Raster", "Rendering",
        "Scrolling",
      ]),
    tests(
      "PreviewTests",
      [
        "FileAccess", "HeaderModel", "HeaderScene", "HeaderStills", "HeaderTracing", "ImageCodecs",
        "PortableMath", "Preview", "Raster", "Rendering", "Scrolling", "StrictJSON", "TestSupport",
      ],
      isOptimized: true),
    tests(
      "ComparisonTests",
      [
        "CodecInterface", "Comparison", "EmbeddedFiles", "FileAccess", "FrameEncoding", "GIF",
        "HeaderScene", "ImageCodecs", "PortableMath", "Raster", "Rendering", "TestSupport",
        "VisualDiff",
      ]),
    tests(
      "FitTests",
      [
        "CodecInterface", "EmbeddedFiles", "FileAccess", "Fit", "FrameEncoding", "HeaderModel",
        "HeaderScene",
        "ImageCodecs", "PortableMath", "Raster", "Rendering", "Scrolling", "StrictJSON",
        "TestSupport", "VisualDiff",
      ]),
    tests(
      "BatchTests",
      [
        "Batch", "CodecInterface", "Comparison", "FileAccess", "FrameEncoding", "GIF",
        "HeaderModel", "HeaderScene", "HeaderStills", "ImageCodecs", "PortableMath", "Raster",
        "Rendering", "Scrolling", "StrictJSON", "TestSupport", "Typesetting",
      ]),
    tests("GoldenTests", ["HeaderModel", "HeaderScene", "ImageCodecs", "PortableMath", "Raster"]),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "CodecInterface", "FileAccess", "HeaderModel", "ImageCodecs", "PortableMath", "Raster",
        "Rendering", "TestSupport", "twheader",
      ],
      exclude: ["FaultInjection"], swiftSettings: strict + forTests("-Onone")),
    // Compiled like the code of the library's users, without `strict`.
    .testTarget(name: "HeaderKitTests", dependencies: ["HeaderKit"]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c11
)

// The benchmarks use internals of the modules. Only included on request (`scripts/bench/render`).
if Context.environment["TWHEADER_BENCH"] != nil {
  package.targets += [
    .executableTarget(
      name: "bench",
      dependencies: [
        "FileAccess", "FrameEncoding", "HeaderModel", "ImageCodecs", "PortableMath", "Raster",
        "Rendering", "Scrolling",
      ],
      path: "Tests/Bench/bench", swiftSettings: strict),
    .executableTarget(
      name: "diffbench", dependencies: ["PortableMath", "Raster", "VisualDiff"],
      path: "Tests/Bench/diffbench", swiftSettings: strict),
  ]
}

// The fuzzer is only included on request (`scripts/verify/fuzz`).
if Context.environment["TWHEADER_FUZZ"] != nil {
  package.targets += [
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "Batch", "CodecInterface", "FileAccess", "FrameEncoding", "GIF", "HeaderModel",
        "HeaderScene", "ImageCodecs", "PortableMath", "Raster", "Rendering", "Scrolling",
        "StrictJSON",
      ],
      path: "Tests/Fuzz", swiftSettings: strict)
  ]
}

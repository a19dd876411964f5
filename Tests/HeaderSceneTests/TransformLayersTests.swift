import HeaderModel
import Testing

@testable import HeaderScene

/// The banner and the avatar of thinkandbuild and stretch at 2 pixels per point, compared with
/// tables of calculated frames. The frames are not rounded to pixels.
struct TransformLayersTests {
  typealias Row = ([Double], [LayerSummary])

  static let thinkAndBuildMoments: [Row] = [
    ([-214], [.init(.sharp, -750, 0, 2250, 642), .init(.avatar, 16, 586, 138, 138)]),
    ([-10], [.init(.sharp, -35.0467, 0, 820.0935, 234), .init(.avatar, 16, 178, 138, 138)]),
    ([0], [.init(.sharp, 0, 0, 750, 214), .init(.avatar, 16, 158, 138, 138)]),
    (
      [10],
      [.init(.sharp, 0, -20, 750, 214), .init(.avatar, 23.1429, 152.2857, 123.7143, 123.7143)]
    ),
    ([40], [.init(.sharp, 0, -80, 750, 214), .init(.avatar, 44.5714, 135.1429, 80.8571, 80.8571)]),
    (
      [40.5],
      [.init(.avatar, 44.5714, 134.1429, 80.8571, 80.8571), .init(.sharp, 0, -80, 750, 214)]
    ),
    ([95], [.init(.avatar, 44.5714, 25.1429, 80.8571, 80.8571), .init(.sharp, 0, -80, 750, 214)]),
    (
      [112.5],
      [
        .init(.avatar, 44.5714, -9.8571, 80.8571, 80.8571), .init(.sharp, 0, -80, 750, 214),
        .init(.blurred(alpha: 128), 0, -80, 750, 214),
      ]
    ),
    // Label, blur and order of the layers are kept in memory while the content is pulled down.
    (
      [130, -10],
      [
        .init(.avatar, 16, 178, 138, 138), .init(.sharp, -35.0467, 0, 820.0935, 234),
        .init(.blurred(alpha: 255), -35.0467, 0, 820.0935, 234),
      ]
    ),
    ([41, -5], [.init(.avatar, 16, 168, 138, 138), .init(.sharp, -17.5234, 0, 785.0467, 224)]),
    ([41, -5, 0], [.init(.sharp, 0, 0, 750, 214), .init(.avatar, 16, 158, 138, 138)]),
    (
      [41, 40],
      [.init(.sharp, 0, -80, 750, 214), .init(.avatar, 44.5714, 135.1429, 80.8571, 80.8571)]
    ),
  ]

  @Test("thinkandbuild")
  func thinkAndBuild() throws {
    let scene = try DocumentScene("thinkandbuild")
    for (offsets, expected) in Self.thinkAndBuildMoments {
      try expectTable(scene, offsets, expected)
    }
  }

  static let stretchMoments: [Row] = [
    ([-110], [.init(.sharp, -375, 0, 1500, 440), .init(.avatar, 80, 360, 138, 138)]),
    ([-22.5], [.init(.sharp, -76.7045, 0, 903.4091, 265), .init(.avatar, 80, 185, 138, 138)]),
    ([0], [.init(.sharp, 0, 0, 750, 220), .init(.avatar, 80, 140, 138, 138)]),
    (
      [33.5],
      [.init(.sharp, 0, -67, 750, 220), .init(.avatar, 103.9286, 120.8571, 90.1429, 90.1429)]
    ),
    (
      [46], [.init(.sharp, 0, -92, 750, 220), .init(.avatar, 112.8571, 113.7143, 72.2857, 72.2857)]
    ),
    (
      [46.5],
      [.init(.avatar, 112.8571, 112.7143, 72.2857, 72.2857), .init(.sharp, 0, -92, 750, 220)]
    ),
    (
      [0, 110, -40],
      [.init(.sharp, -136.3636, 0, 1022.7273, 300), .init(.avatar, 80, 220, 138, 138)]
    ),
  ]

  @Test("stretch as a table")
  func stretchTable() throws {
    let scene = try DocumentScene("stretch")
    for (offsets, expected) in Self.stretchMoments {
      try expectTable(scene, offsets, expected)
    }
  }

  @Test("stretch as a scroll view keeps the header in front while pulled")
  func stretchScroll() throws {
    try expectTable(
      DocumentScene("stretch", "scroll"), [0, 110, -40],
      [.init(.avatar, 80, 220, 138, 138), .init(.sharp, -136.3636, 0, 1022.7273, 300)])
  }

  @Test("the header's stop depends on the status bar's height: 22 for 44")
  func stop() throws {
    let scene = try DocumentScene("stretch", constants: ["statusBarHeight": 44])
    try expectTable(
      scene, [23],
      [.init(.avatar, 95.7143, 125.4286, 106.5714, 106.5714), .init(.sharp, 0, -44, 750, 220)])
  }

  private func expectTable(
    _ scene: DocumentScene, _ offsets: [Double], _ expected: [LayerSummary]
  ) throws {
    let found = try scene.summary(after: offsets)
    #expect(
      found.count == expected.count && zip(found, expected).allSatisfy { $0.isNear($1) },
      "\(found) instead of \(expected) after \(offsets)")
  }
}

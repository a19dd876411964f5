/// Small pictures with known bytes, for tests of decoding, scaling and compositing.
struct TestCard {
  let name: String
  let picture: Picture

  static let all = [
    // Red increases to the right, green downward, and blue decreases to the right, with 256 levels
    // each.
    TestCard(
      name: "gradient",
      picture: Picture(width: 256, height: 64) { x, y in
        [UInt8(x), UInt8(y * 4), UInt8(255 - x), 255]
      }),
    // One color per column, with all alphas from 0 to 255 from top to bottom.
    TestCard(
      name: "alpha-ramp",
      picture: Picture(width: 8, height: 256) { x, y in
        [x & 1 == 0 ? 0 : 255, x & 2 == 0 ? 0 : 255, x & 4 == 0 ? 0 : 255, UInt8(y)]
      }),
    // An opaque disc with a soft edge on a transparent background.
    TestCard(
      name: "disc",
      picture: Picture(width: 64, height: 64) { x, y in
        let (dx, dy) = (2 * x - 63, 2 * y - 63)
        let inside = 61 * 61 - dx * dx - dy * dy
        return [29, 161, 242, UInt8(max(0, min(255, inside)))]
      }),
    // Alternating black and white pixels, which show any blur or shift.
    TestCard(
      name: "checker",
      picture: Picture(width: 16, height: 16) { x, y in
        (x + y) & 1 == 0 ? [0, 0, 0, 255] : [255, 255, 255, 255]
      }),
    // A color in each corner (red, green / blue, yellow), which shows any rotation or mirroring.
    TestCard(
      name: "corners",
      picture: Picture(width: 24, height: 16) { x, y in
        switch (x < 6, x >= 18, y < 4, y >= 12) {
        case (true, _, true, _): [255, 0, 0, 255]
        case (_, true, true, _): [0, 255, 0, 255]
        case (true, _, _, true): [0, 0, 255, 255]
        case (_, true, _, true): [255, 255, 0, 255]
        default: [128, 128, 128, 255]
        }
      }),
    TestCard(
      name: "one-pixel", picture: Picture(width: 1, height: 1) { _, _ in [12, 34, 56, 255] }),
    TestCard(
      name: "one-row",
      picture: Picture(width: 300, height: 1) { x, _ in [UInt8(x % 256), 0, 0, 255] }),
    TestCard(
      name: "one-column",
      picture: Picture(width: 1, height: 300) { _, y in [0, UInt8(y % 256), 0, 255] }),
  ]
}

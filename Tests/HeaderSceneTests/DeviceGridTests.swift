import Testing

@testable import HeaderScene

struct DeviceGridTests {
  @Test(
    "halves are rounded up",
    arguments: [
      (0.5, 1.0), (-0.5, 0), (1.5, 2), (-1.5, -1), (319.5, 320), (0.49, 0), (-0.51, -1), (7, 7),
    ])
  func nearest(value: Double, expected: Double) {
    #expect(DeviceGrid.nearest(value) == expected)
  }

  @Test("a sum of thirds is a whole number, other fractions are kept")
  func fine() {
    #expect(DeviceGrid.withoutRoundingErrors((96 - 1 / 3.0) * 3) == 287)
    #expect(DeviceGrid.withoutRoundingErrors(22.2857) == 22.28515625)
  }
}

import PortableMath
import Testing

@Suite struct RectangleTests {
  @Test func pixelRectanglesHaveNoNegativeSides() {
    #expect(
      PixelRect(x: 3, y: 4, width: -1, height: 2) == PixelRect(x: 3, y: 4, width: 0, height: 2))
    #expect(PixelRect(x: 3, y: 4, width: 0, height: 2).isEmpty)
  }

  @Test func intersectionIsTheCommonArea() {
    let a = PixelRect(x: 0, y: 0, width: 10, height: 10)
    let b = PixelRect(x: 4, y: -3, width: 20, height: 8)
    #expect(a.intersection(b) == PixelRect(x: 4, y: 0, width: 6, height: 5))
    #expect(a.intersection(PixelRect(x: 10, y: 0, width: 5, height: 5)).isEmpty)
  }

  @Test func unionCoversBothAndIgnoresEmpty() {
    let a = PixelRect(x: 0, y: 0, width: 10, height: 10)
    #expect(
      a.union(PixelRect(x: 12, y: -3, width: 1, height: 1))
        == PixelRect(x: 0, y: -3, width: 13, height: 13))
    #expect(a.union(PixelRect(x: 99, y: 99, width: 0, height: 9)) == a)
  }

  @Test func wholeDevicePixelsAreExact() {
    let whole = DeviceRect(x: 1, y: 2, width: 3, height: 4)
    #expect(whole.exactPixels == PixelRect(x: 1, y: 2, width: 3, height: 4))
    #expect(DeviceRect(x: 1, y: 2, width: 3, height: 4.5).exactPixels == nil)
  }

  @Test func enclosingPixelsAreTheFewestThatCover() {
    #expect(
      DeviceRect(x: -0.5, y: 0.25, width: 2, height: 0.5).enclosingPixels
        == PixelRect(x: -1, y: 0, width: 3, height: 1))
    #expect(DeviceRect(x: 0, y: 0, width: .nan, height: 1).enclosingPixels.isEmpty)
    #expect(DeviceRect(x: -1e300, y: 0, width: 2e300, height: 1).enclosingPixels.x == -(1 << 30))
  }

  @Test func sizesArePositiveAndFitMemory() {
    #expect(PixelSize(width: 0, height: 5) == nil)
    #expect(PixelSize(width: .max, height: 2) == nil)
    #expect(PixelSize(width: 3, height: 5)?.bounds == PixelRect(x: 0, y: 0, width: 3, height: 5))
  }
}

/// Bilinear samples of a mask stretched over a rectangle, with nothing around it.
struct MaskSampler {
  private let mask: CoverageMask
  private let rect: DeviceRect
  /// For each output column the left neighbour, −1 ... width − 1, and the right one's share.
  private let columns: [Tap]

  private struct Tap {
    let index: Int
    /// In 1/256.
    let share: Int
  }

  init(_ mask: CoverageMask, in rect: DeviceRect, columns: Range<Int>) {
    self.mask = mask
    self.rect = rect
    self.columns = columns.map {
      Self.tap($0, start: rect.x, length: rect.width, count: mask.width)
    }
  }

  private static func tap(_ pixel: Int, start: Double, length: Double, count: Int) -> Tap {
    let position = (Double(pixel) + 0.5 - start) * Double(count) / length - 0.5
    let clamped = max(-1, min(Double(count), position))
    let index = clamped.rounded(.down)
    return Tap(index: Int(index), share: Int(((clamped - index) * 256).rounded()))
  }

  /// Coverage of the columns in row `y`; `coverage` must hold one byte a column.
  func row(_ y: Int, into coverage: inout [UInt8]) {
    let tap = Self.tap(y, start: rect.y, length: rect.height, count: mask.height)
    let width = mask.width
    let bytes = mask.bytes
    func value(_ column: Int, _ row: Int) -> Int {
      column >= 0 && column < width && row >= 0 && row < mask.height
        ? Int(bytes[row * width + column]) : 0
    }
    for index in columns.indices {
      let column = columns[index]
      func across(_ row: Int) -> Int {
        value(column.index, row) * (256 - column.share) + value(column.index + 1, row)
          * column.share
      }
      let sum = across(tap.index) * (256 - tap.share) + across(tap.index + 1) * tap.share
      coverage[index] = UInt8((sum + 32768) >> 16)
    }
  }
}

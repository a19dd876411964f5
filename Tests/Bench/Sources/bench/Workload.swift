import Raster

/// Something to time: what it does, how often in one measurement, and what it leaves behind.
struct Workload {
  let name: String
  /// Bytes written by one part, for a rate.
  let bytes: Int
  /// Goes in one measurement, and equal parts of a go; the time is of one part.
  let repeats: Int
  let parts: Int
  private let body: () -> Void
  private let result: () -> [UInt8]

  init(
    _ name: String, bytes: Int, repeats: Int, parts: Int = 1, body: @escaping () -> Void,
    result: @escaping () -> [UInt8]
  ) {
    self.name = name
    self.bytes = bytes
    self.repeats = repeats
    self.parts = parts
    self.body = body
    self.result = result
  }

  /// Seconds of one part.
  func run() -> Double {
    let clock = ContinuousClock()
    let elapsed = clock.measure { for _ in 0..<repeats { body() } }
    let (seconds, attoseconds) = elapsed.components
    return (Double(seconds) + Double(attoseconds) * 1e-18) / Double(repeats * parts)
  }

  /// FNV-1a, 64 bits, of what one more go leaves.
  func hash() -> String {
    body()
    var value: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in result() { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(value, radix: 16)
  }
}

/// A picture that workloads draw into and that outlives them.
final class Canvas {
  var picture: Pixmap

  init(_ size: PixelSize, fill: Color = .white) { picture = Pixmap(size: size, fill: fill) }
}

import Raster

/// Something to time: what it does, how often in one measurement, and what it leaves behind.
struct Workload {
  let name: String
  /// Bytes written by one go, for a rate.
  let bytes: Int
  /// Goes in one measurement; its time is divided by them.
  let repeats: Int
  private let body: () -> Void
  private let result: () -> [UInt8]

  init(
    _ name: String, bytes: Int, repeats: Int, body: @escaping () -> Void,
    result: @escaping () -> [UInt8]
  ) {
    self.name = name
    self.bytes = bytes
    self.repeats = repeats
    self.body = body
    self.result = result
  }

  /// Seconds of one go.
  func run() -> Double {
    let clock = ContinuousClock()
    let elapsed = clock.measure { for _ in 0..<repeats { body() } }
    let (seconds, attoseconds) = elapsed.components
    return (Double(seconds) + Double(attoseconds) * 1e-18) / Double(repeats)
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

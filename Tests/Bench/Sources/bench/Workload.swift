import Raster

/// Something to time: what it does, how often in one measurement, and what it leaves behind.
struct Workload {
  let name: String
  /// Bytes written by one part, for a rate.
  let bytes: Int
  /// Goes in one measurement; its time is divided by them.
  let repeats: Int
  /// Parts of a go that are measured one by one.
  let parts: Int
  private let body: (_ part: Int) -> Void
  private let result: () -> [UInt8]

  init(
    _ name: String, bytes: Int, repeats: Int, parts: Int, body: @escaping (_ part: Int) -> Void,
    result: @escaping () -> [UInt8]
  ) {
    self.name = name
    self.bytes = bytes
    self.repeats = repeats
    self.parts = parts
    self.body = body
    self.result = result
  }

  init(
    _ name: String, bytes: Int, repeats: Int, body: @escaping () -> Void,
    result: @escaping () -> [UInt8]
  ) {
    self.init(name, bytes: bytes, repeats: repeats, parts: 1, body: { _ in body() }, result: result)
  }

  /// Seconds of each part.
  func run() -> [Double] {
    let clock = ContinuousClock()
    return (0..<parts).map { part in
      let elapsed = clock.measure { for _ in 0..<repeats { body(part) } }
      let (seconds, attoseconds) = elapsed.components
      return (Double(seconds) + Double(attoseconds) * 1e-18) / Double(repeats)
    }
  }

  /// FNV-1a, 64 bits, of what one more go leaves.
  func hash() -> String {
    for part in 0..<parts { body(part) }
    return Workload.hash(of: result())
  }

  static func hash(of bytes: some Sequence<UInt8>) -> String {
    var value: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(value, radix: 16)
  }
}

/// A picture that workloads draw into and that outlives them.
final class Canvas {
  var picture: Pixmap

  init(_ size: PixelSize, fill: Color = .white) { picture = Pixmap(size: size, fill: fill) }
}

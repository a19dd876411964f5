import CodecInterface
package import Numerics
import Raster

/// What a viewer of an animated PNG sees: the canvas onto which each frame is laid.
struct APNGCanvas {
  private var picture: Pixmap
  /// The canvas to go back to, and the part of it to clear, before the next frame.
  private var restored: Pixmap?
  private var cleared: PixelRect?

  init(size: PixelSize) {
    picture = Pixmap(size: size)
  }

  /// Lays a frame, which fits the control's rectangle, on the canvas and returns what is seen then.
  mutating func show(_ frame: Pixmap, _ control: APNGFrameControl, isFirst: Bool) -> Pixmap {
    if let restored { picture = restored }
    if let cleared { clear(cleared) }
    (restored, cleared) = (nil, nil)
    switch control.disposal {
    case .keep: break
    case .clear: cleared = control.rect
    case .restorePrevious where isFirst: cleared = control.rect
    case .restorePrevious: restored = picture
    }
    lay(frame, control)
    return picture
  }

  private mutating func lay(_ frame: Pixmap, _ control: APNGFrameControl) {
    let width = picture.width
    let rect = control.rect
    picture.bytes.withUnsafeMutableBufferPointer { target in
      frame.bytes.withUnsafeBufferPointer { source in
        for y in 0..<rect.height {
          var from = y * rect.width * 4
          var to = ((rect.y + y) * width + rect.x) * 4
          for _ in 0..<rect.width {
            let rest = control.blend == .over ? 255 - UInt32(source[from + 3]) : 0
            for channel in 0..<4 {
              let under = Premultiplication.product(UInt32(target[to + channel]), rest)
              target[to + channel] = source[from + channel] &+ UInt8(truncatingIfNeeded: under)
            }
            from += 4
            to += 4
          }
        }
      }
    }
  }

  private mutating func clear(_ rect: PixelRect) {
    for y in rect.y..<rect.y + rect.height {
      let start = (y * picture.width + rect.x) * 4
      for index in start..<start + rect.width * 4 { picture.bytes[index] = 0 }
    }
  }
}

/// What an APNG file says of one frame besides its pixels: its fcTL chunk.
package struct APNGFrameControl: Hashable, Sendable {
  /// What becomes of the frame's rectangle when its time is over.
  package enum Disposal: UInt8, Hashable, Sendable {
    case keep
    case clear
    case restorePrevious
  }

  /// How the frame is laid on the canvas.
  package enum Blend: UInt8, Hashable, Sendable {
    case replace
    case over
  }

  /// Within the canvas, never empty.
  package let rect: PixelRect
  /// How long the frame is shown; may be 0.
  package let delay: RationalTime
  /// What becomes of the frame when its time is over.
  package let disposal: Disposal
  /// How the frame is laid on the canvas.
  package let blend: Blend
  /// Bytes of the file that belong to the frame: its control and data chunks.
  package internal(set) var byteCount = 0

  /// Bytes of the chunk's body.
  static let length = 26

  /// The body's place in the run of fcTL and fdAT chunks.
  let sequence: Int

  /// Reads the body at `offset`; `number` counts frames from 1, for messages.
  init(
    _ bytes: [UInt8], body: Range<Int>, canvas: PixelSize, number: Int
  ) throws(CodecError) {
    func short(_ place: Int) -> Int {
      Int(bytes[body.lowerBound + place]) << 8 | Int(bytes[body.lowerBound + place + 1])
    }
    func long(_ place: Int) -> Int { PNGChunk.number(bytes, body.lowerBound + place) }
    guard body.count == APNGFrameControl.length,
      let disposal = Disposal(rawValue: bytes[body.lowerBound + 24]),
      let blend = Blend(rawValue: bytes[body.lowerBound + 25]),
      let delay = RationalTime(
        numerator: short(20), denominator: short(22) == 0 ? 100 : short(22))
    else {
      throw APNGFrameControl.malformed("frame \(number) has an unlawful fcTL chunk")
    }
    let (width, height, x, y) = (long(4), long(8), long(12), long(16))
    guard width > 0, height > 0, x + width <= canvas.width, y + height <= canvas.height else {
      throw APNGFrameControl.malformed(
        "frame \(number), \(width) x \(height) pixels at \(x), \(y), does not lie within the "
          + "canvas of \(canvas.width) x \(canvas.height)")
    }
    sequence = long(0)
    rect = PixelRect(x: x, y: y, width: width, height: height)
    self.delay = delay
    self.disposal = disposal
    self.blend = blend
  }

  static func malformed(_ what: String) -> CodecError {
    CodecError(kind: .malformed, message: "damaged APNG: \(what)", hint: CodecError.exportAgain)
  }
}

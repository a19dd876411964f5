import CodecInterface
package import PortableMath

/// What an APNG file says of one frame besides its pixels: its fcTL chunk.
package struct APNGFrameControl: Hashable, Sendable {
  package typealias Disposal = FramePlacement.Disposal
  package typealias Blend = FramePlacement.Blend

  /// Within the canvas, never empty.
  package let rect: PixelRect
  /// How long the frame is shown; may be 0.
  package let delay: RationalTime
  /// Disposal of the frame when its time is over.
  package let disposal: Disposal
  /// How the frame is laid on the canvas.
  package let blend: Blend
  /// Bytes of the file that belong to the frame: its control and data chunks.
  package internal(set) var byteCount = 0

  /// Bytes of the chunk's body.
  static let length = 26

  /// What the canvas needs to know.
  var placement: FramePlacement { FramePlacement(rect: rect, disposal: disposal, blend: blend) }

  /// The body's place in the run of fcTL and fdAT chunks.
  let sequence: Int

  /// Reads the body at `offset`; `number` counts frames from 1, for messages.
  init(_ bytes: [UInt8], body: Range<Int>, canvas: PixelSize, number: Int) throws(CodecError) {
    func short(_ place: Int) -> Int {
      Int(bytes[body.lowerBound + place]) << 8 | Int(bytes[body.lowerBound + place + 1])
    }
    func long(_ place: Int) -> Int { PNGChunk.number(bytes, body.lowerBound + place) }
    guard body.count == APNGFrameControl.length,
      let disposal = Disposal(rawValue: bytes[body.lowerBound + 24]),
      let blend = Blend(rawValue: bytes[body.lowerBound + 25]),
      let delay = RationalTime(duration: short(20), over: short(22) == 0 ? 100 : short(22))
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

public import Raster

/// Reads an animation frame by frame: a GIF, an animated PNG, or a still picture as one frame.
///
/// Memory does not grow with the number of frames.
public struct AnimationReader: ~Copyable {
  private enum Source: ~Copyable {
    case gif(GIFReader)
    case apng(APNGReader)
    case still(Pixmap)
    case finished(PixelSize)

    static func open(
      _ kind: ImageKind, _ bytes: [UInt8], _ limits: DecodeLimits
    ) throws(CodecError) -> Source {
      if kind == .gif { return .gif(try GIFReader(bytes: bytes, limits: limits)) }
      if kind == .png, let reader = try APNGReader(bytes: bytes, limits: limits) {
        return .apng(reader)
      }
      return .still(try ImageDecoder.decode(bytes: bytes, limits: limits).pixmap)
    }

    var size: PixelSize {
      switch self {
      case .gif(let reader): reader.size
      case .apng(let reader): reader.size
      case .still(let pixmap): pixmap.size
      case .finished(let size): size
      }
    }
  }

  /// The form that was recognised.
  public let kind: ImageKind
  /// Of the canvas, and so of every frame.
  public let size: PixelSize
  private var source: Source
  private var loops: Int?

  /// Reads the header; the form is recognised by content.
  ///
  /// Throws like the form's decoder. A still picture is decoded here.
  public init(bytes: [UInt8], limits: DecodeLimits = .standard) throws(CodecError) {
    try limits.check(inputBytes: bytes.count)
    let kind = try ImageKind.recognise(bytes)
    let source = try Source.open(kind, bytes, limits)
    self.kind = kind
    size = source.size
    self.source = source
  }

  /// How often the animation plays: 0 for ever; nil if nothing is said up to the frame read last.
  public var loopCount: Int? { loops }

  /// The next frame as it is seen, or nil behind the last one. A still picture lasts no time.
  ///
  /// Throws `.malformed` and `.truncated` naming the frame; there is nothing to read after that.
  public mutating func next() throws(CodecError) -> AnimationFrame? {
    var current = Source.finished(size)
    swap(&current, &source)
    switch consume current {
    case .gif(var reader):
      let frame = try reader.next()
      loops = reader.loopCount
      if frame != nil { source = .gif(reader) }
      return frame
    case .apng(var reader):
      let frame = try reader.next()
      loops = reader.loopCount
      if frame != nil { source = .apng(reader) }
      return frame
    case .still(let pixmap):
      return AnimationFrame(pixmap: pixmap, duration: .zero)
    case .finished:
      return nil
    }
  }
}

import CImageFence
public import Numerics

/// What a GIF file says of one frame besides its pixels.
public struct GIFFrameDescription: Hashable, Sendable {
  /// What becomes of the canvas when the frame's time is over.
  public enum Disposal: Hashable, Sendable {
    case unspecified
    case keep
    case clear
    case restorePrevious
    /// A value without a meaning, 4 ... 7; treated like `unspecified`.
    case reserved(Int)
  }

  /// Where the frame lies on the canvas, as the file says; may be empty or reach over the edge.
  public let rect: PixelRect
  /// 0 ... 65535
  public let delayCentiseconds: Int
  /// What becomes of the frame when its time is over.
  public let disposal: Disposal
  /// The palette index that leaves the canvas as it is.
  public let transparentIndex: Int?
  /// Whether the rows are stored in four passes.
  public let isInterlaced: Bool
  /// Entries of the frame's own palette, 2 ... 256; 0 if it uses the global one.
  public let localPaletteCount: Int
  /// 2 ... 8
  public let minimumCodeSize: Int
  /// Bytes of the file up to the frame's end that belong to no earlier frame: blocks in front of it, its
  /// description, palette and pixels.
  public internal(set) var byteCount = 0

  init(_ frame: fence_gif_frame) {
    rect = PixelRect(
      x: Int(frame.left), y: Int(frame.top), width: Int(frame.width), height: Int(frame.height))
    delayCentiseconds = Int(frame.delay)
    disposal =
      switch frame.disposal {
      case 0: .unspecified
      case 1: .keep
      case 2: .clear
      case 3: .restorePrevious
      default: .reserved(Int(frame.disposal))
      }
    transparentIndex = frame.transparent < 0 ? nil : Int(frame.transparent)
    isInterlaced = frame.interlaced == 1
    localPaletteCount = Int(frame.local_palette_count)
    minimumCodeSize = Int(frame.minimum_code_size)
  }
}

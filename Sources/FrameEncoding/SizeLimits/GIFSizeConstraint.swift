package import FileAccess
public import GIF
import ImageCodecs
import PortableMath
import Raster

/// How frames are encoded; each format takes what it knows.
public struct EncodingOptions: Sendable {
  /// How a GIF is packed; quality and effort are those of a WebP and of a video too.
  public var gif = GIFOptions()
  /// The most bytes that a GIF may have: the quality, at most that of `gif`, or 100 where that is
  /// nil, is lowered until it fits. Nil: as large as it becomes.
  public var maxBytes: Int?
  /// What may give way beside quality where `maxBytes` is small.
  public var reductions: Set<GIFReductionPolicy> = []
  /// Whether GIFs are compared with their source frames, see `GIFReport`.
  public var measuresGIF = false
  /// Compression of PNG data, 0...9; nil: that of `PNGOptions.standard`.
  public var pngLevel: Int?
  /// Whether a GIF, a WebP or an animated PNG records its frames' hashes and times before encoding,
  /// so that comparisons tell changes of frames from the noise of palettes.
  public var frameHashes = true

  /// The standard of each format.
  public init() {}
}

/// What is asked of a GIF besides its frames.
package struct GIFSizeConstraint {
  let encoding: EncodingOptions
  /// The quality of the GIF, or the highest that may be chosen where it must fit a size.
  package let quality: Int
  let limits: RenderLimits

  package init(_ encoding: EncodingOptions, limits: RenderLimits) {
    self.encoding = encoding
    quality =
      encoding.gif.quality ?? (encoding.maxBytes == nil ? GIFOptions.defaultQuality : 100)
    self.limits = limits
  }

  /// Whether the frames are needed once only.
  var isPlain: Bool { encoding.maxBytes == nil && !encoding.measuresGIF }

  /// Throws `.usage` where a size is asked of no GIF, or of a lossless one.
  package func check(_ targets: [OutputTarget]) throws(HeaderKitError) {
    guard encoding.maxBytes != nil else {
      guard encoding.reductions.isEmpty else {
        throw HeaderKitError(
          .usage, subject: .property(.reductions), reason: "there is no size that the GIF must fit",
          remedy: "give \(.maxBytes) too")
      }
      return
    }
    guard targets.contains(where: { $0.format == .gif }) else {
      throw HeaderKitError(
        .usage, subject: .property(.maxBytes), reason: "only a GIF can be made to fit",
        remedy: "name an output that ends in .gif")
    }
    guard !encoding.gif.lossless else {
      throw HeaderKitError(
        .usage, subject: .property(.maxBytes), reason: "a lossless GIF has no quality to lower",
        remedy: "leave out \(.lossless) or \(.maxBytes)")
    }
  }
}

/// What of a GIF gives way, beside its quality, where it must fit a size.
public enum GIFReductionPolicy: String, CaseIterable, Hashable, Sendable {
  /// Width and height.
  case scale
  /// Frames a second.
  case fps

  /// The quality below which these give way first.
  public static let leastQuality = 40
}

/// How much smaller and sparser a GIF is than the frames it is made of.
struct GIFReduction: Hashable, Sendable {
  /// How many quarters of width and height remain, 1...4.
  var quarters = 4
  /// A frame follows the one before it after so many of the shortest times of a frame, 1...
  var step = 1

  /// The frames as they are, then less and less of what may give way, in turn where both may.
  static func steps(_ reductions: Set<GIFReductionPolicy>) -> [GIFReduction] {
    let (scales, rates) = (reductions.contains(.scale), reductions.contains(.fps))
    var steps = [GIFReduction()]
    for round in 1...3 where scales || rates {
      var next = steps[steps.count - 1]
      if scales {
        next.quarters = 4 - round
        steps.append(next)
      }
      if rates {
        next.step = 1 + round
        steps.append(next)
      }
    }
    return steps
  }

  /// The size of frames of `size`.
  func size(of size: PixelSize) -> PixelSize {
    PixelSize(
      width: max(1, size.width * quarters / 4), height: max(1, size.height * quarters / 4)) ?? size
  }
}

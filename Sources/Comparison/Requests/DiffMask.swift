package import FileAccess
public import PortableMath
import Raster
package import VisualDiff

/// A part that a comparison leaves out, as a user names it.
public struct DiffMask: Hashable, Sendable {
  /// What is left out.
  public enum Area: Hashable, Sendable {
    /// Pixels of the union canvas.
    case rect(PixelRect)
    /// A picture file: what is painted in it (neither transparent nor black) is left out.
    case picture(path: String)
    /// Wherever both sides have this layer, as far as it is known: animations with frame manifests,
    /// stills and PNG frames that carry their layers.
    case layer(name: String)
  }

  /// What is left out.
  public var area: Area
  /// From this moment on; nil from the start.
  public var from: RationalTime?
  /// Up to, not including, this moment; nil to the end.
  public var until: RationalTime?

  /// A part that is left out all the time unless `from` or `until` say otherwise.
  public init(_ area: Area, from: RationalTime? = nil, until: RationalTime? = nil) {
    self.area = area
    self.from = from
    self.until = until
  }

  /// `x,y,width,height`, `layer:NAME` or the path of a picture, each with `@FROM-UNTIL` in seconds
  /// behind it if it does not hold all the time; either end may be empty.
  /// Nil for what is none of these.
  public init?(_ text: String) {
    var area = Substring(text)
    if let at = text.lastIndex(of: "@"), let range = DiffMask.range(text[text.index(after: at)...])
    {
      area = text[..<at]
      from = range.from
      until = range.until
    }
    guard !area.isEmpty else { return nil }
    if area.hasPrefix("layer:") {
      let name = area.dropFirst("layer:".count)
      guard !name.isEmpty else { return nil }
      self.area = .layer(name: String(name))
      return
    }
    let sides = area.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    if sides.contains(where: { $0 != nil }) {
      let limit = 1 << 30
      guard sides.count == 4, let x = sides[0], let y = sides[1], let width = sides[2],
        let height = sides[3], abs(x) < limit, abs(y) < limit, (1..<limit).contains(width),
        (1..<limit).contains(height)
      else { return nil }
      self.area = .rect(PixelRect(x: x, y: y, width: width, height: height))
      return
    }
    self.area = .picture(path: String(area))
  }

  /// `0.5-1.2`, `0.5-`, `-1.2`: seconds.
  private static func range(_ text: Substring) -> (from: RationalTime?, until: RationalTime?)? {
    let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    // What is no number is no time either.
    let seconds = ends.map { $0.isEmpty ? nil : Double($0) ?? .nan }
    guard seconds.count == 2, seconds != [nil, nil],
      seconds.allSatisfy({ (0...1e6).contains($0 ?? 0) })
    else { return nil }
    let times = seconds.map { $0.flatMap(RationalTime.init(nearest:)) }
    return (times[0], times[1])
  }

  /// The layer's name where one is left out.
  var layer: String? { if case .layer(let name) = area { name } else { nil } }
}

package enum MaskResolver {
  /// The rectangles and pictures among the masks. Throws what reading a picture throws.
  package static func regions(_ request: DiffRequest) throws(HeaderKitError) -> [MaskRegion] {
    var regions: [MaskRegion] = []
    for mask in request.masks {
      switch mask.area {
      case .rect(let rect):
        regions.append(MaskRegion(.rect(rect), from: mask.from, until: mask.until))
      case .picture(let path):
        let bytes = try InputFile.read(path, limit: request.limits.inputBytes)
        let pixmap = try PictureFile.decode(bytes, subject: path, limits: request.limits)
        guard let coverage = painted(pixmap) else { continue }
        regions.append(MaskRegion(.mask(coverage), from: mask.from, until: mask.until))
      case .layer: break
      }
    }
    return regions
  }

  /// Where both sides have the masked layers, frame by frame, or in two stills.
  ///
  /// - Parameter isOnlyItem: whether a layer that no frame has is a mistake; of several items some may
  ///   be without it. Throws `.usage` then.
  static func layerRegions(
    _ masks: [DiffMask], _ first: [ShownLayers], _ second: [ShownLayers], isOnlyItem: Bool
  ) throws(HeaderKitError) -> [MaskRegion] {
    var regions: [MaskRegion] = []
    for mask in masks {
      guard let name = mask.layer else { continue }
      let found = (first + second).flatMap { $0.regions(of: name, mask) }
      guard !found.isEmpty || !isOnlyItem else {
        let names = Set(first.flatMap { $0.layers.map(\.name) })
        throw HeaderKitError(
          .usage, subject: .place("mask layer:\(name)"), reason: "no frame has this layer then",
          remedy: "the layers are \(names.sorted().joined(separator: ", "))")
      }
      regions += found
    }
    return regions
  }

  /// Throws `.usage` where a layer is masked of a file without a record of its layers.
  static func refuseLayers(_ masks: [DiffMask]) throws(HeaderKitError) {
    guard let name = masks.lazy.compactMap(\.layer).first else { return }
    throw HeaderKitError(
      .usage, subject: .place("mask layer:\(name)"),
      reason: "layers are known of stills and frames that carry them, and from frame manifests",
      remedy: "give both sides a frame manifest, or mask a rectangle")
  }

  /// 255 where a pixel is neither transparent nor black.
  private static func painted(_ pixmap: Pixmap) -> CoverageMask? {
    let pixels = stride(from: 0, to: pixmap.bytes.count, by: 4)
    let coverage = pixels.map { index -> UInt8 in
      pixmap.bytes[index..<index + 3].contains { $0 != 0 } ? 255 : 0
    }
    return CoverageMask(size: pixmap.size, bytes: coverage)
  }
}

/// The layers of a frame and when it is seen, or those of a still, which is always seen.
struct ShownLayers {
  let layers: [FrameManifest.Layer]
  var time: Range<RationalTime>?

  fileprivate func regions(of name: String, _ mask: DiffMask) -> [MaskRegion] {
    var (from, until) = (mask.from, mask.until)
    if let time {
      let start = max(time.lowerBound, from ?? .zero)
      let end = min(time.upperBound, until ?? time.upperBound)
      guard start < end else { return [] }
      (from, until) = (start, end)
    }
    return layers.filter { $0.name == name }.map {
      MaskRegion(.rect($0.rect.enclosingPixels), from: from, until: until)
    }
  }
}

extension FrameManifest {
  var shownLayers: [ShownLayers] {
    zip(frames, timeline.frames).map { frame, run in
      ShownLayers(layers: frame.layers, time: run.start..<run.start + run.duration)
    }
  }
}

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
    guard ends.count == 2, ends.contains(where: { !$0.isEmpty }) else { return nil }
    var times: [RationalTime?] = []
    for end in ends {
      guard !end.isEmpty else {
        times.append(nil)
        continue
      }
      guard let seconds = Double(end), seconds.isFinite, (0...1e6).contains(seconds)
      else { return nil }
      times.append(RationalTime(nearest: seconds))
    }
    return (times[0], times[1])
  }
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

  /// Where the manifests have the masked layers, frame by frame, both sides' places.
  ///
  /// - Parameter isOnlyItem: whether a layer that no frame has is a mistake; of several items some may
  ///   be without it. Throws `.usage` then.
  static func layerRegions(
    _ masks: [DiffMask], _ manifests: (first: FrameManifest, second: FrameManifest),
    isOnlyItem: Bool
  ) throws(HeaderKitError) -> [MaskRegion] {
    try layerRegions(masks, isOnlyItem: isOnlyItem) { mask, name in
      [manifests.first, manifests.second].flatMap { manifest in
        zip(manifest.frames, manifest.timeline.frames).flatMap { frame, moment in
          let from = max(moment.start, mask.from ?? .zero)
          let end = moment.start + moment.duration
          let until = min(end, mask.until ?? end)
          return from < until ? frame.layers.regions(of: name, from: from, until: until) : []
        }
      }
    } names: {
      manifests.first.frames.flatMap { $0.layers.map(\.name) }
    }
  }

  /// Where two pictures have the masked layers. Throws as the other.
  static func layerRegions(
    _ masks: [DiffMask], _ first: PictureLayers, _ second: PictureLayers, isOnlyItem: Bool
  ) throws(HeaderKitError) -> [MaskRegion] {
    try layerRegions(masks, isOnlyItem: isOnlyItem) { mask, name in
      (first.layers + second.layers).regions(of: name, from: mask.from, until: mask.until)
    } names: {
      first.layers.map(\.name)
    }
  }

  private static func layerRegions(
    _ masks: [DiffMask], isOnlyItem: Bool, find: (DiffMask, String) -> [MaskRegion],
    names: () -> [String]
  ) throws(HeaderKitError) -> [MaskRegion] {
    var regions: [MaskRegion] = []
    for mask in masks {
      guard case .layer(let name) = mask.area else { continue }
      let found = find(mask, name)
      guard !found.isEmpty || !isOnlyItem else {
        throw HeaderKitError(
          .usage, subject: .place("mask layer:\(name)"), reason: "no frame has this layer then",
          remedy: "the layers are \(Set(names()).sorted().joined(separator: ", "))")
      }
      regions += found
    }
    return regions
  }

  /// Throws `.usage` where a layer is masked of a file without a record of its layers.
  static func refuseLayers(_ masks: [DiffMask]) throws(HeaderKitError) {
    for mask in masks {
      guard case .layer(let name) = mask.area else { continue }
      throw HeaderKitError(
        .usage, subject: .place("mask layer:\(name)"),
        reason: "layers are known of stills and frames that carry them, and from frame manifests",
        remedy: "give both sides a frame manifest, or mask a rectangle")
    }
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

extension [FrameManifest.Layer] {
  fileprivate func regions(
    of name: String, from: RationalTime?, until: RationalTime?
  ) -> [MaskRegion] {
    filter { $0.name == name }.map {
      MaskRegion(.rect($0.rect.enclosingPixels), from: from, until: until)
    }
  }
}

package import FileAccess
public import PortableMath
import Raster
package import VisualDiff

/// A part of the pictures that a comparison ignores.
public struct DiffMask: Hashable, Sendable {
  /// The kinds of ignored areas.
  public enum Area: Hashable, Sendable {
    /// A rectangle in pixels of the canvas that contains both pictures.
    case rect(PixelRect)
    /// A picture file. Its pixels that are neither transparent nor black are ignored.
    case picture(path: String)
    /// The frame of a layer on either side. Requires that layers are recorded: by frame manifests
    /// for animations, or in stills and PNG frames.
    case layer(name: String)
  }

  /// The ignored area.
  public var area: Area
  /// The start time, or `nil` for the beginning of the animation.
  public var from: RationalTime?
  /// The end time, exclusive, or `nil` for the end of the animation.
  public var until: RationalTime?

  /// Creates a mask. It applies at all times unless `from` or `until` is given.
  public init(_ area: Area, from: RationalTime? = nil, until: RationalTime? = nil) {
    self.area = area
    self.from = from
    self.until = until
  }

  /// Creates a mask from the text of an option: `x,y,width,height`, `layer:NAME` or the path of a
  /// picture, followed by `@FROM-UNTIL` in seconds if it does not apply at all times. Either time
  /// may be omitted. `nil` if the text is invalid.
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

  /// Parses `0.5-1.2`, `0.5-` or `-1.2`, in seconds.
  private static func range(_ text: Substring) -> (from: RationalTime?, until: RationalTime?)? {
    let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    // A text that is not a number is not a valid time.
    let seconds = ends.map { $0.isEmpty ? nil : Double($0) ?? .nan }
    guard seconds.count == 2, seconds != [nil, nil],
      seconds.allSatisfy({ (0...1e6).contains($0 ?? 0) })
    else { return nil }
    let times = seconds.map { $0.flatMap(RationalTime.init(nearest:)) }
    return (times[0], times[1])
  }

  /// The name of the ignored layer, or `nil` for other areas.
  var layer: String? { if case .layer(let name) = area { name } else { nil } }
}

/// Converts the masks of a request to regions of pixels.
package enum MaskResolver {
  /// Returns the regions of rectangle and picture masks.
  ///
  /// - Throws: An error if a picture cannot be read.
  package static func regions(_ request: DiffRequest) throws(HeaderKitError) -> [MaskRegion] {
    var regions: [MaskRegion] = []
    for mask in request.masks {
      switch mask.area {
      case .rect(let rect):
        regions.append(MaskRegion(.rect(rect), from: mask.from, until: mask.until))
      case .picture(let path):
        let bytes = try InputFile.read(path, limit: request.limits.inputBytes)
        let pixmap = try PictureFile.decode(bytes, subject: path, limits: request.limits)
        guard let coverage = paintedMask(pixmap) else { continue }
        regions.append(MaskRegion(.mask(coverage), from: mask.from, until: mask.until))
      case .layer: break
      }
    }
    return regions
  }

  /// Returns the regions of layer masks: the frames of the masked layers on both sides, for each
  /// frame or still.
  ///
  /// - Parameter isOnlyItem: Whether this is the only item. If so, a layer that no frame contains
  ///   is an error. With several items, some may be without the layer.
  /// - Throws: `.usage` if the only item does not contain a masked layer.
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
          .usage, subject: .location("mask layer:\(name)"),
          reason: "no frame in this time range has this layer",
          remedy: "the layers are \(names.sorted().joined(separator: ", "))")
      }
      regions += found
    }
    return regions
  }

  /// Rejects layer masks for a file that does not record its layers.
  ///
  /// - Throws: `.usage` if a mask names a layer.
  static func refuseLayers(_ masks: [DiffMask]) throws(HeaderKitError) {
    guard let name = masks.lazy.compactMap(\.layer).first else { return }
    throw HeaderKitError(
      .usage, subject: .location("mask layer:\(name)"),
      reason: "these files contain no layer data",
      remedy: "supply frame manifests for both sides, or mask a rectangle")
  }

  /// Returns a mask of 255 for each pixel that is neither transparent nor black. `nil` if the
  /// picture is empty.
  private static func paintedMask(_ pixmap: Pixmap) -> CoverageMask? {
    let pixels = stride(from: 0, to: pixmap.bytes.count, by: 4)
    let coverage = pixels.map { index -> UInt8 in
      pixmap.bytes[index..<index + 3].contains { $0 != 0 } ? 255 : 0
    }
    return CoverageMask(size: pixmap.size, bytes: coverage)
  }
}

/// The layers of a frame and the time during which it is visible. `nil` for a still, which is
/// always visible.
struct ShownLayers {
  let layers: [FrameManifest.Layer]
  var time: Range<RationalTime>?

  fileprivate func regions(of name: String, _ mask: DiffMask) -> [MaskRegion] {
    var (from, until) = (mask.from, mask.until)
    if let time {
      let start = max(time.lowerBound, from ?? .zero)
      let end = min(time.upperBound, until ?? time.upperBound)
      guard start < end else { return [] }
      from = start
      until = end
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

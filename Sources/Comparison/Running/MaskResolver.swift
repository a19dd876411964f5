package import Files
import Raster
import Rendering
package import VisualDiff

/// Turns a request's masks into regions.
package enum MaskResolver {
  /// The rectangles and pictures among the masks. Throws what reading a picture throws, and
  /// `.usage` for a layer where there are no manifests to know it from.
  package static func regions(
    _ request: DiffRequest, haveManifests: Bool
  ) throws(HeaderKitError) -> [MaskRegion] {
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
      case .layer(let name):
        guard haveManifests else {
          throw HeaderKitError(
            .usage, subject: .place("mask layer:\(name)"),
            reason: "layers are known from frame manifests only",
            remedy: "give both sides a frame manifest, or mask a rectangle")
        }
      }
    }
    return regions
  }

  /// Where the manifests have a masked layer, frame by frame, both sides' places. Throws `.usage`
  /// for a layer that no frame of either has.
  package static func layerRegions(
    _ masks: [DiffMask], _ manifests: (first: FrameManifest, second: FrameManifest)
  ) throws(HeaderKitError) -> [MaskRegion] {
    var regions: [MaskRegion] = []
    for mask in masks {
      guard case .layer(let name) = mask.area else { continue }
      let count = regions.count
      for manifest in [manifests.first, manifests.second] {
        for (frame, moment) in zip(manifest.frames, manifest.timeline.frames) {
          let from = max(moment.start, mask.from ?? .zero)
          let end = moment.start + moment.duration
          let until = min(end, mask.until ?? end)
          guard from < until else { continue }
          for layer in frame.layers where layer.name == name {
            regions.append(
              MaskRegion(.rect(layer.rect.enclosingPixels), from: from, until: until))
          }
        }
      }
      guard regions.count > count else {
        let names = Set(manifests.first.frames.flatMap { $0.layers.map(\.name) }).sorted()
        throw HeaderKitError(
          .usage, subject: .place("mask layer:\(name)"), reason: "no frame has this layer then",
          remedy: "the layers are \(names.joined(separator: ", "))")
      }
    }
    return regions
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

import PortableMath
import Raster
import Typesetting

extension DrawingCommand {
  /// Returns the whole pixels that the command can paint.
  func paintedArea(_ assets: DrawingAssets) -> PixelRect {
    content.area(assets).intersection(clip)
  }
}

extension [DrawingCommand] {
  /// Returns the whole pixels that the commands can paint.
  func paintedArea(_ assets: DrawingAssets) -> PixelRect {
    reduce(.empty) { $0.union($1.paintedArea(assets)) }
  }
}

extension DrawingCommand.Content {
  fileprivate func area(_ assets: DrawingAssets) -> PixelRect {
    switch self {
    case .fill(let shape, _), .gradient(let shape, _), .border(let shape, _, _):
      return shape.rect.enclosingPixels
    case .path(let path, _), .pathGradient(let path, _), .backdrop(_, let path),
      .mappedPicture(_, _, let path, _):
      return path.enclosingPixels
    case .picture(let asset, let x, let y, _), .crossfade(let asset, _, _, let x, let y):
      let size = assets.pictures[asset.index].size
      return PixelRect(x: x, y: y, width: size.width, height: size.height)
    case .scaledPicture(_, _, let rect, _, _), .fittedPicture(_, let rect, _, _):
      return rect.enclosingPixels
    case .text(let asset, let x, let y, let scale, _):
      return assets.texts[asset.index].inkRect(x: x, y: y, scale: scale).enclosingPixels.widened
    case .mappedText(let asset, let map, _):
      return map.enclosingPixels(of: DeviceRect(assets.texts[asset.index].ink)).widened
    case .mask(_, let rect, _): return rect.enclosingPixels.widened
    case .mappedMask(let asset, let map, _):
      return map.enclosingPixels(of: DeviceRect(assets.masks[asset.index].size.bounds)).widened
    case .shadow(let commands, _, let sigma, let x, let y, _):
      return DeviceRect(commands.paintedArea(assets)).inset(by: -4 * sigma - 1)
        .moved(x: x, y: y).enclosingPixels
    case .group(let commands, let bounds, _, _, _):
      return commands.paintedArea(assets).intersection(bounds)
    case .projected(_, let bounds, let map):
      // The edges of a projected picture fade out half a pixel outside of it.
      return map.boundingBox(of: DeviceRect(bounds).inset(by: -0.5))?.enclosingPixels ?? .empty
    }
  }
}

extension PixelRect {
  /// The rectangle with one more pixel on each side, over which resampled masks fade out.
  var widened: PixelRect {
    isEmpty ? self : PixelRect(x: x - 1, y: y - 1, width: width + 2, height: height + 2)
  }
}

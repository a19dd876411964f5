import Raster

extension DrawingCommand {
  /// The same command so many whole pixels further.
  func moved(x: Int, y: Int) -> DrawingCommand {
    guard x != 0 || y != 0 else { return self }
    let (dx, dy) = (Double(x), Double(y))
    func moved(_ rect: DeviceRect) -> DeviceRect {
      DeviceRect(x: rect.x + dx, y: rect.y + dy, width: rect.width, height: rect.height)
    }
    func moved(_ shape: RoundedRectangle) -> RoundedRectangle {
      RoundedRectangle(moved(shape.rect), cornerRadius: shape.cornerRadius)
    }
    func moved(_ path: Path) -> Path {
      path.transformed(scale: 1, translateX: dx, translateY: dy)
    }
    func moved(_ map: AffineTransform) -> AffineTransform { map.then(.translation(dx, dy)) }
    func moved(_ gradient: LinearGradient) -> LinearGradient {
      var result = gradient
      result.offset -= gradient.perX * dx + gradient.perY * dy
      return result
    }
    func moved(_ rect: PixelRect) -> PixelRect {
      PixelRect(x: rect.x + x, y: rect.y + y, width: rect.width, height: rect.height)
    }
    let content: Content =
      switch self.content {
      case .fill(let shape, let color): .fill(moved(shape), color)
      case .gradient(let shape, let gradient): .gradient(moved(shape), moved(gradient))
      case .border(let shape, let lineWidth, let color):
        .border(moved(shape), lineWidth: lineWidth, color)
      case .path(let path, let color): .path(moved(path), color)
      case .pathGradient(let path, let gradient): .pathGradient(moved(path), moved(gradient))
      case .picture(let asset, let left, let top, let opacity):
        .picture(asset, x: left + x, y: top + y, opacity: opacity)
      case .scaledPicture(let asset, let source, let rect, let shape, let opacity):
        .scaledPicture(
          asset, source: source, rect: moved(rect), shape: shape.map(moved), opacity: opacity)
      case .fittedPicture(let asset, let rect, let shape, let opacity):
        .fittedPicture(asset, rect: moved(rect), shape: moved(shape), opacity: opacity)
      case .mappedPicture(let asset, let map, let outline, let opacity):
        .mappedPicture(asset, moved(map), outline: moved(outline), opacity: opacity)
      case .crossfade(let under, let over, let alpha, let left, let top):
        .crossfade(under, over, alpha: alpha, x: left + x, y: top + y)
      case .text(let asset, let left, let baseline, let scale, let color):
        .text(asset, x: left + dx, y: baseline + dy, scale: scale, color)
      case .mappedText(let asset, let map, let color): .mappedText(asset, moved(map), color)
      case .mask(let asset, let rect, let color): .mask(asset, rect: moved(rect), color)
      case .mappedMask(let asset, let map, let color): .mappedMask(asset, moved(map), color)
      case .backdrop(let blur, let outline): .backdrop(blur, outline: moved(outline))
      case .group(let commands, let bounds, let outline, let opacity):
        .group(
          commands.map { $0.moved(x: x, y: y) }, bounds: moved(bounds),
          outline: outline.map(moved), opacity: opacity)
      }
    return DrawingCommand(content, clip: moved(clip))
  }
}

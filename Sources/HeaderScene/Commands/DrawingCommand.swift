package import PortableMath
package import Raster
package import Typesetting

/// One painting operation in device pixels. It does not depend on the scroll offset.
package struct DrawingCommand: Hashable, Sendable {
  package var content: Content
  /// The clip rectangle in device pixels.
  package var clip: PixelRect

  /// A painting operation. Lengths are in device pixels, opacities in 0...255.
  package enum Content: Hashable, Sendable {
    case fill(RoundedRectangle, Color)
    case gradient(RoundedRectangle, Gradient)
    /// A border of `lineWidth` inside the shape.
    case border(RoundedRectangle, lineWidth: Double, Color)
    /// A rotated, skewed or unevenly rounded shape, filled by the non-zero winding rule.
    case path(Path, Color)
    case pathGradient(Path, Gradient)
    /// A picture at its own size with its top left pixel at (x, y).
    case picture(PictureAsset, x: Int, y: Int, opacity: UInt8)
    /// The part `source` of a picture, in its pixels, scaled bilinearly to `rect` and clipped to
    /// `shape`.
    case scaledPicture(
      PictureAsset, source: DeviceRect, rect: DeviceRect, shape: RoundedRectangle?, opacity: UInt8)
    /// A whole picture area-averaged to `rect` and clipped to `shape`.
    case fittedPicture(PictureAsset, rect: DeviceRect, shape: RoundedRectangle, opacity: UInt8)
    /// A picture under an affine transform from its pixels, clipped to `outline`.
    case mappedPicture(PictureAsset, AffineTransform, outline: Path, opacity: UInt8)
    /// A blend of two opaque pictures of the same size. `alpha` 0 shows the first, 255 the second.
    case crossfade(PictureAsset, PictureAsset, alpha: UInt8, x: Int, y: Int)
    /// A line of text with its pen origin (left end of the baseline) at (x, y), scaled about it.
    case text(TextAsset, x: Double, y: Double, scale: Double, Color)
    /// A line of text under an affine transform from device pixels around its pen origin.
    case mappedText(TextAsset, AffineTransform, Color)
    /// A mask scaled to `rect`: an icon or a shadow.
    case mask(MaskAsset, rect: DeviceRect, Color)
    /// A mask under an affine transform from its pixels.
    case mappedMask(MaskAsset, AffineTransform, Color)
    /// The shadow of `commands` within `bounds`: their coverage, blurred, moved by (x, y), in one
    /// color.
    case shadow([DrawingCommand], bounds: PixelRect, sigma: Double, x: Double, y: Double, Color)
    /// A blur of the canvas within `outline`. In a group, it includes the canvas behind the group.
    case backdrop(BackdropBlur, outline: Path)
    /// Commands painted on a transparent canvas, tinted where they are opaque, then composited as
    /// one picture.
    case group([DrawingCommand], bounds: PixelRect, within: GroupShape, opacity: UInt8, tint: Color)
    /// Commands painted on a transparent canvas, whose area `bounds` is then projected.
    case projected([DrawingCommand], bounds: PixelRect, Homography)
  }
}

/// The mask of a group.
package enum GroupShape: Hashable, Sendable {
  case all
  case outline(Path)
  /// Everything except the area of the path.
  case outside(Path)
  /// The gradient's opacity.
  case gradient(Gradient)
}

package struct Asset<Kind>: Hashable, Sendable {
  let index: Int
}

package typealias PictureAsset = Asset<Pixmap>
package typealias TextAsset = Asset<ShapedText>
package typealias MaskAsset = Asset<CoverageMask>

extension DrawingCommand {
  /// Whether painting it reads the canvas behind it: a backdrop filter, or a group with one.
  var readsBackdrop: Bool {
    switch content {
    case .backdrop: true
    case .group(let commands, _, _, _, _): commands.contains(where: \.readsBackdrop)
    default: false
    }
  }

  func moved(x: Int, y: Int) -> DrawingCommand {
    guard x != 0 || y != 0 else { return self }
    let (dx, dy) = (Double(x), Double(y))
    func moved(_ rect: DeviceRect) -> DeviceRect { rect.moved(x: dx, y: dy) }
    func moved(_ shape: RoundedRectangle) -> RoundedRectangle {
      RoundedRectangle(moved(shape.rect), cornerRadius: shape.cornerRadius)
    }
    func moved(_ path: Path) -> Path { path.transformed(by: .translation(dx, dy)) }
    func moved(_ map: AffineTransform) -> AffineTransform { map.then(.translation(dx, dy)) }
    func moved(_ gradient: Gradient) -> Gradient {
      var result = gradient
      result.along = gradient.along.moved(x: dx, y: dy)
      result.down = gradient.down?.moved(x: dx, y: dy)
      return result
    }
    func moved(_ shape: GroupShape) -> GroupShape {
      switch shape {
      case .all: .all
      case .outline(let path): .outline(moved(path))
      case .outside(let path): .outside(moved(path))
      case .gradient(let gradient): .gradient(moved(gradient))
      }
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
      case .shadow(let commands, let bounds, let sigma, let right, let down, let color):
        .shadow(
          commands.map { $0.moved(x: x, y: y) }, bounds: moved(bounds), sigma: sigma, x: right,
          y: down, color)
      case .backdrop(let blur, let outline): .backdrop(blur, outline: moved(outline))
      case .group(let commands, let bounds, let shape, let opacity, let tint):
        .group(
          commands.map { $0.moved(x: x, y: y) }, bounds: moved(bounds), within: moved(shape),
          opacity: opacity, tint: tint)
      case .projected(let commands, let bounds, let map):
        .projected(
          commands, bounds: bounds, map.then(.translation(x: dx, y: dy)))
      }
    return DrawingCommand(content: content, clip: moved(clip))
  }
}

extension ShapedText {
  /// Returns the ink's bounding box with the pen origin at (x, y), scaled about that origin.
  func inkRect(x: Double, y: Double, scale: Double) -> DeviceRect {
    DeviceRect(
      x: x + Double(ink.x) * scale, y: y + Double(ink.y) * scale,
      width: Double(ink.width) * scale, height: Double(ink.height) * scale)
  }
}

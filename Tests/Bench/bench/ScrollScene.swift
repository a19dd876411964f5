import Foundation
import PortableMath
import Raster

/// A profile page that scrolls under its header, 375 × 667 points at two pixels a point: the banner
/// zooms while pulled down, blurs while scrolled up; avatar, button, labels and rows move.
///
/// Lengths are points unless a name says pixels.
struct ScrollScene {
  static let scale = 2.0
  static let size = SyntheticPictures.size(750, 1334)
  private static let headerHeight = 107.0
  private static let stop = 40.0
  /// Where the banner begins to blur, and over which way.
  private static let blurStart = 95.0
  private static let blurWay = 35.0
  private static let rowCount = 12
  private static let rowTop = 210.0
  private static let rowHeight = 44.0
  private static let ink = Color(rgb: 0x292F33)

  let pictures: HeaderPictures
  let rows: [CoverageMask]
  let title: CoverageMask
  let name: CoverageMask
  let user: CoverageMask
  let follow: CoverageMask

  init(banner: Pixmap, face: Pixmap) {
    pictures = HeaderPictures(banner: banner, face: face)
    let lines = [37, 38].map { SyntheticText.line(letters: $0, size: 28, bold: false) }
    rows = (0..<Self.rowCount).map { lines[$0 < 10 ? 0 : 1] }
    title = SyntheticText.line(letters: 17, size: 34, bold: true)
    name = SyntheticText.line(letters: 17, size: 36, bold: true)
    user = SyntheticText.line(letters: 9, size: 24, bold: false)
    follow = SyntheticText.line(letters: 6, size: 28, bold: false)
  }

  /// Scroll offset of frame `index` of `count`: down to −80, up to 180 and back, eased by cosine.
  static func offset(_ index: Int, of count: Int) -> Double {
    let keys = [(0.0, 0.0), (0.15, -80.0), (0.35, 0.0), (0.75, 180.0), (1.0, 0.0)]
    let time = Double(index) / Double(max(1, count - 1))
    for (from, to) in zip(keys, keys.dropFirst()) where time <= to.0 {
      let way = (time - from.0) / (to.0 - from.0)
      let value = from.1 + (to.1 - from.1) * (0.5 - 0.5 * cos(Double.pi * way))
      return (value * scale + 0.5).rounded(.down) / scale
    }
    return 0
  }

  /// Draws what lies inside `clip`.
  func draw(_ target: inout Pixmap, offset: Double, clip: PixelRect = size.bounds) {
    target.fill(DeviceRect(Self.size.bounds), with: .white, clip: clip)
    drawContent(&target, offset: offset, clip: clip)
    if offset > Self.stop {
      drawAvatar(&target, offset: offset, clip: clip)
      drawHeader(&target, offset: offset, clip: clip)
    } else {
      drawHeader(&target, offset: offset, clip: clip)
      drawAvatar(&target, offset: offset, clip: clip)
    }
  }

  /// The smallest rectangle of each frame that contains every pixel that differs from the frame
  /// before; the frame before the first is the last.
  func changes(_ offsets: [Double]) -> [PixelRect] {
    var old = Pixmap(size: Self.size)
    if let last = offsets.last { draw(&old, offset: last) }
    return offsets.map { offset in
      var new = Pixmap(size: Self.size)
      draw(&new, offset: offset)
      defer { old = new }
      return Self.change(from: old, to: new)
    }
  }

  private static func change(from old: Pixmap, to new: Pixmap) -> PixelRect {
    let stride = Self.size.width * 4
    var (left, right) = (stride, -1)
    let rows = old.bytes.withUnsafeBytes { old in
      new.bytes.withUnsafeBytes { new in
        (0..<Self.size.height).filter { row in
          let bytes = row * stride..<(row + 1) * stride
          let (old, new) = (
            UnsafeRawBufferPointer(rebasing: old[bytes]),
            UnsafeRawBufferPointer(rebasing: new[bytes])
          )
          guard let start = old.baseAddress, let other = new.baseAddress,
            memcmp(start, other, stride) != 0
          else { return false }
          // Only bytes outside of the columns found so far can widen them.
          left = (0..<left).first { old[$0] != new[$0] } ?? left
          right = (right + 1..<stride).last { old[$0] != new[$0] } ?? right
          return true
        }
      }
    }
    guard let first = rows.first, let last = rows.last else {
      return PixelRect(x: 0, y: 0, width: 0, height: 0)
    }
    return PixelRect(
      x: left / 4, y: first, width: right / 4 - left / 4 + 1, height: last - first + 1)
  }

  private func drawContent(_ target: inout Pixmap, offset: Double, clip: PixelRect) {
    func pixels(_ points: Double) -> Int { Int((points * Self.scale).rounded()) }
    for (index, text) in rows.enumerated() {
      let top = Self.rowTop + Double(index) * Self.rowHeight - offset
      target.draw(
        PlacedMask(text, x: 32, y: pixels(top + 28) - 26), color: Self.ink, clip: clip)
      let line = PixelRect(
        x: 32, y: pixels(top + Self.rowHeight - 1), width: Self.size.width - 32, height: 2)
      target.fill(DeviceRect(line), with: Color(rgb: 0xE1E8ED), clip: clip)
    }
    target.draw(
      PlacedMask(name, x: 16, y: pixels(174 - offset) - 34), color: Self.ink, clip: clip)
    target.draw(
      PlacedMask(user, x: 16, y: pixels(193 - offset) - 23), color: Color(rgb: 0x666B7F),
      clip: clip)
    let blue = Color(rgb: 0x55ACEE)
    let button = DeviceRect(
      x: 506, y: (118 - offset) * Self.scale, width: 224, height: 60)
    target.stroke(
      RoundedRectangle(button, cornerRadius: 10), lineWidth: 2, with: blue, clip: clip)
    target.draw(
      PlacedMask(follow, x: 506 + (224 - follow.width) / 2, y: pixels(138 - offset) - 26),
      color: blue, clip: clip)
  }

  private func drawHeader(_ target: inout Pixmap, offset: Double, clip: PixelRect) {
    guard offset >= 0 else {
      let zoom = 1 - offset / Self.headerHeight
      let width = Double(Self.size.width) * zoom
      let height = Self.headerHeight * Self.scale * zoom
      target.draw(
        pictures.banner, source: pictures.visible,
        in: DeviceRect(
          x: (Double(Self.size.width) - width) / 2, y: 0, width: width, height: height),
        shape: nil, opacity: 255, clip: clip)
      return
    }
    let shift = Int((min(Self.stop, offset) * Self.scale).rounded())
    let clip = PixelRect(x: 0, y: 0, width: Self.size.width, height: 214 - shift)
      .intersection(clip)
    let alpha = min(1, max(0, (offset - Self.blurStart) / Self.blurWay))
    target.drawCrossfade(
      from: pictures.sharp, to: pictures.blurred, alpha: UInt8((alpha * 255).rounded()), x: 0,
      y: -shift,
      clip: clip)
    let travel = max(-35, Self.blurStart - offset)
    let y = Int(((104 + travel) * Self.scale).rounded()) - shift + 1
    target.draw(
      PlacedMask(title, x: (Self.size.width - title.width) / 2, y: y), color: .white, clip: clip)
  }

  private func drawAvatar(_ target: inout Pixmap, offset: Double, clip: PixelRect) {
    let loss = min(Self.stop, max(0, offset)) / 69 / 1.4
    let scale = 1 - loss
    let side = 69 * scale * Self.scale
    let rect = DeviceRect(
      x: (8 + 69 * loss / 2) * Self.scale, y: (148 - offset) * Self.scale - side, width: side,
      height: side)
    let shape = RoundedRectangle(rect, cornerRadius: 10 * scale * Self.scale)
    target.draw(
      pictures.avatar, source: DeviceRect(pictures.avatar.size.bounds), in: rect, shape: shape,
      opacity: 255, clip: clip)
    target.stroke(shape, lineWidth: 3 * scale * Self.scale, with: .white, clip: clip)
  }
}

/// A header's pictures at the size they are drawn in, made once before the first frame.
struct HeaderPictures {
  let banner: Pixmap
  /// What of the banner fills the header at rest.
  let visible: DeviceRect
  let sharp: Pixmap
  let blurred: Pixmap
  let avatar: Pixmap

  init(banner: Pixmap, face: Pixmap) {
    let header = SyntheticPictures.size(750, 214)
    let fill = max(
      Double(header.width) / Double(banner.width), Double(header.height) / Double(banner.height))
    visible = DeviceRect(
      x: (Double(banner.width) - Double(header.width) / fill) / 2,
      y: (Double(banner.height) - Double(header.height) / fill) / 2,
      width: Double(header.width) / fill, height: Double(header.height) / fill)
    self.banner = banner
    sharp = banner.resized(source: visible, to: header, filter: .automatic)
    blurred = banner.boxBlurred(diameter: 21, passes: 20).resized(
      source: visible, to: header, filter: .automatic)
    avatar = face.resized(
      source: DeviceRect(face.size.bounds), to: SyntheticPictures.size(138, 138),
      filter: .automatic)
  }
}

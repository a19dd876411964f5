import PortableMath
import Raster

extension Workload {
  /// What the bench times whose name begins with `prefix`.
  static func all(prefix: String) -> [Workload] {
    let groups: [(name: String, workloads: () -> [Workload])] = [
      ("scene/", { scene }), ("compositing/", { compositing }), ("blur/", { blurs }),
      ("resize/", { resizing }),
    ]
    return groups.filter { $0.name.hasPrefix(prefix) || prefix.hasPrefix($0.name) }
      .flatMap { $0.workloads() }.filter { $0.name.hasPrefix(prefix) }
  }

  private static let frame = SyntheticPictures.size(750, 1334)
  private static let wide = SyntheticPictures.size(1500, 500)

  private static var scene: [Workload] {
    let banner = SyntheticPictures.banner(wide)
    let face = SyntheticPictures.avatar(SyntheticPictures.size(350, 350))
    let scene = ScrollScene(banner: banner, face: face)
    let canvas = Canvas(ScrollScene.size)
    let header = Canvas(SyntheticPictures.size(750, 214))
    let count = 60
    let offsets = (0..<count).map { ScrollScene.offset($0, of: count) }
    func frames(_ name: String, _ chosen: [Double], repeats: Int) -> Workload {
      Workload(
        "scene/\(name)", bytes: frame.area * 4, repeats: repeats, parts: chosen.count
      ) { part in
        scene.draw(&canvas.picture, offset: chosen[part])
      } result: {
        canvas.picture.bytes
      }
    }
    return [
      frames("whole", offsets, repeats: 1), frames("plain", [60], repeats: 20),
      frames("avatar", [20], repeats: 20), frames("zoom", [-40], repeats: 10),
      frames("crossfade", [115], repeats: 20),
    ] + changedOnly(scene, offsets) + [
      Workload("scene/setup", bytes: wide.area * 4, repeats: 1) {
        header.picture = HeaderPictures(banner: banner, face: face).blurred
      } result: {
        header.picture.bytes
      }
    ]
  }

  /// The frames of the scene again, painted only where they differ from the one before; what differs
  /// is known beforehand and costs nothing.
  private static func changedOnly(_ scene: ScrollScene, _ offsets: [Double]) -> [Workload] {
    let canvas = Canvas(ScrollScene.size)
    scene.draw(&canvas.picture, offset: offsets[offsets.count - 1])
    let changes = scene.changes(offsets)
    func frames(_ name: String, copies: Bool) -> Workload {
      Workload("scene/\(name)", bytes: frame.area * 4, repeats: 1, parts: offsets.count) { part in
        // A picture that was handed on stays as it is: the next one begins as its copy.
        if copies {
          let bytes = canvas.picture.bytes.withUnsafeBufferPointer { Array($0) }
          canvas.picture = Pixmap(size: ScrollScene.size, bytes: bytes) ?? canvas.picture
        }
        scene.draw(&canvas.picture, offset: offsets[part], clip: changes[part])
      } result: {
        canvas.picture.bytes
      }
    }
    return [
      frames("changed-only", copies: false), frames("changed-only-of-copy", copies: true),
      // What the renderer does: a new picture for every frame.
      Workload("scene/whole-new", bytes: frame.area * 4, repeats: 1, parts: offsets.count) { part in
        canvas.picture = Pixmap(size: ScrollScene.size)
        scene.draw(&canvas.picture, offset: offsets[part])
      } result: {
        canvas.picture.bytes
      },
    ]
  }

  private static var compositing: [Workload] {
    let under = SyntheticPictures.banner(frame)
    let over = SyntheticPictures.translucent(frame)
    let other = under.boxBlurred(diameter: 9, passes: 2)
    let placed = PlacedMask(SyntheticPictures.mask(frame), x: 0, y: 0)
    let canvas = Canvas(frame)
    let bounds = frame.bounds
    func drawing(_ name: String, _ draw: @escaping (inout Pixmap) -> Void) -> Workload {
      Workload("compositing/\(name)", bytes: frame.area * 4, repeats: 10) {
        draw(&canvas.picture)
      } result: {
        canvas.picture = under
        draw(&canvas.picture)
        return canvas.picture.bytes
      }
    }
    return [
      copying(under),
      drawing("fill") { $0.fill(DeviceRect(bounds), with: .white, clip: bounds) },
      drawing("copy") { $0.draw(under, x: 0, y: 0, opacity: 255, clip: bounds) },
      drawing("crossfade") {
        $0.drawCrossfade(from: under, to: other, alpha: 77, x: 0, y: 0, clip: bounds)
      },
      drawing("source-over") { $0.draw(over, x: 0, y: 0, opacity: 255, clip: bounds) },
      drawing("source-over-opacity") { $0.draw(over, x: 0, y: 0, opacity: 99, clip: bounds) },
      drawing("source-over-mask") { $0.draw(over, x: 0, y: 0, through: placed, clip: bounds) },
      drawing("color-mask") { $0.draw(placed, color: .black, clip: bounds) },
    ]
  }

  /// A plain copy of a frame into memory already there, the measure of the others.
  private static func copying(_ picture: Pixmap) -> Workload {
    let source = picture.bytes
    let target = Bytes(source.count)
    return Workload("compositing/memcpy", bytes: source.count, repeats: 10) {
      source.withUnsafeBytes { target.memory.copyMemory(from: $0) }
    } result: {
      Array(target.memory)
    }
  }

  private static var blurs: [Workload] {
    [(800, 450), (1500, 500)].map { width, height in
      let picture = SyntheticPictures.banner(SyntheticPictures.size(width, height))
      let canvas = Canvas(picture.size)
      return Workload("blur/21x20-\(width)x\(height)", bytes: width * height * 4, repeats: 1) {
        canvas.picture = picture.boxBlurred(diameter: 21, passes: 20)
      } result: {
        canvas.picture.bytes
      }
    } + [
      {
        let picture = SyntheticPictures.banner(wide)
        let canvas = Canvas(wide)
        return Workload("blur/ladder-ten-steps-1500x500", bytes: wide.area * 40, repeats: 1) {
          for step in 1...10 {
            canvas.picture = picture.ladderBlurred(
              LadderBlur(radius: Double(3 * step), pixelsPerPoint: 2, enlargement: 1), tints: true,
              source: DeviceRect(wide.bounds), to: wide)
          }
        } result: {
          canvas.picture.bytes
        }
      }()
    ]
  }

  private static var resizing: [Workload] {
    let large = SyntheticPictures.banner(wide)
    let small = SyntheticPictures.banner(SyntheticPictures.size(750, 250))
    func resizing(
      _ name: String, _ picture: Pixmap, _ width: Int, _ height: Int, _ filter: ResizeFilter
    ) -> Workload {
      let size = SyntheticPictures.size(width, height)
      let canvas = Canvas(size)
      return Workload("resize/\(name)", bytes: size.area * 4, repeats: 1) {
        canvas.picture = picture.resized(
          source: DeviceRect(picture.size.bounds), to: size, filter: filter)
      } result: {
        canvas.picture.bytes
      }
    }
    let zoomed = Canvas(SyntheticPictures.size(975, 325))
    return [
      resizing("area-1500x500-to-642x214", large, 642, 214, .area),
      resizing("area-1500x500-to-750x250", large, 750, 250, .area),
      resizing("catmull-rom-750x250-to-1500x500", small, 1500, 500, .catmullRom),
      resizing("lanczos3-750x250-to-1500x500", small, 1500, 500, .lanczos3),
      resizing("bilinear-750x250-to-975x325", small, 975, 325, .bilinear),
      Workload("resize/zoom-750x250-to-975x325", bytes: 975 * 325 * 4, repeats: 2) {
        zoomed.picture.draw(
          small, source: DeviceRect(small.size.bounds),
          in: DeviceRect(zoomed.picture.size.bounds), shape: nil, opacity: 255,
          clip: zoomed.picture.size.bounds)
      } result: {
        zoomed.picture.bytes
      },
    ]
  }
}

/// Memory that stays where it is.
private final class Bytes {
  let memory: UnsafeMutableRawBufferPointer

  init(_ count: Int) {
    memory = .allocate(byteCount: count, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 1)
  }

  deinit { memory.deallocate() }
}

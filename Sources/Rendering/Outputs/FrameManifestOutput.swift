import CodecInterface
import Files
import HeaderModel
import HeaderScene
import ImageCodecs
import Numerics
import Raster
import VisualDiff

/// A frame manifest: what each frame shows and the hash of its pixels before any encoding.
final class FrameManifestOutput: RenderOutput {
  private let path: String
  private let scale: Double
  private var manifest: FrameManifest
  private var file: AtomicFile

  /// `plays` nil: for ever.
  init(
    _ path: String, size: PixelSize, scale: Int, plays: Int?
  ) throws(HeaderKitError) {
    self.path = path
    self.scale = Double(scale)
    manifest = FrameManifest(size: size, plays: plays, frames: [])
    file = try AtomicFile(path)
  }

  var written: (files: Int, bytes: Int) { (1, file.byteCount) }

  func append(_ run: PaintedRun) throws(HeaderKitError) {
    guard let picture = run.picture else { return }
    let hash = PixelHash(picture)
    for (state, duration) in zip(run.states, run.durations) {
      manifest.frames.append(
        FrameManifest.Frame(
          hash: hash,
          duration: RationalTime(duration.numerator, over: duration.denominator) ?? .zero,
          offset: state.offset, phase: state.phase.rawValue, layers: layers(of: state)))
    }
  }

  func finish() throws(HeaderKitError) { try file.write(Array(manifest.json.utf8)) }

  func commit() throws(HeaderKitError) { try file.commit() }

  /// The parts of a state in device pixels, bottom to top as far as they have a place of their own.
  private func layers(of state: HeaderState) -> [FrameManifest.Layer] {
    var layers: [FrameManifest.Layer] = []
    func add(_ name: String, _ rect: PointRect?, look: String? = nil) {
      guard let rect else { return }
      layers.append(
        FrameManifest.Layer(
          name: name,
          rect: DeviceRect(
            x: rect.x * scale, y: rect.y * scale, width: rect.width * scale,
            height: rect.height * scale), look: look))
    }
    add("banner", state.header.rect, look: look(of: state.blur))
    add("avatar", state.avatar.rect, look: state.avatar.aboveHeader ? "in front" : "behind")
    if let title = state.title, title.visible { add("title", title.rect) }
    if let subtitle = state.subtitle, subtitle.visible { add("subtitle", subtitle.rect) }
    add("name", state.name?.rect)
    add("handle", state.handle?.rect)
    add("follow", state.follow)
    add("sectionHeader", state.sectionHeader?.rect)
    add("tableHeader", state.tableHeader)
    add("spacer", state.spacer)
    add("heart", state.heart)
    if let rows = state.rows {
      add(
        "rows",
        PointRect(
          x: 0, y: rows.firstTop, width: state.header.rect.width,
          height: rows.pitch * Double(rows.count)))
    }
    return layers
  }

  private func look(of blur: HeaderState.Blur) -> String {
    switch blur {
    case .none: "sharp"
    case .crossfade(let alpha): "blurred \(alpha)"
    case .ladder(let step, _): "blur step \(step)"
    case .systemLight: "system blur"
    }
  }
}

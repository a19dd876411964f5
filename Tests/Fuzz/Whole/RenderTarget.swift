import CodecInterface
import FileAccess
import Foundation
import FrameEncoding
import GIF
import HeaderModel
import HeaderScene
import ImageCodecs
import PortableMath
import Raster
import Rendering
import Scrolling

/// A random scene and curve rendered to all lossless formats: the frames are the same in each, and
/// the bytes are the same with one worker and with three. An input is a seed.
struct RenderTarget: FuzzTarget {
  private let scratch: ScratchFolder
  private let resources: Renderer.Resources

  init() throws {
    scratch = try ScratchFolder()
    resources = Renderer.Resources(fonts: try SceneFonts.installed())
  }

  func input(_ random: inout SeededRandom) -> [UInt8] { Array("\(random.next())".utf8) }

  func run(_ input: [UInt8]) async throws -> Bool {
    guard let seed = UInt64(String(decoding: input, as: UTF8.self)) else { return false }
    var random = SeededRandom(seed: seed)
    let folder = scratch.path("render")
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    var request = try request(&random)
    do {
      request.encoding.gif = GIFOptions(effort: 1 + random.number(below: 9))
      _ = try await render(request, ["\(folder)/lossy.gif"])
      _ = try await render(request, ["\(folder)/a.apng", "\(folder)/%04d.png"])
    } catch let error as HeaderKitError {
      try Finding.require(error.code != .internalDefect, "a defect: \(error)")
      return false
    }
    let animation = try frames("\(folder)/a.apng")
    try await compareFrames(folder, animation, request)
    let lossy = try frames("\(folder)/lossy.gif")
    try Finding.require(
      lossy.reduce(.zero) { $0 + $1.duration }.rounded(toUnitsPerSecond: 100)
        == animation.reduce(.zero) { $0 + $1.duration }.rounded(toUnitsPerSecond: 100),
      "the GIF lasts another time")
    // Exact if all frames have few enough colors.
    request.encoding.gif.lossless = true
    if (try? await render(request, ["\(folder)/a.gif"])) != nil {
      let exact = try frames("\(folder)/a.gif")
      try Finding.require(
        exact.map(\.pixmap) == animation.map(\.pixmap), "the lossless GIF has other pixels")
    }
    request.encoding.gif.lossless = false
    request.jobs = 3
    _ = try await render(request, ["\(folder)/again.gif"])
    try Finding.require(
      FileManager.default.contentsEqual(
        atPath: "\(folder)/lossy.gif", andPath: "\(folder)/again.gif"),
      "three workers make other bytes than one")
    return true
  }

  private func render(_ request: RenderRequest, _ paths: [String]) async throws -> RenderOutcome {
    var targets: [OutputTarget] = []
    for path in paths { targets.append(try OutputTarget(path)) }
    return try await Renderer(request).render(to: targets, replacesFrames: false, with: resources)
  }

  private func frames(_ path: String) throws -> [AnimationFrame] {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    do throws(CodecError) {
      return try AnimationDecoder.decode(bytes: bytes).frames
    } catch {
      throw Finding("\(path) cannot be read: \(error)")
    }
  }

  /// The PNG files have one frame per tick; the animation merges equal neighbors.
  private func compareFrames(
    _ folder: String, _ animation: [AnimationFrame], _ request: RenderRequest
  ) async throws {
    var pictures: [Pixmap] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    where name.hasSuffix(".png") && name.first?.isNumber == true {
      guard let picture = try frames("\(folder)/\(name)").first?.pixmap else { continue }
      if pictures.last != picture { pictures.append(picture) }
    }
    try Finding.require(
      pictures == animation.map(\.pixmap), "the PNG files are not the animation's frames")
  }

  // MARK: - The request

  private func request(_ random: inout SeededRandom) throws -> RenderRequest {
    var request = RenderRequest()
    request.jobs = 1
    request.header.style = .named(random.pick(BuiltInHeader.all).name)
    request.header.screen = Device(
      width: Double(20 + random.number(below: 60)), height: Double(30 + random.number(below: 90)),
      scale: Double(1 + random.number(below: 2)))
    request.header.theme = random.chance(50) ? .dark : .light
    request.header.banner = .pixmap(try picture(&random))
    request.header.avatar = .pixmap(try picture(&random))
    let rate = random.pick([4, 10, 25, 30])
    request.playback.framesPerSecond = RationalTime(rate)
    request.playback.boomerang = random.chance(20)
    request.playback.holdLast = random.chance(30) ? 1 : 0
    let (curve, seconds) = try curve(&random)
    request.curve = .curve(curve)
    request.playback.frames = 0...min(random.number(below: 12), Int(seconds * Double(rate)))
    return request
  }

  /// Returns a curve and the time of its last keyframe.
  private func curve(
    _ random: inout SeededRandom
  ) throws -> (curve: ScrollCurve, seconds: Double) {
    var keyframes: [String] = []
    var (time, last) = (0, 0)
    for _ in 0...random.number(below: 4) {
      let offset = Double(random.number(below: 4000) - 1000) / 8
      keyframes.append(#"{"time": \#(Double(time) / 8), "offset": \#(offset)}"#)
      last = time
      time += 1 + random.number(below: 6)
    }
    let text = #"{"version": 1, "keyframes": [\#(keyframes.joined(separator: ", "))]}"#
    return (try ScrollCurve.parse(Array(text.utf8)), Double(last) / 8)
  }

  /// Returns a flat, striped or noisy picture, opaque or with all alphas.
  private func picture(_ random: inout SeededRandom) throws -> Pixmap {
    let size = PixelSize(width: 1 + random.number(below: 40), height: 1 + random.number(below: 40))
    let kind = random.number(below: 3)
    let isOpaque = random.chance(70)
    guard let size else { throw Finding("a picture without a size") }
    var bytes: [UInt8] = []
    for pixel in 0..<size.area {
      let alpha = isOpaque ? 255 : random.byte()
      let level =
        switch kind {
        case 0: UInt8(200)
        case 1: UInt8(truncatingIfNeeded: pixel % size.width * 40)
        default: random.byte()
        }
      let color = min(level, alpha)
      bytes += [color, min(alpha, 255 - level), color / 2, alpha]
    }
    return Pixmap(size: size, bytes: bytes) ?? Pixmap(size: size)
  }
}

import FileAccess
import HeaderModel
import HeaderScene
import PortableMath
import Raster
import Rendering
import StrictJSON

/// Header documents with expressions: rejected with a position, or evaluated at offsets and
/// painted.
struct HeaderTarget: FuzzTarget {
  private let documents: DocumentMutation
  private let painter = try? ScenePainter()

  init() throws { documents = try DocumentMutation(BuiltInHeader.all.map(\.text)) }

  func input(_ random: inout SeededRandom) -> [UInt8] { documents.document(&random) }

  func run(_ input: [UInt8]) throws -> Bool {
    let document: HeaderDocument
    do throws(JSONError) {
      document = try HeaderDocument.parse(input, file: "f")
    } catch {
      try DocumentPromises.check(error, input)
      return false
    }
    guard let painter else { throw Finding("no font is installed") }
    var request = SceneRequest()
    request.style = .document(document)
    return try painter.paint(request)
  }
}

/// Scene documents: rejected with a position, or applied to their header and painted.
struct SceneTarget: FuzzTarget {
  private let documents: DocumentMutation
  private let painter: ScenePainter
  private let scratch: ScratchFolder

  init() throws {
    documents = try DocumentMutation(Fixtures.files("Scenes/valid", "json"))
    painter = try ScenePainter()
    scratch = try ScratchFolder()
    try scratch.copy("Images/banner.png")
    try scratch.copy("Images/avatar.png")
  }

  func input(_ random: inout SeededRandom) -> [UInt8] { documents.document(&random) }

  func run(_ input: [UInt8]) throws -> Bool {
    var request = SceneRequest()
    request.scene = try scratch.write(input, to: "scene.json")
    return try painter.paint(request)
  }
}

/// Paints some states of a header on a small screen.
struct ScenePainter {
  private let fonts: SceneFonts
  private static let picture = PixelSize(width: 12, height: 8)
  private static let offsets = [0.0, -40, 12.5, 60, 61, 2000, -5]

  init() throws { fonts = try SceneFonts.installed() }

  /// Returns true if the scene was painted without an error. Throws `Finding` if a picture is
  /// invalid.
  func paint(_ asked: SceneRequest) throws -> Bool {
    var request = asked
    request.screen = Device(width: 60, height: 90, scale: 1)
    if let size = Self.picture {
      request.avatar = .pixmap(Pixmap(size: size, fill: .white))
      request.banner = .pixmap(Pixmap(size: size, fill: Color(red: 9, green: 90, blue: 200)))
    }
    do throws(HeaderKitError) {
      let scene = try SceneResolver(request).resolve(fonts: fonts)
      let composer = try scene.composer(fonts: fonts)
      var header = scene.header
      for (step, offset) in Self.offsets.enumerated() {
        let state: HeaderState
        do throws(EvaluationError) {
          try header.receive(offset: offset, time: Double(step) / 60, isDragging: step % 2 == 0)
          state = try header.state(at: Double(step) / 50)
        } catch {
          return false
        }
        guard step % 3 == 0 else { continue }
        let picture = try composer.paint(state, isScrolling: step > 0)
        try check(picture, composer.canvasSize)
      }
      return true
    } catch {
      guard error.code != .internalDefect else { throw Finding("a defect: \(error)") }
      guard error.subject != .location(Self.broken) else { throw Finding("\(error.reason)") }
      return false
    }
  }

  /// The subject of errors about invalid pictures.
  private static let broken = "picture"

  private func check(_ picture: Pixmap, _ size: PixelSize) throws(HeaderKitError) {
    guard picture.size == size else {
      throw HeaderKitError(
        .badData, subject: .location(Self.broken),
        reason: "a picture of \(picture.width) x \(picture.height) pixels")
    }
    for start in stride(from: 0, to: picture.bytes.count, by: 4)
    where picture.bytes[start..<start + 3].contains(where: { $0 > picture.bytes[start + 3] }) {
      throw HeaderKitError(
        .badData, subject: .location(Self.broken), reason: "a color above its alpha")
    }
  }
}

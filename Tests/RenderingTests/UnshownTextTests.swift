import FileAccess
import Foundation
import HeaderScene
@testable import HeaderStills
import Raster
@testable import Rendering
import TestSupport
import Testing

/// Warnings about characters without a font, and fonts from a folder.
struct UnshownTextTests {
  /// A private-use character, which no font of the machine supports.
  private static let scene = """
    {"version": 1, "texts": {"name": "a\u{E9FF}b", "row": "{n}\u{E9FF}"}}
    """

  private let place: TemporaryFolder

  init() throws { place = try TemporaryFolder() }

  private func request(_ edit: (inout SceneRequest) -> Void = { _ in }) throws -> StillRequest {
    try place.write("scene.json", Array(Self.scene.utf8))
    var request = StillRequest()
    request.header.scene = place.path + "/scene.json"
    request.header.scale = 1
    edit(&request.header)
    return request
  }

  @Test("a warning names the place, the characters and the font; rows count once")
  func warning() throws {
    let warnings = try StillRenderer(request()).render().warnings
    #expect(warnings.count == 2)
    #expect(warnings.contains { $0.contains("of layer name: no font has U+E9FF; install ") })
    #expect(warnings.contains { $0.hasPrefix("text \"1") && $0.contains("of layer row:") })
  }

  @Test("where texts are strict it is an error of the input")
  func strict() throws {
    let error = #expect(throws: HeaderKitError.self) {
      try StillRenderer(request { $0.strictText = true }).render()
    }
    #expect(error?.code == .badData)
    #expect(error?.description.contains("U+E9FF") == true)
  }

  @Test("the fonts of a folder are the only ones")
  func folder() throws {
    let error = #expect(throws: HeaderKitError.self) {
      try StillRenderer(request { $0.fontFolder = "/nowhere/fonts" }).render()
    }
    #expect(error?.code == .noInput)
    let dejaVu = "/usr/share/fonts/truetype/dejavu"
    guard FileManager.default.fileExists(atPath: dejaVu) else { return }
    let (there, warnings) = try StillRenderer(request { $0.fontFolder = dejaVu }).render()
    #expect(warnings.contains { $0.hasPrefix("font Inter Display is not installed") })
    #expect(try there != StillRenderer(request()).render().picture)
  }
}

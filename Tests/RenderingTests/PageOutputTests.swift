import FileAccess
import FrameEncoding
import HeaderModel
import PortableMath
@testable import Rendering
import TestSupport
import Testing

/// A page's messages about animations that are too large for it.
@Suite struct PageOutputTests {
  private final class Animation: RenderOutput {
    let written: (files: Int, bytes: Int)
    init(bytes: Int) { written = (1, bytes) }
    func append(_ run: PaintedRun) {}
    func finish() {}
    func commit() {}
  }

  private func page(for place: PageKind?, bytes: Int, in folder: TemporaryFolder) throws
    -> PageOutput
  {
    let size = try #require(PixelSize(width: 400, height: 300))
    let snippet = PageSnippet(
      pageKind: place, baseURL: nil, size: size, appearances: [],
      alternative: AlternativeText(try HeaderDocument.builtIn("mimic"), events: [], custom: "a"))
    return try PageOutput(
      folder.path + "/a.html", snippet, frames: size,
      animations: [(try OutputTarget("a.gif"), Animation(bytes: bytes))])
  }

  @Test(arguments: [(PageKind.github, 10_000_001), (.pypi, 5_000_001), (.npm, 5_000_001)])
  func rejectsFilesTooLargeForSite(place: PageKind, bytes: Int) throws {
    let page = try page(for: place, bytes: bytes, in: TemporaryFolder())
    let error = try #require(throws: HeaderKitError.self) { try page.finish() }
    #expect(error.code == .badData)
    #expect(error.remedy.properties == ["encoding.maxBytes", "framing.width"])
  }

  @Test(arguments: [
    (PageKind.github, 5_000_001, 1), (.github, 5_000_000, 0), (.pypi, 5_000_000, 0),
    (.docusaurus, 50_000_000, 0), (nil, 50_000_000, 0),
  ])
  func warnsAboutFilesTooLargeForProxy(place: PageKind?, bytes: Int, warnings: Int) throws {
    let page = try page(for: place, bytes: bytes, in: TemporaryFolder())
    try page.finish()
    #expect(page.warnings.count == warnings)
    if warnings > 0 {
      #expect(
        page.warnings.first
          == "a.gif: has 5,000,001 bytes, but github shows at most 5,000,000 through its proxy; "
          + "a width of 357 pixels would fit")
    }
  }
}

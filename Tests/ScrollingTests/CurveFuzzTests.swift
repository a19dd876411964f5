import Foundation
import PortableMath
import Scrolling
import StrictJSON
import Testing

/// Reproducible random damage to valid documents. Each is rejected with a position inside the text
/// or plays with finite offsets.
@Suite struct CurveFuzzTests {
  private static let pieces = [
    "0", "-", "1e9", "9", ".", "\"", "{}", "[", "]", ",", "null", "true", "-1", "1e-300", "360",
    "\"hold\"", "\"ease\"", "\"spring(1, 100, 10, 0)\"", "0.001", "10",
  ]

  @Test(arguments: CurveFixtureTests.documents("valid"))
  func damagedCurvesAreRejectedOrPlay(url: URL) throws {
    let document = Array(try Data(contentsOf: url))
    let environment = ScrollEnvironment(viewportHeight: 568, largestOffset: 900, scale: 3)
    var state = UInt64(document.count)
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    var played = 0
    for _ in 0..<400 {
      var bytes = document
      for _ in 0...random(2) {
        let at = random(bytes.count)
        let end = min(bytes.count, at + random(3))
        bytes.replaceSubrange(at..<end, with: Array(Self.pieces[random(Self.pieces.count)].utf8))
      }
      do throws(JSONError) {
        let curve = try ScrollCurve.parse(bytes, file: "f")
        let motion = ScrollMotion(curve, in: environment)
        #expect(motion.duration.isFinite && motion.duration >= 0)
        for k in 0...50 {
          #expect(motion.offset(at: motion.duration * Double(k) / 50).isFinite)
        }
        played += 1
      } catch {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        #expect(error.line >= 1 && error.line <= lines.count)
        #expect(error.column >= 1 && error.column <= lines[error.line - 1].count + 1)
        #expect(!error.message.isEmpty && !error.description.contains("\n"))
      }
    }
    #expect(played > 0)
  }
}

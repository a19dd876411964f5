import Numerics
import Raster
import Testing
import Typesetting

/// The default look against the original recordings (ink widths in points, read there to about
/// half a point).
struct SystemLookTests {
  @Test(
    "texts are as wide as in the recordings, within 2 points",
    arguments: [
      ("Carrier", 12, FontWeight.regular, 35.0), ("Cancel", 17, .regular, 51),
      ("Follow", 15, .regular, 43), ("10:31 PM", 12, .medium, 47), ("My Handle", 15, .bold, 72),
      ("2 666 Tweets", 10, .bold, 60), ("Title", 17, .bold, 32),
    ])
  func widths(text: String, size: Double, weight: FontWeight, measured: Double) throws {
    let run = TextRun(text, style: .system(pointSize: size, weight: weight))
    let ink = try Typesetter().shape(run, scale: 16).ink
    #expect(abs(Double(ink.width) / 16 - measured) <= 2)
  }
}

import PortableMath
import Raster
import Testing
import Typesetting

/// The default style compared with the original recordings. Ink widths are in points, measured
/// there with an error of about half a point.
struct SystemLookTests {
  @Test(
    "texts are as wide as in the recordings, within a point and a half",
    arguments: [
      ("Carrier", 12, FontWeight.regular, 36.6), ("Cancel", 17, .regular, 51),
      ("Follow", 15, .regular, 43), ("Test Cell", 17, .regular, 63.5),
      ("Robert Ryan", 20, .regular, 103.1), ("10:31 PM", 12, .medium, 47),
      ("My Handle", 15, .semibold, 73.5), ("2 666 Tweets", 10, .semibold, 60),
      ("My Display Name", 18, .semibold, 143.2),
    ])
  func widths(text: String, size: Double, weight: FontWeight, measured: Double) throws {
    let run = TextRun(text, style: .system(pointSize: size, weight: weight))
    let ink = try Typesetter().shape(run, scale: 16).ink
    #expect(abs(Double(ink.width) / 16 - measured) <= 1.5)
  }
}

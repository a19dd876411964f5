import PortableMath
import Testing

/// The order of a folder's pictures.
struct NaturalOrderTests {
  @Test(
    "Names in ascending order",
    arguments: [
      ["frame2.png", "frame10.png"],
      ["frame09.png", "frame10.png", "frame0011.png"],
      ["a-2-10.png", "a-10-2.png", "b-1-1.png"],
      ["001.png", "01.png", "1.png", "002.png"],
      ["2024-1-9 at 9.5.png", "2024-1-10 at 8.png"],
      ["frame", "frame0", "frame1"],
      ["4.png", "100.png", "30000000000000000000.png", "30000000000000000001.png"],
      ["bild-ä1.png", "bild-ä2.png", "bild-ä10.png"],
    ])
  func order(names: [String]) {
    #expect(names.reversed().sorted { $0.naturallyPrecedes($1) } == names)
  }

  @Test(arguments: [
    ("2.png", "10.png"), ("a2b", "a10a"), ("a", "ab"), ("frame9", "frame09x"), ("A", "a"),
    ("01", "1"), ("x/2", "x/11"),
  ])
  func orderIsStrict(first: String, second: String) {
    #expect(first.naturallyPrecedes(second))
    #expect(!second.naturallyPrecedes(first))
  }
}

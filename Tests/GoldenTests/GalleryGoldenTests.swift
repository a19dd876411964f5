import HeaderModel
import Testing

/// The gallery's headers at rest, scrolled and collapsed, without texts so that fonts do not affect
/// the pixels. The pictures are 320 x 300 pixels of the screens.
struct GalleryGoldenTests {
  struct Moment: CustomStringConvertible, Sendable {
    var header: String
    var offsets: [Double]
    var isDark = false

    /// The name of the golden file.
    var description: String {
      let way = offsets.map { "\(Int($0))" }.joined(separator: "_")
      return "gallery/\(header)-\(isDark ? "dark" : "light")-\(way)"
    }
  }

  static let moments: [Moment] = [
    Moment(header: "x-profile", offsets: [-60]), Moment(header: "x-profile", offsets: [20]),
    Moment(header: "x-profile", offsets: [400], isDark: true),
    Moment(header: "large-title", offsets: [-75]), Moment(header: "large-title", offsets: [9]),
    Moment(header: "large-title", offsets: [130], isDark: true),
    Moment(header: "collapsing-toolbar", offsets: [0]),
    Moment(header: "collapsing-toolbar", offsets: [60]),
    Moment(header: "collapsing-toolbar", offsets: [300], isDark: true),
    Moment(header: "quick-return", offsets: [0]),
    Moment(header: "quick-return", offsets: [0, 40, 300]),
    Moment(header: "quick-return", offsets: [0, 40, 300, 270], isDark: true),
    Moment(header: "parallax-cover", offsets: [-60]),
    Moment(header: "parallax-cover", offsets: [100]),
    Moment(header: "parallax-cover", offsets: [400]),
    Moment(header: "artist", offsets: [-60]), Moment(header: "artist", offsets: [80], isDark: true),
    Moment(header: "artist", offsets: [400]),
    Moment(header: "chat-profile", offsets: [-75]), Moment(header: "chat-profile", offsets: [-40]),
    Moment(header: "chat-profile", offsets: [60], isDark: true),
    Moment(header: "stories-profile", offsets: [-60]),
    Moment(header: "stories-profile", offsets: [80], isDark: true),
    Moment(header: "stories-profile", offsets: [400]),
  ]

  @Test("as recorded", arguments: moments)
  func matchesGolden(moment: Moment) throws {
    let header = try #require(BuiltInHeader(moment.header)).document()
    let screen = Device(
      name: "golden", width: 320, height: 300, scale: 1, statusBarHeight: 44, safeAreaBottom: 0)
    let scene = try GoldenScene(header, screen: screen) { $0.isDark = moment.isDark }
    try Golden(name: "\(moment)").expect(scene.frame(after: moment.offsets).picture)
  }
}

import HeaderModel
import Raster
import Testing

@testable import HeaderScene
import PortableMath

/// mimic at 2 device pixels a point: the worked tables of the style, doubled. Offsets are from
/// rest, 64 points more than the table's y.
struct MimicLayersTests {
  static let table: [(Double, [LayerSummary])] = [
    (-60.5, [.init(.sharp, 0, 0, 640, 321), .init(.avatar, 16, 281, 140, 140)]),
    (0, [.init(.sharp, 0, 0, 640, 200), .init(.avatar, 16, 160, 140, 140)]),
    (14, [.init(.sharp, 0, 0, 640, 172), .init(.avatar, 16, 132, 140, 140)]),
    (16, [.init(.sharp, 0, 0, 640, 168), .init(.avatar, 16, 128, 140, 140)]),
    (24, [.init(.sharp, 0, 0, 640, 152), .init(.avatar, 16, 128, 124, 124)]),
    (30, [.init(.sharp, 0, 0, 640, 140), .init(.avatar, 16, 128, 112, 112)]),
    (36, [.init(.sharp, 0, 0, 640, 128), .init(.avatar, 16, 128, 100, 100)]),
    (36.5, [.init(.avatar, 16, 128, 99, 99), .init(.sharp, 0, 0, 640, 128)]),
    (42, [.init(.avatar, 16, 128, 88, 88), .init(.sharp, 0, 0, 640, 128)]),
    (56, [.init(.avatar, 16, 100, 88, 88), .init(.sharp, 0, 0, 640, 128)]),
    (56.5, [.init(.avatar, 16, 99, 88, 88), .init(.ladder(4), 0, 0, 640, 128)]),
    (60, [.init(.avatar, 16, 92, 88, 88), .init(.ladder(4), 0, 0, 640, 128)]),
    (60.5, [.init(.avatar, 16, 91, 88, 88), .init(.ladder(5), 0, 0, 640, 128)]),
    (66, [.init(.avatar, 16, 80, 88, 88), .init(.ladder(5), 0, 0, 640, 128)]),
    (72, [.init(.avatar, 16, 68, 88, 88), .init(.ladder(6), 0, 0, 640, 128)]),
    (81, [.init(.avatar, 16, 50, 88, 88), .init(.ladder(8), 0, 0, 640, 128)]),
    (95.5, [.init(.avatar, 16, 21, 88, 88), .init(.ladder(10), 0, 0, 640, 128)]),
    (96, [.init(.avatar, 16, 20, 88, 88), .init(.ladder(10), 0, 0, 640, 128)]),
    (96.5, [.init(.avatar, 16, 19, 88, 88), .init(.ladder(10), 0, 0, 640, 128)]),
    (136, [.init(.avatar, 16, -60, 88, 88), .init(.ladder(10), 0, 0, 640, 128)]),
  ]

  @Test("banner and avatar on the way up are those of the table")
  func up() throws {
    let scene = try DocumentScene("mimic")
    var fed: [Double] = []
    for (offset, expected) in Self.table {
      fed.append(offset)
      #expect(try scene.summary(after: fed) == expected, "at \(offset)")
    }
  }

  static let jumps: [([Double], LayerSummary, Bool)] = [
    ([0, 164], .init(.ladder(10), 0, 0, 640, 128), false),
    ([0, 164, 44], .init(.ladder(10), 0, 0, 640, 128), false),
    ([0, 64, 44], .init(.ladder(5), 0, 0, 640, 128), false),
    ([0, 164, 74, 164], .init(.ladder(7), 0, 0, 640, 128), false),
    ([0, 164, 74, 164, 36], .init(.ladder(7), 0, 0, 640, 128), false),
    ([0, 164, 74, 164, 35.5], .init(.sharp, 0, 0, 640, 129), true),
    ([0, 36], .init(.sharp, 0, 0, 640, 128), true),
    ([0, 64, 36], .init(.ladder(5), 0, 0, 640, 128), false),
  ]

  @Test("memory: what an event does not assign stays in the picture")
  func memory() throws {
    let scene = try DocumentScene("mimic")
    for (offsets, banner, avatarAbove) in Self.jumps {
      let summary = try scene.summary(after: offsets)
      #expect(summary.first { $0.kind != .avatar } == banner, "after \(offsets)")
      #expect((summary.last?.kind == .avatar) == avatarAbove, "after \(offsets)")
      #expect(summary.filter { $0.kind != .avatar }.count == 1, "after \(offsets)")
    }
  }

  @Test(
    "first and doc: one blur from the switch on, none before",
    arguments: ["first", "doc"])
  func systemBlur(variant: String) throws {
    let scene = try DocumentScene("mimic", variant)
    #expect(try scene.summary(after: [0, 36]).map(\.kind) == [.sharp, .avatar])
    #expect(try scene.summary(after: [0, 36.5]).map(\.kind) == [.avatar, .sharp, .glass])
    #expect(try scene.summary(after: [0, 200, 35.5]).map(\.kind) == [.sharp, .avatar])
  }

  @Test("frames are rounded halves up, sides and places apart, at 3 pixels per point")
  func rounding() throws {
    let scene = try DocumentScene("mimic", scale: 3)
    // 100 - 16.5 points of banner are 250.5 pixels, the avatar's side 69.5 points 208.5.
    #expect(
      try scene.summary(after: [16.5]) == [
        .init(.sharp, 0, 0, 960, 251), .init(.avatar, 24, 192, 209, 209),
      ])
  }

  @Test("thirds of a point fall on whole pixels")
  func thirds() throws {
    let scene = try DocumentScene("mimic", scale: 3) { $0.chrome.pressedRow = 0 }
    for third in 1...60 {
      for layer in try scene.commands(after: [Double(third) / 3]) {
        guard case .fill(let shape, _) = layer.content else { continue }
        #expect(shape.rect.exactPixels != nil, "\(shape) at \(third)/3")
      }
    }
  }

  @Test("the bars' heights follow the constant")
  func statusBar() throws {
    let scene = try DocumentScene("mimic", constants: ["statusBarHeight": 44]) {
      $0.chrome.statusBar = true
    }
    let icons = try scene.commands(after: [0]).compactMap { layer -> Double? in
      guard case .mask(_, let rect, _) = layer.content else { return nil }
      return rect.y
    }
    // The magnifier's box, 12.5 points under the status bar, with a margin of 3 points.
    let top: Double = (44 + 12.5 - 3) * 2
    #expect(icons.first == top)
    #expect(try scene.summary(after: [0, 200]).last == .init(.ladder(10), 0, 0, 640, 176))
  }
}

import HeaderModel
import Testing

/// Calculated states of stretch on screens of 375 points with status bars of 20 and 44 points.
@Suite struct StretchTables {
  struct Row: Sendable {
    var s: Double
    var contentOffset: Double
    var banner: [Double]
    var avatar: [Double]
    var z: Int
    var radius: Double
    var border: Double
    var firstRow: Double
    var notchBannerTop: Double
    var notchAvatar: [Double]
    var notchZ: Int
  }

  @Test func tableWithStatusBarOf20() throws {
    var machine = try DocumentMachine("stretch")
    for row in Self.sequence {
      try machine.receive(offset: row.s)
      let at: Comment = "s = \(row.s)"
      #expect(machine.state.contentOffset == row.contentOffset, at)
      #expect(isPrinted(machine.frame("banner"), as: row.banner), at)
      #expect(isPrinted(machine.sourceCrop("banner"), as: [0, 107.6667, 800, 234.6667]), at)
      #expect(isPrintedSquare(machine.frame("avatar"), as: row.avatar), at)
      #expect(isPrinted(machine.cornerRadius("avatar"), as: row.radius), at)
      #expect(isPrinted(machine.borderWidth("avatar"), as: row.border), at)
      #expect(machine.paints("avatar", after: "banner") == (row.z == 0), at)
      #expect(isPrinted(machine.rows("rows")?.top, as: row.firstRow), at)
      #expect(machine.rows("rows")?.pitch == 45 && machine.rows("rows")?.count == 30, at)
      #expect(isPrinted(machine.frame("tableHeader"), as: [0, row.firstRow - 44, 375, 44]), at)
      #expect(machine.ladder("banner").step == nil && machine.crossfade("banner") == nil, at)
      #expect(machine.state.layer("title") == nil, at)
    }
  }

  @Test func tableWithStatusBarOf44() throws {
    var machine = try DocumentMachine("stretch", "table", constants: ["statusBarHeight": 44])
    for row in Self.sequence {
      try machine.receive(offset: row.s)
      let at: Comment = "s = \(row.s)"
      let pulled = row.s < 0 ? row.banner : [0, row.notchBannerTop, 375, 110]
      #expect(isPrinted(machine.frame("banner"), as: pulled), at)
      #expect(isPrintedSquare(machine.frame("avatar"), as: row.notchAvatar), at)
      #expect(machine.paints("avatar", after: "banner") == (row.notchZ == 0), at)
    }
  }

  @Test func scrollViewHeaderMovesLikeTable() throws {
    var machine = try DocumentMachine("stretch", "scroll")
    for row in Self.sequence {
      try machine.receive(offset: row.s)
      let at: Comment = "s = \(row.s)"
      #expect(machine.state.contentOffset == row.s, at)
      #expect(isPrinted(machine.frame("banner"), as: row.banner), at)
      #expect(isPrintedSquare(machine.frame("avatar"), as: row.avatar), at)
      #expect(machine.paints("avatar", after: "banner") == (row.z == 0), at)
      #expect(isPrinted(machine.frame("spacer"), as: [0, 510 - row.s, 375, 390]), at)
      #expect(machine.frame("rows") == nil && machine.frame("tableHeader") == nil, at)
    }
  }

  @Test(arguments: [("scroll", false), ("table", true)])
  func flingPastTheTop(_ variant: String, _ avatarInFront: Bool) throws {
    var machine = try DocumentMachine("stretch", variant)
    for offset in [0, 110, -40.0] {
      try machine.receive(offset: offset)
    }
    #expect(machine.paints("avatar", after: "banner") == avatarInFront)
    #expect((machine.state.layers.first?.id == "header") == avatarInFront)
  }

  static let sequence: [Row] = [
    .init(
      s: -110, contentOffset: -220, banner: [-187.5, 0, 750, 220], avatar: [40, 180, 69], z: 0,
      radius: 10, border: 3, firstRow: 264, notchBannerTop: 0,
      notchAvatar: [40, 180, 69], notchZ: 0),
    .init(
      s: -55, contentOffset: -165, banner: [-93.75, 0, 562.5, 165], avatar: [40, 125, 69], z: 0,
      radius: 10, border: 3, firstRow: 209, notchBannerTop: 0,
      notchAvatar: [40, 125, 69], notchZ: 0),
    .init(
      s: -22.5, contentOffset: -132.5, banner: [-38.3523, 0, 451.7045, 132.5],
      avatar: [40, 92.5, 69], z: 0,
      radius: 10, border: 3, firstRow: 176.5, notchBannerTop: 0,
      notchAvatar: [40, 92.5, 69], notchZ: 0),
    .init(
      s: -10, contentOffset: -120, banner: [-17.0455, 0, 409.0909, 120], avatar: [40, 80, 69], z: 0,
      radius: 10, border: 3, firstRow: 164, notchBannerTop: 0,
      notchAvatar: [40, 80, 69], notchZ: 0),
    .init(
      s: 0, contentOffset: -110, banner: [0, 0, 375, 110], avatar: [40, 70, 69], z: 0,
      radius: 10, border: 3, firstRow: 154, notchBannerTop: 0,
      notchAvatar: [40, 70, 69], notchZ: 0),
    .init(
      s: 10, contentOffset: -100, banner: [0, -10, 375, 110], avatar: [43.5714, 67.1429, 61.8571],
      z: 0,
      radius: 8.9648, border: 2.6894, firstRow: 144, notchBannerTop: -10,
      notchAvatar: [43.5714, 67.1429, 61.8571], notchZ: 0),
    .init(
      s: 22, contentOffset: -88, banner: [0, -22, 375, 110], avatar: [47.8571, 63.7143, 53.2857],
      z: 0,
      radius: 7.7226, border: 2.3168, firstRow: 132, notchBannerTop: -22,
      notchAvatar: [47.8571, 63.7143, 53.2857], notchZ: 0),
    .init(
      s: 23, contentOffset: -87, banner: [0, -23, 375, 110], avatar: [48.2143, 63.4286, 52.5714],
      z: 0,
      radius: 7.619, border: 2.2857, firstRow: 131, notchBannerTop: -22,
      notchAvatar: [47.8571, 62.7143, 53.2857], notchZ: 2),
    .init(
      s: 33.5, contentOffset: -76.5, banner: [0, -33.5, 375, 110],
      avatar: [51.9643, 60.4286, 45.0714], z: 0,
      radius: 6.5321, border: 1.9596, firstRow: 120.5, notchBannerTop: -22,
      notchAvatar: [47.8571, 52.2143, 53.2857], notchZ: 2),
    .init(
      s: 46, contentOffset: -64, banner: [0, -46, 375, 110], avatar: [56.4286, 56.8571, 36.1429],
      z: 0,
      radius: 5.2381, border: 1.5714, firstRow: 108, notchBannerTop: -22,
      notchAvatar: [47.8571, 39.7143, 53.2857], notchZ: 2),
    .init(
      s: 46.5, contentOffset: -63.5, banner: [0, -46, 375, 110],
      avatar: [56.4286, 56.3571, 36.1429], z: 2,
      radius: 5.2381, border: 1.5714, firstRow: 107.5, notchBannerTop: -22,
      notchAvatar: [47.8571, 39.2143, 53.2857], notchZ: 2),
    .init(
      s: 60, contentOffset: -50, banner: [0, -46, 375, 110], avatar: [56.4286, 42.8571, 36.1429],
      z: 2,
      radius: 5.2381, border: 1.5714, firstRow: 94, notchBannerTop: -22,
      notchAvatar: [47.8571, 25.7143, 53.2857], notchZ: 2),
    .init(
      s: 75, contentOffset: -35, banner: [0, -46, 375, 110], avatar: [56.4286, 27.8571, 36.1429],
      z: 2,
      radius: 5.2381, border: 1.5714, firstRow: 79, notchBannerTop: -22,
      notchAvatar: [47.8571, 10.7143, 53.2857], notchZ: 2),
    .init(
      s: 100, contentOffset: -10, banner: [0, -46, 375, 110], avatar: [56.4286, 2.8571, 36.1429],
      z: 2,
      radius: 5.2381, border: 1.5714, firstRow: 54, notchBannerTop: -22,
      notchAvatar: [47.8571, -14.2857, 53.2857], notchZ: 2),
  ]
}

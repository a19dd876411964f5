import HeaderModel
import PortableMath
import Testing

/// Calculated states of mimic on a screen of 320 points with a banner picture of 1266 x 527 pixels.
/// Offsets are content offsets y.
@Suite struct MimicTables {
  struct Row: Sendable {
    var y: Double
    var phase: String
    var bannerHeight: Double
    var crop: [Double]
    var avatar: [Double]
    var above: Bool
    var adjustment: Double?
    var titleTop: Double?
    var visible: Bool
    var step: Int?
    var radius: Double?
    var sectionTop: Double
    var firstRow: Double

    init(
      y: Double, _ phase: String, bannerHeight: Double, crop: [Double], avatar: [Double],
      above: Bool, adjustment: Double?, titleTop: Double?, visible: Bool, step: Int?,
      radius: Double?, sectionTop: Double, firstRow: Double
    ) {
      self.y = y
      self.phase = phase
      self.bannerHeight = bannerHeight
      self.crop = crop
      self.avatar = avatar
      self.above = above
      self.adjustment = adjustment
      self.titleTop = titleTop
      self.visible = visible
      self.step = step
      self.radius = radius
      self.sectionTop = sectionTop
      self.firstRow = firstRow
    }
  }

  @Test func sequenceFromTopToBottom() throws {
    var machine = try DocumentMachine("mimic")
    for row in Self.sequence {
      try machine.receive(offset: row.y + 64)
      let state = machine.state
      let at: Comment = "y = \(row.y)"
      #expect(state.offset == row.y + 64, at)
      #expect(state.contentOffset == row.y, at)
      #expect(state.phase == row.phase, at)
      #expect(isPrinted(machine.frame("banner"), as: [0, 0, 320, row.bannerHeight]), at)
      #expect(isPrinted(machine.frame("banner")?.maxY, as: row.bannerHeight), at)
      #expect(isPrinted(machine.sourceCrop("banner"), as: row.crop), at)
      #expect(isPrintedSquare(machine.frame("avatar"), as: row.avatar), at)
      #expect(machine.cornerRadius("avatar") == 8 && machine.borderWidth("avatar") == 3, at)
      #expect(machine.paints("avatar", after: "banner") == row.above, at)
      let isInstalled = state.layer("titleWindow")?.visible == true
      #expect(isInstalled == (row.adjustment != nil), at)
      #expect(
        isPrinted(isInstalled ? machine.remembered("adjustment") : nil, as: row.adjustment), at)
      #expect(isPrinted(isInstalled ? machine.frame("title")?.y : nil, as: row.titleTop), at)
      #expect(machine.shows("title", in: "titleWindow") == row.visible, at)
      #expect(machine.ladder("banner").step == row.step, at)
      #expect(isPrinted(machine.ladder("banner").radius, as: row.radius), at)
      #expect(isPrinted(machine.frame("sectionHeader")?.y, as: row.sectionTop), at)
      #expect(isPrinted(machine.rows("rows")?.top, as: row.firstRow), at)
    }
  }

  struct Jump: Sendable {
    var events: [Double]
    var installed: Bool
    var adjustment: Double?
    var step: Int?
    var above: Bool
    var complete: Bool

    init(
      _ events: [Double], installed: Bool, adjustment: Double?, step: Int?, above: Bool,
      complete: Bool
    ) {
      self.events = events
      self.installed = installed
      self.adjustment = adjustment
      self.step = step
      self.above = above
      self.complete = complete
    }
  }

  @Test(arguments: jumps) func jumpsFromLaunch(_ jump: Jump) throws {
    var machine = try DocumentMachine("mimic")
    for y in jump.events {
      try machine.receive(offset: y + 64)
    }
    #expect(machine.state.layer("title")?.visible == jump.installed)
    #expect(machine.state.layer("subtitle")?.visible == jump.installed)
    if jump.installed { #expect(machine.remembered("adjustment") == jump.adjustment) }
    #expect(machine.ladder("banner").step == jump.step)
    #expect(machine.paints("avatar", after: "banner") == jump.above)
    // If the collapse is complete, the next jump past the window assigns nothing.
    let before = machine.remembered("adjustment")
    if jump.installed {
      try machine.receive(offset: 100 + 64)
      #expect(machine.remembered("adjustment") == (jump.complete ? before : 0))
    }
  }

  static let sequence: [Row] = [
    .init(
      y: -124.5, "pulledDown", bannerHeight: 160.5, crop: [107.6417, 0, 1050.7165, 527],
      avatar: [8, 140.5, 70], above: true, adjustment: nil, titleTop: nil,
      visible: false, step: nil, radius: nil, sectionTop: 260.5, firstRow: 304.5),
    .init(
      y: -64, "expanded", bannerHeight: 100, crop: [0, 65.6875, 1266, 395.625],
      avatar: [8, 80, 70], above: true, adjustment: nil, titleTop: nil,
      visible: false, step: nil, radius: nil, sectionTop: 200, firstRow: 244),
    .init(
      y: -50, "collapsing", bannerHeight: 86, crop: [0, 93.3812, 1266, 340.2375],
      avatar: [8, 66, 70], above: true, adjustment: nil, titleTop: nil,
      visible: false, step: nil, radius: nil, sectionTop: 186, firstRow: 230),
    .init(
      y: -48, "collapsing", bannerHeight: 84, crop: [0, 97.3375, 1266, 332.325],
      avatar: [8, 64, 70], above: true, adjustment: nil, titleTop: nil,
      visible: false, step: nil, radius: nil, sectionTop: 184, firstRow: 228),
    .init(
      y: -40, "collapsing", bannerHeight: 76, crop: [0, 113.1625, 1266, 300.675],
      avatar: [8, 64, 62], above: true, adjustment: nil, titleTop: nil,
      visible: false, step: nil, radius: nil, sectionTop: 176, firstRow: 220),
    .init(
      y: -34, "collapsing", bannerHeight: 70, crop: [0, 125.0312, 1266, 276.9375],
      avatar: [8, 64, 56], above: true, adjustment: nil, titleTop: nil,
      visible: false, step: nil, radius: nil, sectionTop: 170, firstRow: 214),
    .init(
      y: -28, "collapsing", bannerHeight: 64, crop: [0, 136.9, 1266, 253.2],
      avatar: [8, 64, 50], above: true, adjustment: nil, titleTop: nil,
      visible: false, step: nil, radius: nil, sectionTop: 164, firstRow: 208),
    .init(
      y: -27.5, "minified", bannerHeight: 64, crop: [0, 136.9, 1266, 253.2],
      avatar: [8, 64, 49.5], above: false, adjustment: 60, titleTop: 86,
      visible: false, step: nil, radius: nil, sectionTop: 163.5, firstRow: 207.5),
    .init(
      y: -22, "minified", bannerHeight: 64, crop: [0, 136.9, 1266, 253.2],
      avatar: [8, 64, 44], above: false, adjustment: 60, titleTop: 86,
      visible: false, step: nil, radius: nil, sectionTop: 158, firstRow: 202),
    .init(
      y: -8, "minified", bannerHeight: 64, crop: [0, 136.9, 1266, 253.2],
      avatar: [8, 50, 44], above: false, adjustment: 60, titleTop: 86,
      visible: false, step: nil, radius: nil, sectionTop: 144, firstRow: 188),
    .init(
      y: -7.5, "titleArriving", bannerHeight: 64, crop: [0, 136.9, 1266, 253.2],
      avatar: [8, 49.5, 44], above: false, adjustment: 39.5, titleTop: 65.5,
      visible: false, step: 4, radius: 12, sectionTop: 143.5, firstRow: 187.5),
    .init(
      y: -4, "titleArriving", bannerHeight: 64, crop: [0, 136.9, 1266, 253.2],
      avatar: [8, 46, 44], above: false, adjustment: 36, titleTop: 62,
      visible: true, step: 4, radius: 12, sectionTop: 140, firstRow: 184),
    .init(
      y: 0, "titleArriving", bannerHeight: 64, crop: [0, 136.9, 1266, 253.2],
      avatar: [8, 42, 44], above: false, adjustment: 32, titleTop: 58,
      visible: true, step: 5, radius: 15, sectionTop: 136, firstRow: 180),
    .init(
      y: 8, "titleArriving", bannerHeight: 64, crop: [0, 136.9, 1266, 253.2],
      avatar: [8, 34, 44], above: false, adjustment: 24, titleTop: 50,
      visible: true, step: 6, radius: 18, sectionTop: 128, firstRow: 172),
    .init(
      y: 17, "titleArriving", bannerHeight: 64, crop: [0, 136.9, 1266, 253.2],
      avatar: [8, 25, 44], above: false, adjustment: 15, titleTop: 41,
      visible: true, step: 8, radius: 24, sectionTop: 119, firstRow: 163),
    .init(
      y: 31.5, "titleArriving", bannerHeight: 64, crop: [0, 136.9, 1266, 253.2],
      avatar: [8, 10.5, 44], above: false, adjustment: 0.5, titleTop: 26.5,
      visible: true, step: 10, radius: 30, sectionTop: 104.5, firstRow: 148.5),
    .init(
      y: 32, "titleArriving", bannerHeight: 64, crop: [0, 136.9, 1266, 253.2],
      avatar: [8, 10, 44], above: false, adjustment: 0, titleTop: 26,
      visible: true, step: 10, radius: 30, sectionTop: 104, firstRow: 148),
    .init(
      y: 32.5, "complete", bannerHeight: 64, crop: [0, 136.9, 1266, 253.2],
      avatar: [8, 9.5, 44], above: false, adjustment: 0, titleTop: 26,
      visible: true, step: 10, radius: 30, sectionTop: 103.5, firstRow: 147.5),
    .init(
      y: 72, "complete", bannerHeight: 64, crop: [0, 136.9, 1266, 253.2],
      avatar: [8, -30, 44], above: false, adjustment: 0, titleTop: 26,
      visible: true, step: 10, radius: 30, sectionTop: 64, firstRow: 108),
    .init(
      y: 160, "complete", bannerHeight: 64, crop: [0, 136.9, 1266, 253.2],
      avatar: [8, -118, 44], above: false, adjustment: 0, titleTop: 26,
      visible: true, step: 10, radius: 30, sectionTop: 64, firstRow: 20),
  ]

  static let jumps: [Jump] = [
    .init([-64, 100], installed: true, adjustment: 0, step: 10, above: false, complete: true),
    .init([-64, 100, -20], installed: true, adjustment: 0, step: 10, above: false, complete: true),
    .init([-64, 0, -20], installed: true, adjustment: 32, step: 5, above: false, complete: false),
    .init(
      [-64, 100, 10, 100], installed: true, adjustment: 22, step: 7, above: false, complete: true),
    .init(
      [-64, 100, 10, 100, -28], installed: true, adjustment: 22, step: 7, above: false,
      complete: true),
    .init(
      [-64, 100, 10, 100, -28.5], installed: false, adjustment: nil, step: nil, above: true,
      complete: false),
    .init([-64, -28], installed: false, adjustment: nil, step: nil, above: true, complete: false),
    .init([-64, 0, -28], installed: true, adjustment: 32, step: 5, above: false, complete: false),
    .init([-64, -20], installed: true, adjustment: 60, step: nil, above: false, complete: false),
    .init(
      [-64, -20, -7.5], installed: true, adjustment: 39.5, step: 4, above: false, complete: false),
  ]
}

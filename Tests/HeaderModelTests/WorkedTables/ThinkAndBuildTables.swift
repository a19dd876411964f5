import HeaderModel
import PortableMath
import Testing

/// Calculated states of thinkandbuild on a screen of 375 points.
@Suite struct ThinkAndBuildTables {
  struct Row: Sendable {
    var o: Double
    var phase: String
    var banner: [Double]
    var avatar: [Double]
    var radius: Double
    var border: Double
    var z: Int
    var labelInHeader: Double
    var labelTop: Double
    var alpha: Double
    var nameTop: Double
    var buttonTop: Double

    init(
      o: Double, _ phase: String, banner: [Double], avatar: [Double], radius: Double,
      border: Double, z: Int, labelInHeader: Double, labelTop: Double, alpha: Double,
      nameTop: Double, buttonTop: Double
    ) {
      self.o = o
      self.phase = phase
      self.banner = banner
      self.avatar = avatar
      self.radius = radius
      self.border = border
      self.z = z
      self.labelInHeader = labelInHeader
      self.labelTop = labelTop
      self.alpha = alpha
      self.nameTop = nameTop
      self.buttonTop = buttonTop
    }
  }

  @Test func sequenceFromTopToBottom() throws {
    var machine = try DocumentMachine("thinkandbuild")
    for row in Self.sequence {
      try machine.receive(offset: row.o)
      let state = machine.state
      let at: Comment = "o = \(row.o)"
      #expect(state.offset == row.o && state.contentOffset == row.o, at)
      #expect(state.phase == row.phase, at)
      #expect(isPrinted(machine.frame("banner"), as: row.banner), at)
      #expect(isPrinted(machine.frame("banner")?.maxY, as: row.banner[1] + row.banner[3]), at)
      #expect(isPrinted(machine.sourceCrop("banner"), as: [0, 110.8667, 800, 228.2667]), at)
      #expect(isPrintedSquare(machine.frame("avatar"), as: row.avatar), at)
      #expect(isPrinted(machine.cornerRadius("avatar"), as: row.radius), at)
      #expect(isPrinted(machine.borderWidth("avatar"), as: row.border), at)
      #expect(machine.paints("avatar", after: "banner") == (row.z == 0), at)
      #expect(order(machine) == paintOrder(z: row.z), at)
      #expect(
        isPrinted(machine.remembered("titleShift").map { $0 + 104 }, as: row.labelInHeader), at)
      #expect(isPrinted(machine.frame("title")?.y, as: row.labelTop), at)
      #expect(isPrinted(machine.crossfade("banner"), as: row.alpha), at)
      #expect(isPrinted(machine.frame("name"), as: [8, row.nameTop, 224, 22]), at)
      #expect(isPrinted(machine.frame("handle"), as: [8, row.nameTop + 21, 128, 21]), at)
      #expect(isPrinted(machine.frame("follow"), as: [375 - 122, row.buttonTop, 112, 30]), at)
    }
  }

  struct Memory: Sendable {
    var events: [Double]
    var z: Int
    var above: Bool
    var translation: Double
    var alpha: Double

    init(_ events: [Double], z: Int, above: Bool, translation: Double, alpha: Double) {
      self.events = events
      self.z = z
      self.above = above
      self.translation = translation
      self.alpha = alpha
    }
  }

  @Test(arguments: memories) func memoryAtLaunch(_ memory: Memory) throws {
    var machine = try DocumentMachine("thinkandbuild")
    for o in memory.events {
      try machine.receive(offset: o)
    }
    #expect(order(machine) == paintOrder(z: memory.z))
    #expect(machine.paints("avatar", after: "banner") == memory.above)
    #expect(machine.remembered("titleShift") == memory.translation)
    #expect(machine.crossfade("banner") == memory.alpha)
  }

  private func order(_ machine: DocumentMachine) -> [String] {
    machine.order(of: ["banner", "title", "content", "avatar", "statusBar"])
  }

  private func paintOrder(z: Int) -> [String] {
    z == 0
      ? ["banner", "title", "content", "avatar", "statusBar"]
      : ["content", "avatar", "banner", "title", "statusBar"]
  }

  static let sequence: [Row] = [
    .init(
      o: -214, "pulledDown", banner: [-375, 0, 1125, 321], avatar: [8, 293, 69],
      radius: 10, border: 3, z: 0, labelInHeader: 104, labelTop: 312, alpha: 0,
      nameTop: 370, buttonTop: 332),
    .init(
      o: -107, "pulledDown", banner: [-187.5, 0, 750, 214], avatar: [8, 186, 69],
      radius: 10, border: 3, z: 0, labelInHeader: 104, labelTop: 208, alpha: 0,
      nameTop: 263, buttonTop: 225),
    .init(
      o: -53.5, "pulledDown", banner: [-93.75, 0, 562.5, 160.5], avatar: [8, 132.5, 69],
      radius: 10, border: 3, z: 0, labelInHeader: 104, labelTop: 156, alpha: 0,
      nameTop: 209.5, buttonTop: 171.5),
    .init(
      o: -10, "pulledDown", banner: [-17.5234, 0, 410.0467, 117], avatar: [8, 89, 69],
      radius: 10, border: 3, z: 0, labelInHeader: 104, labelTop: 113.7196, alpha: 0,
      nameTop: 166, buttonTop: 128),
    .init(
      o: 0, "expanded", banner: [0, 0, 375, 107], avatar: [8, 79, 69],
      radius: 10, border: 3, z: 0, labelInHeader: 199, labelTop: 199, alpha: 0,
      nameTop: 156, buttonTop: 118),
    .init(
      o: 10, "collapsing", banner: [0, -10, 375, 107], avatar: [11.5714, 76.1429, 61.8571],
      radius: 8.9648, border: 2.6894, z: 0, labelInHeader: 189, labelTop: 179, alpha: 0,
      nameTop: 146, buttonTop: 108),
    .init(
      o: 20, "collapsing", banner: [0, -20, 375, 107], avatar: [15.1429, 73.2857, 54.7143],
      radius: 7.9296, border: 2.3789, z: 0, labelInHeader: 179, labelTop: 159, alpha: 0,
      nameTop: 136, buttonTop: 98),
    .init(
      o: 40, "collapsing", banner: [0, -40, 375, 107], avatar: [22.2857, 67.5714, 40.4286],
      radius: 5.8592, border: 1.7578, z: 0, labelInHeader: 159, labelTop: 119, alpha: 0,
      nameTop: 116, buttonTop: 78),
    .init(
      o: 40.5, "minified", banner: [0, -40, 375, 107], avatar: [22.2857, 67.0714, 40.4286],
      radius: 5.8592, border: 1.7578, z: 2, labelInHeader: 158.5, labelTop: 118.5, alpha: 0,
      nameTop: 115.5, buttonTop: 77.5),
    .init(
      o: 67, "minified", banner: [0, -40, 375, 107], avatar: [22.2857, 40.5714, 40.4286],
      radius: 5.8592, border: 1.7578, z: 2, labelInHeader: 132, labelTop: 92, alpha: 0,
      nameTop: 89, buttonTop: 51),
    .init(
      o: 92, "minified", banner: [0, -40, 375, 107], avatar: [22.2857, 15.5714, 40.4286],
      radius: 5.8592, border: 1.7578, z: 2, labelInHeader: 107, labelTop: 67, alpha: 0,
      nameTop: 64, buttonTop: 26),
    .init(
      o: 95, "minified", banner: [0, -40, 375, 107], avatar: [22.2857, 12.5714, 40.4286],
      radius: 5.8592, border: 1.7578, z: 2, labelInHeader: 104, labelTop: 64, alpha: 0,
      nameTop: 61, buttonTop: 23),
    .init(
      o: 112.5, "titleArriving", banner: [0, -40, 375, 107], avatar: [22.2857, -4.9286, 40.4286],
      radius: 5.8592, border: 1.7578, z: 2, labelInHeader: 86.5, labelTop: 46.5, alpha: 0.5,
      nameTop: 43.5, buttonTop: 5.5),
    .init(
      o: 125, "titleArriving", banner: [0, -40, 375, 107], avatar: [22.2857, -17.4286, 40.4286],
      radius: 5.8592, border: 1.7578, z: 2, labelInHeader: 74, labelTop: 34, alpha: 0.8571,
      nameTop: 31, buttonTop: -7),
    .init(
      o: 130, "complete", banner: [0, -40, 375, 107], avatar: [22.2857, -22.4286, 40.4286],
      radius: 5.8592, border: 1.7578, z: 2, labelInHeader: 69, labelTop: 29, alpha: 1,
      nameTop: 26, buttonTop: -12),
    .init(
      o: 200, "complete", banner: [0, -40, 375, 107], avatar: [22.2857, -92.4286, 40.4286],
      radius: 5.8592, border: 1.7578, z: 2, labelInHeader: 69, labelTop: 29, alpha: 1,
      nameTop: -44, buttonTop: -82),
  ]

  static let memories: [Memory] = [
    .init([-30], z: 0, above: true, translation: 0, alpha: 0),
    .init([0], z: 0, above: true, translation: 95, alpha: 0),
    .init([130, -10], z: 2, above: false, translation: -35, alpha: 1),
    .init([41, -5], z: 2, above: false, translation: 54, alpha: 0),
    .init([41, -5, 0], z: 0, above: true, translation: 95, alpha: 0),
    .init([0, 40], z: 0, above: true, translation: 55, alpha: 0),
    .init([41, 40], z: 0, above: true, translation: 55, alpha: 0),
  ]
}

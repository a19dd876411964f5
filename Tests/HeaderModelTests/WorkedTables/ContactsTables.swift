import HeaderModel
import PortableMath
import Testing

/// Calculated states of contacts on the screens of the storyboard (a) and the recording (b).
@Suite struct ContactsTables {
  struct Row: Sendable {
    var o: Double
    var percent: Double
    var pointSize: Double
    var height: Double
    var a: Screen
    var b: Screen
    var snappedX: Double

    struct Screen: Sendable {
      var line: Double
      var avatar: [Double]
      var labelTop: Double
      var firstRow: Double
    }
  }

  @Test(arguments: ["storyboard", "recording"])
  func sequenceFromTopToBottom(_ variant: String) throws {
    let device = try HeaderDocument.builtIn("contacts", variant: variant).device
    var machine = try DocumentMachine("contacts", variant)
    for row in Self.sequence {
      try machine.receive(offset: row.o)
      let screen = variant == "storyboard" ? row.a : row.b
      let at: Comment = "o = \(row.o)"
      #expect(
        isPrinted(
          machine.frame("header"), as: [0, device.statusBarHeight, device.width, row.height]), at)
      #expect(machine.sourceCrop("header") == nil, at)
      #expect(
        isPrinted(
          machine.frame("background"),
          as: [0, 0, device.width, device.statusBarHeight + row.height]), at)
      #expect(isPrinted(machine.pointSize("name"), as: row.pointSize), at)
      #expect(isPrinted(machine.pointSize("name").map { ($0 - 16) / 10 }, as: row.percent), at)
      #expect(isPrinted(machine.frame("name")?.height, as: screen.line), at)
      #expect(isPrinted(machine.frame("name")?.y, as: screen.labelTop), at)
      #expect(
        isPrinted(
          machine.frame("name").map { $0.x + $0.width / 2 }, as: device.width / 2), at)
      #expect(isPrintedSquare(machine.frame("avatar"), as: screen.avatar), at)
      #expect(
        machine.cornerRadius("avatar") == machine.frame("avatar").map { $0.width / 2 }, at)
      #expect(isPrinted(machine.rows("rows")?.top, as: screen.firstRow), at)
      if variant == "recording" {
        let pixels = try (#require(machine.frame("avatar")).x * 3 + 0.5).rounded(.down)
        #expect(isPrinted(pixels / 3, as: row.snappedX), at)
      }
    }
  }

  @Test(arguments: [("storyboard", 28.5), ("recording", 28 + 1.0 / 3)])
  func fieldsAreOneLineAndEightPointsApart(_ variant: String, _ pitch: Double) throws {
    let machine = try DocumentMachine("contacts", variant)
    #expect(isPrinted(machine.rows("rows")?.pitch, as: pitch))
    #expect(machine.rows("rows")?.count == 100)
  }

  static let sequence: [Row] = [
    .init(
      o: -100, percent: 3, pointSize: 46, height: 300,
      a: .init(line: 55, avatar: [99.5, 54, 215], labelTop: 279, firstRow: 344),
      b: .init(line: 55, avatar: [106.5, 57, 215], labelTop: 282, firstRow: 347), snappedX: 106.6667
    ),
    .init(
      o: -50, percent: 2, pointSize: 36, height: 250,
      a: .init(line: 43, avatar: [118.5, 54, 177], labelTop: 241, firstRow: 294),
      b: .init(line: 43, avatar: [125.5, 57, 177], labelTop: 244, firstRow: 297), snappedX: 125.6667
    ),
    .init(
      o: -38.0 / 3, percent: 1.2533, pointSize: 28.5333, height: 212.6667,
      a: .init(
        line: 34.5, avatar: [132.9167, 54, 148.1667], labelTop: 212.1667, firstRow: 256.6667),
      b: .init(
        line: 34.3333, avatar: [139.8333, 57, 148.3333], labelTop: 215.3333, firstRow: 259.6667),
      snappedX: 140),
    .init(
      o: 0, percent: 1, pointSize: 26, height: 200,
      a: .init(line: 31.5, avatar: [137.75, 54, 138.5], labelTop: 202.5, firstRow: 244),
      b: .init(line: 31.3333, avatar: [144.6667, 57, 138.6667], labelTop: 205.6667, firstRow: 247),
      snappedX: 144.6667),
    .init(
      o: 23.0 / 3, percent: 0.8467, pointSize: 24.4667, height: 192.3333,
      a: .init(
        line: 29.5, avatar: [140.5833, 54, 132.8333], labelTop: 196.8333, firstRow: 236.3333),
      b: .init(line: 29.3333, avatar: [147.5, 57, 133], labelTop: 200, firstRow: 239.3333),
      snappedX: 147.6667),
    .init(
      o: 10, percent: 0.8, pointSize: 24, height: 190,
      a: .init(line: 29, avatar: [141.5, 54, 131], labelTop: 195, firstRow: 234),
      b: .init(line: 28.6667, avatar: [148.3333, 57, 131.3333], labelTop: 198.3333, firstRow: 237),
      snappedX: 148.3333),
    .init(
      o: 25, percent: 0.5, pointSize: 21, height: 175,
      a: .init(line: 25.5, avatar: [147.25, 54, 119.5], labelTop: 183.5, firstRow: 219),
      b: .init(line: 25.3333, avatar: [154.1667, 57, 119.6667], labelTop: 186.6667, firstRow: 222),
      snappedX: 154.3333),
    .init(
      o: 118.0 / 3, percent: 0.2133, pointSize: 18.1333, height: 160.6667,
      a: .init(line: 22, avatar: [152.6667, 54, 108.6667], labelTop: 172.6667, firstRow: 204.6667),
      b: .init(line: 21.6667, avatar: [159.5, 57, 109], labelTop: 176, firstRow: 207.6667),
      snappedX: 159.6667),
    .init(
      o: 136.0 / 3, percent: 0.0933, pointSize: 16.9333, height: 154.6667,
      a: .init(
        line: 20.5, avatar: [154.9167, 54, 104.1667], labelTop: 168.1667, firstRow: 198.6667),
      b: .init(
        line: 20.3333, avatar: [161.8333, 57, 104.3333], labelTop: 171.3333, firstRow: 201.6667),
      snappedX: 162),
    .init(
      o: 50, percent: 0, pointSize: 16, height: 150,
      a: .init(line: 19.5, avatar: [156.75, 54, 100.5], labelTop: 164.5, firstRow: 194),
      b: .init(line: 19.3333, avatar: [163.6667, 57, 100.6667], labelTop: 167.6667, firstRow: 197),
      snappedX: 163.6667),
    .init(
      o: 179.0 / 3, percent: 0, pointSize: 16, height: 150,
      a: .init(line: 19.5, avatar: [156.75, 54, 100.5], labelTop: 164.5, firstRow: 184.3333),
      b: .init(
        line: 19.3333, avatar: [163.6667, 57, 100.6667], labelTop: 167.6667, firstRow: 187.3333),
      snappedX: 163.6667),
    .init(
      o: 100, percent: 0, pointSize: 16, height: 150,
      a: .init(line: 19.5, avatar: [156.75, 54, 100.5], labelTop: 164.5, firstRow: 144),
      b: .init(line: 19.3333, avatar: [163.6667, 57, 100.6667], labelTop: 167.6667, firstRow: 147),
      snappedX: 163.6667),
    .init(
      o: 306, percent: 0, pointSize: 16, height: 150,
      a: .init(line: 19.5, avatar: [156.75, 54, 100.5], labelTop: 164.5, firstRow: -62),
      b: .init(line: 19.3333, avatar: [163.6667, 57, 100.6667], labelTop: 167.6667, firstRow: -59),
      snappedX: 163.6667),
  ]
}

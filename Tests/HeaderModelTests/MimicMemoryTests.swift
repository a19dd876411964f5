import HeaderModel
import Testing

/// The effects of mimic's memory. Offsets are the project's content offsets y. The switch is at
/// y = -28.
@Suite struct MimicMemory {
  private var machine: DocumentMachine

  init() throws {
    machine = try DocumentMachine("mimic")
  }

  @Test mutating func keepsStateAtThreshold() throws {
    #expect(try feed(-64, -28).shift == nil)
    #expect(try feed(-27.5).shift == 60)
    #expect(try feed(-28).shift == 60)
    #expect(order == ["rows", "subheader", "avatar", "banner", "sectionHeader", "bar"])
    #expect(try feed(-28.5).shift == nil)
    #expect(order == ["rows", "subheader", "banner", "avatar", "sectionHeader", "bar"])
  }

  @Test mutating func scrollingBackBelowTheWindowKeepsTitleAndBlur() throws {
    #expect(try feed(-64, 0, -8.5).ladder == Ladder(5, 15))
    #expect(try feed(-15).ladder == Ladder(5, 15))
    #expect(shown.shift == 32)
    #expect(machine.state.phase == "minified")
  }

  @Test mutating func scrollingForwardBelowTheWindowIsSharpAndHidden() throws {
    #expect(try feed(-64, -15).ladder == nil)
    #expect(shown.shift == 60)
    #expect(!machine.shows("title", in: "titleWindow"))
  }

  @Test mutating func jumpPastTheWindowCompletesTransition() throws {
    #expect(try feed(-15).shift == 60)
    #expect(try feed(40).shift == 0)
    #expect(shown.ladder == Ladder(10, 30))
    #expect(machine.state.phase == "complete")
  }

  @Test mutating func jumpOutOfTheWindowKeepsCompletedTitle() throws {
    #expect(try feed(100, 10).shift == 22)
    #expect(try feed(100).shift == 22)
    #expect(shown.ladder == Ladder(7, 21))
    #expect(machine.state.phase == "complete")
    // After the flag is cleared in either way, the next jump completes the collapse.
    #expect(try feed(-40, 100).shift == 0)
  }

  @Test mutating func jumpBackBelowTheWindowKeepsTitle() throws {
    #expect(try feed(100, -20).shift == 0)
    #expect(machine.shows("title", in: "titleWindow"))
    #expect(shown.ladder == Ladder(10, 30))
  }

  @Test mutating func everyCollapseHidesTheTitle() throws {
    #expect(try feed(100, -40, -20).shift == 60)
    #expect(shown.ladder == nil)
  }

  @Test(
    arguments: zip([-8, -7.5, -4, -3.5, 2, 8, 14, 20, 26, 32], [nil, 4, 4, 5, 5, 6, 7, 8, 9, 10]))
  mutating func blurStepsIncludeTheirEndOffset(_ y: Double, _ step: Int?) throws {
    #expect(try feed(-20, y).ladder == step.map { Ladder($0, Double($0 * 3)) })
  }

  @Test(arguments: [("first", 0.0), ("doc", 22)])
  func olderVariantsUseTheSystemBlur(_ variant: String, _ shift: Double) throws {
    var machine = try DocumentMachine("mimic", variant)
    for y in [-20, 100, 10, 100.0] {
      try machine.receive(offset: y + 64)
      #expect(machine.state.layer("glass")?.visible == true)
      #expect(machine.ladder("banner").step == nil)
      #expect(machine.field("blur.kind") == .word("systemLight"))
    }
    // The variant `first` always completes the collapse, `doc` never does.
    #expect(machine.remembered("adjustment") == shift)
    try machine.receive(offset: 0)
    #expect(machine.state.layer("glass")?.visible == false)
    #expect(machine.field("blur.kind") == .word("none"))
  }

  private struct Ladder: Equatable {
    var step: Int
    var radius: Double

    init(_ step: Int, _ radius: Double) {
      self.step = step
      self.radius = radius
    }
  }

  /// The adjustment of the title, or `nil` if there is no title, and the blur step of the banner.
  private var shown: (shift: Double?, ladder: Ladder?) {
    let isInstalled = machine.state.layer("title")?.visible == true
    let (step, radius) = machine.ladder("banner")
    return (
      isInstalled ? machine.remembered("adjustment") : nil, step.map { Ladder($0, radius ?? .nan) }
    )
  }

  private var order: [String] {
    machine.order(of: ["rows", "subheader", "banner", "avatar", "sectionHeader", "bar"])
  }

  private mutating func feed(_ offsets: Double...) throws -> (shift: Double?, ladder: Ladder?) {
    for y in offsets {
      try machine.receive(offset: y + 64)
    }
    return shown
  }
}

import HeaderModel
import Testing

/// What mimic remembers, one effect a test; offsets are the project's content offsets y, S = -28.
@Suite struct MimicMemory {
  private var machine: DocumentMachine

  init() throws {
    machine = try DocumentMachine(.mimic)
  }

  @Test mutating func onTheSwitchItselfThePreviousStateStays() throws {
    #expect(try feed(-64, -28).title == nil)
    #expect(try feed(-27.5).title?.shift == 60)
    #expect(try feed(-28).title?.shift == 60)
    #expect(
      machine.state.paintOrder == [.rows, .subheader, .avatar, .banner, .sectionHeader, .bar])
    #expect(try feed(-28.5).title == nil)
    #expect(
      machine.state.paintOrder == [.rows, .subheader, .banner, .avatar, .sectionHeader, .bar])
  }

  @Test mutating func comingBackUnderTheWindowItsLastTitleAndBlurStay() throws {
    #expect(try feed(-64, 0, -8.5).blur == .ladder(step: 5, radius: 15))
    #expect(try feed(-15).blur == .ladder(step: 5, radius: 15))
    #expect(machine.state.title?.shift == 32)
    #expect(machine.state.phase == .minified)
  }

  @Test mutating func goingUpThroughTheSameRegionItIsSharpAndHidden() throws {
    #expect(try feed(-64, -15).blur == HeaderState.Blur.none)
    #expect(machine.state.title?.shift == 60)
    #expect(machine.state.title?.visible == false)
  }

  @Test mutating func leapingOverTheWindowFinishesAtOnce() throws {
    #expect(try feed(-15).title?.shift == 60)
    #expect(try feed(40).title?.shift == 0)
    #expect(machine.state.blur == .ladder(step: 10, radius: 30))
    #expect(machine.state.phase == .complete)
  }

  @Test mutating func onceFinishedALeapOutOfTheWindowLeavesItsTitle() throws {
    #expect(try feed(100, 10).title?.shift == 22)
    #expect(try feed(100).title?.shift == 22)
    #expect(machine.state.blur == .ladder(step: 7, radius: 21))
    #expect(machine.state.phase == .complete)
    // Both ways of clearing the mark let the next leap finish again.
    #expect(try feed(-40, 100).title?.shift == 0)
  }

  @Test mutating func leapingBackUnderTheWindowLeavesTheTitleShown() throws {
    #expect(try feed(100, -20).title?.shift == 0)
    #expect(machine.state.title?.visible == true)
    #expect(machine.state.blur == .ladder(step: 10, radius: 30))
  }

  @Test mutating func everyMinifyHidesTheTitleAgain() throws {
    #expect(try feed(100, -40, -20).title?.shift == 60)
    #expect(machine.state.blur == HeaderState.Blur.none)
  }

  @Test(
    arguments: zip([-8, -7.5, -4, -3.5, 2, 8, 14, 20, 26, 32], [nil, 4, 4, 5, 5, 6, 7, 8, 9, 10]))
  mutating func stepsOfTheLadderEndOnTheirOffset(_ y: Double, _ step: Int?) throws {
    let state = try feed(-20, y)
    guard case .ladder(let shown, let radius) = state.blur else {
      #expect(step == nil)
      return
    }
    #expect(shown == step)
    #expect(radius == Double(shown * 3))
  }

  @Test(arguments: [(HeaderVariant.first, 0.0), (.doc, 22)])
  func olderRevisionsBlurWithTheSystem(_ variant: HeaderVariant, _ shift: Double) throws {
    var machine = try DocumentMachine(.mimic, variant)
    for y in [-20, 100, 10, 100.0] {
      try machine.receive(offset: y + 64)
      #expect(machine.state.blur == .systemLight)
    }
    // The first revision finishes every time, the prose knows no finish.
    #expect(machine.state.title?.shift == shift)
    #expect(try machine.receive(offset: 0).blur == HeaderState.Blur.none)
  }

  private mutating func feed(_ offsets: Double...) throws -> HeaderState {
    for y in offsets {
      try machine.receive(offset: y + 64)
    }
    return machine.state
  }
}

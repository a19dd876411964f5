import FileAccess
import Testing

/// Errors keep the properties they speak of apart from their words.
@Suite struct MessageTextTests {
  private let error = HeaderKitError(
    .usage, subject: .property(.device), reason: "\(9) is not known",
    remedy: "raise \(.frameLimit)" + " or leave out \(.device)")

  @Test func theLibrarySpeaksOfItsProperties() {
    #expect(
      error.description == "device: 9 is not known; raise limits.frames or leave out device")
  }

  @Test func othersPutInTheirOwnNames() {
    #expect(
      error.text { "<\($0)>" }
        == "<device>: 9 is not known; raise <frameLimit> or leave out <device>"
    )
    let named = error.naming { $0 == .device ? "the screen" : nil }
    #expect(named.subject == .place("the screen"))
    #expect(named.remedy.properties == [.frameLimit])
    #expect(
      named.description
        == "the screen: 9 is not known; raise limits.frames or leave out the screen")
  }

  @Test func equalTextsAreEqualHoweverTheyWereMade() {
    #expect("a\(.scale)" + "b" == ("a" + "\(.scale)b" as MessageText))
    #expect(MessageText("").isEmpty && ("\("")" as MessageText).isEmpty)
  }

  @Test func everyPropertyHasANameOfItsOwn() {
    let names = RequestProperty.allCases.map(\.rawValue)
    #expect(Set(names).count == names.count && !names.contains { $0.hasPrefix("-") })
  }
}

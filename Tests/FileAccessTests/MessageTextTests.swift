import FileAccess
import Testing

/// Messages store the properties they mention separately from their text.
@Suite struct MessageTextTests {
  private let error = HeaderKitError(
    .usage, subject: .property(.texts), reason: "\(9) is not known",
    remedy: "raise \(.frameLimit)" + " or leave out \(.texts)")

  @Test func libraryMessagesNameProperties() {
    #expect(
      error.description == "texts: 9 is not known; raise limits.frames or leave out texts")
  }

  @Test func callersReplaceOptionNames() {
    #expect(
      error.text { "<\($0.option)>" }
        == "<texts>: 9 is not known; raise <maxFrames> or leave out <texts>"
    )
    let named = error.naming { $0 == .texts ? "the screen" : nil }
    #expect(named.subject == .location("the screen"))
    #expect(named.remedy.properties == [.frameLimit])
    #expect(
      named.description
        == "the screen: 9 is not known; raise limits.frames or leave out the screen")
  }

  @Test func equalMessageTextsAreEqual() {
    #expect("a\(.texts)" + "b" == ("a" + "\(.texts)b" as MessageText))
    #expect(MessageText("").isEmpty && ("\("")" as MessageText).isEmpty)
  }

  @Test func libraryMessagesUsePropertyNames() {
    #expect(RequestProperty(rawValue: "limits.frames") == .frameLimit)
    #expect(Set([RequestProperty(rawValue: "limits.frames"), .frameLimit]).count == 1)
  }
}

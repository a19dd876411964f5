import StrictJSON
import Testing

@Suite struct NearestNameTests {
  private static let known = ["time", "offset", "easing", "interpolation", "fps"]

  @Test(arguments: [
    ("tiem", "time"), ("Time", "time"), ("ofset", "offset"), ("offfset", "offset"),
    ("esaing", "easing"), ("interpolate", "interpolation"), ("fsp", "fps"),
  ])
  func nearNamesAreSuggested(written: String, meant: String) {
    #expect(NearestName(to: written, among: Self.known).suggestion == meant)
  }

  @Test(arguments: ["color", "", "xyz", "velocity"])
  func distantNamesAreNotSuggested(written: String) {
    #expect(NearestName(to: written, among: Self.known).suggestion == nil)
  }

  @Test func piecewiseWritingEqualsWholeWriting() {
    let known = ["ease-out", "ease-in-out", "safeArea.top", "safeArea.bottom"]
    #expect(NearestName(to: "easeInOut", among: known).suggestion == "ease-in-out")
    #expect(NearestName(to: "safe_area_top", among: known).suggestion == "safeArea.top")
  }

  @Test func comparesFunctionsByName() {
    let known = ["ease", "linear", "linear(...)", "cubic-bezier(...)"]
    #expect(NearestName(to: "cubic-bezir", among: known).suggestion == "cubic-bezier(...)")
    #expect(NearestName(to: "liner", among: known).suggestion == "linear")
  }

  /// Among equally near names, the first is chosen.
  @Test func firstOfEquallyNearNamesWins() {
    #expect(NearestName(to: "bat", among: ["cat", "hat", "rat"]).suggestion == "cat")
    #expect(NearestName(to: "bat", among: ["dog", "rat", "cat"]).suggestion == "rat")
    #expect(NearestName(to: "bat", among: ["cat", "bat"]).suggestion == "bat")
  }

  /// The limit is one letter for names of up to five letters, then a third of the longer name.
  @Test(arguments: [
    ("abc", "abd", true), ("abc", "axd", false), ("abcde", "abxye", false),
    ("abcdef", "abxyef", true), ("abcdef", "axyzef", false), ("abcdefgh", "abxydefghi", true),
  ])
  func suggestsNamesWithUpToAThirdDifferentLetters(written: String, known: String, isNear: Bool) {
    #expect((NearestName(to: written, among: [known]).suggestion == known) == isNear)
  }

  @Test(arguments: [
    ("\"ease-otu\"", "\"ease-otu\": ", "did you mean \"ease-out\"?"),
    ("\"cubic-bezier(1)\"", "\"cubic-bezier(1)\": ", ""), ("\"linear(\"", "\"linear(\": ", ""),
  ])
  func easingErrorsQuoteTheText(text: String, start: String, end: String) throws {
    let value = try JSONValue.parse(Array(text.utf8))
    let error = #expect(throws: JSONError.self) { _ = try value.easing() }
    #expect(error?.message.hasPrefix(start) == true)
    #expect(error?.message.hasSuffix(end) == true)
  }
}

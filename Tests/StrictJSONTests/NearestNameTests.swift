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

  @Test(arguments: ["colour", "", "xyz", "velocity"])
  func farNamesAreNot(written: String) {
    #expect(NearestName(to: written, among: Self.known).suggestion == nil)
  }

  @Test func writtenInOnePieceOrInSeveralIsTheSame() {
    let known = ["ease-out", "ease-in-out", "safeArea.top", "safeArea.bottom"]
    #expect(NearestName(to: "easeInOut", among: known).suggestion == "ease-in-out")
    #expect(NearestName(to: "safe_area_top", among: known).suggestion == "safeArea.top")
  }

  @Test func functionsAreComparedByTheirNames() {
    let known = ["ease", "linear", "linear(...)", "cubic-bezier(...)"]
    #expect(NearestName(to: "cubic-bezir", among: known).suggestion == "cubic-bezier(...)")
    #expect(NearestName(to: "liner", among: known).suggestion == "linear")
  }
}

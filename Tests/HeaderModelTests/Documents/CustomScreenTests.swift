import HeaderModel
import PortableMath
import StrictJSON
import Testing

/// Screens that a document describes with their insets.
@Suite struct CustomScreenTests {
  private func document(_ device: String) throws -> HeaderDocument {
    try HeaderDocument.parse(
      Array(
        """
        {"version": 1, "name": "own", "screen": {"device": \(device)},
         "scroll": {"maximumOffset": 10}, "layers": [
           {"id": "a", "type": "rectangle", "y": "safeArea.top", "height": "safeArea.bottom",
            "width": "screen.scale"}]}
        """.utf8))
  }

  @Test func screenHasItsInsets() throws {
    let document = try document(
      #"{"size": [411, 731], "scale": 2.625, "safeArea": [24, 0, 48, 0]}"#)
    #expect(document.device.name == "411x731@2.625")
    var header = try HeaderInterpreter(
      document: document,
      environment: DocumentEnvironment(device: document.device, measurer: FixedTextSize()))
    let frame = try #require(try header.state().layer("a")).frame
    #expect([frame.y, frame.width, frame.height] == [24, 2.625, 48])
  }

  @Test func defaultStatusBarHeightIs20Points() throws {
    let device = try document(#"{"size": [300.5, 400], "scale": 1.5}"#).device
    #expect(device == Device(width: 300.5, height: 400, scale: 1.5))
    #expect(device.statusBarHeight == 20 && device.safeAreaBottom == 0)
  }

  @Test(arguments: [
    (
      #"{"size": [411, 731], "scale": 2, "safeArea": [24, 8, 48, 0]}"#,
      "safeArea: found an inset at the right or left, expected 0; write [top, 0, bottom, 0]"
    ),
    (#"{"size": [411, 731]}"#, "device: \"scale\" is missing"),
    (#"{"size": [411, 731], "scale": 9}"#, "scale: 9 is out of range"),
    (#"{"size": [411], "scale": 2}"#, "size: "),
  ])
  func rejectsInvalidScreens(device: String, message: String) {
    let error = #expect(throws: JSONError.self) { try document(device) }
    #expect(error?.description.contains("screen.device") ?? false)
    #expect(error?.description.contains(message) ?? false, "\(String(describing: error))")
  }
}

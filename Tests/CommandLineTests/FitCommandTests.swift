import Foundation
import Testing

/// `fit` and `curve from-recording` as programs use them.
@Suite struct FitCommandTests {
  private static let header = """
    { "version": 1, "name": "small", "scroll": { "contentHeight": 120 }, "layers": [
      { "id": "page", "type": "rectangle", "fill": "#FFFFFF" },
      { "id": "bar", "type": "rectangle", "y": "-min(offset, 14)", "height": 30, "fill": "#3060A0" },
      { "id": "mark", "type": "rectangle", "x": 20, "y": "50 - offset", "width": 14, "height": 9,
        "fill": "#C02020" } ] }
    """
  private static let screen = [
    "--style", "small.json", "--device", "64x96@1", "--scale", "1",
  ]

  private func recorded() async throws -> TemporaryDirectory {
    let place = try TemporaryDirectory()
    try place.write("small.json", FitCommandTests.header)
    try place.write(
      "curve.json", #"{"version": 1, "samples": [[0, 0], [0.1, 6], [0.2, 12], [0.3, 18]]}"#)
    let rendered = try await place.program.run(
      [
        "render", "--curve", "curve.json", "--fps", "10", "--no-layers", "-o", "a.gif", "-o",
        "a.apng", "-o", "a.y4m",
      ] + FitCommandTests.screen)
    #expect(rendered.status == 0)
    return place
  }

  @Test func standardInputIsARecordingLikeAnyOther() async throws {
    let place = try await recorded()
    let options = FitCommandTests.screen + ["--region", "0,0,64,96", "--json", "--quiet"]
    for name in ["a.gif", "a.apng", "a.y4m"] {
      let direct = try await place.program.run(["fit", name] + options)
      let piped = try await place.program.run(["fit", "-"] + options, input: try place.data(name))
      #expect(piped.status == 0)
      #expect(piped.text.contains(#""offset": 18"#))
      #expect(piped.text == direct.text.replacing("\"\(name)\"", with: "\"standard input\""))
    }
  }

  @Test func standardInputThatIsNoRecordingIsRefused() async throws {
    let place = try await recorded()
    for (input, words) in [("", "truncated"), ("{}", "standard input: ")] {
      let outcome = try await place.program.run(
        ["curve", "from-recording", "-", "-o", "out.json"] + FitCommandTests.screen,
        input: Data(input.utf8))
      #expect(outcome.status == 65)
      #expect(outcome.lines.count == 1)
      #expect(outcome.errors.contains(words))
      #expect(!place.contents.contains("out.json"))
    }
    let twice = try await place.program.run(
      ["fit", "-"] + FitCommandTests.screen + ["--scene", "-"])
    #expect(twice.status == 64)
    #expect(twice.errors.contains("standard input is given twice"))
  }
}

import PortableMath
import Scrolling
import StrictJSON
import Testing

@Suite struct CurveSummaryTests {
  private func summary(_ body: String) throws -> CurveSummary {
    let curve = try ScrollCurve.parse(Array("{\"version\":1,\(body)}".utf8))
    let motion = ScrollMotion(
      curve, in: ScrollEnvironment(viewportHeight: 568, largestOffset: 900, scale: 2))
    let options = PlaybackOptions()
    return CurveSummary(
      curve, motion: motion, events: motion.events(rate: .standard, frames: options),
      frames: options)
  }

  @Test func countsPlayedGestures() throws {
    let summary = try summary(#""name":"n","samples":[[0,0],[0.1,-60],[0.2,0]]"#)
    #expect(summary.kind == "samples")
    #expect(summary.entries == 3)
    #expect(summary.duration == 0.2)
    #expect(summary.range == -60...0)
    #expect(summary.frames == 7)
    #expect(summary.events == 13)
    #expect(summary.warnings == [])
    let text = JSONWriter.object { summary.write(to: &$0) }
    #expect(
      text
        == "{\"name\":\"n\", \"kind\":\"samples\", \"entries\":3, \"duration\":0.2, "
        + "\"lowest\":-60, \"highest\":0, \"first\":0, \"last\":0, \"fps\":30, "
        + "\"frames\":7, \"events\":13, \"warnings\":[]}")
  }

  @Test(arguments: [
    (#""samples":[[0,0]]"#, ["no time passes: the animation is one still frame"]),
    (#""samples":[[0,0],[1,-12.25]]"#, ["never returns to rest: ends at -12.5, not 0"]),
    (#""samples":[[0,8],[1,0]]"#, ["starts at 8, not at rest (0): the header jumps there"]),
    (
      #""samples":[[0,0],[1,1500],[2,0]]"#,
      ["goes to 1500, a screen past the content's end (900)"]
    ),
    (
      #""samples":[[0,0],[1,-600],[2,0]]"#,
      ["is pulled down to -600, more than the screen is high (568)"]
    ),
    (
      #""gestures":[{"drag":{"by":-50,"duration":1}}]"#,
      ["ends with the finger down: add {\"release\": {}}"]
    ),
    (
      #""gestures":[{"release":{"velocity":900,"until":0.1}}]"#,
      ["ends while the content still moves: leave out the last \"until\" or hold"]
    ),
    (
      #""gestures":[{"hold":1},{"drag":{"by":-5,"duration":1e-305}},{"release":{}}]"#,
      ["gestures[1]: a drag shorter than a millisecond takes one"]
    ),
    (
      #""gestures":[{"drag":{"by":800,"duration":1e-4}},{"drag":{"by":-800,"duration":1e-5}},"#
        + #"{"scrollTo":{"offset":0}}]"#,
      ["gestures[0] and 1 more: a drag shorter than a millisecond takes one"]
    ),
    (
      #""gestures":[{"drag":{"by":5000,"duration":0.001}},{"scrollTo":{"offset":0}}]"#,
      ["gestures[0]: a drag that ends faster than 1000000 points per second lets go at that speed"]
    ),
    (
      #""gestures":[{"drag":{"by":1e6,"duration":2}},{"drag":{"by":9e5,"duration":2}},"#
        + #"{"scrollTo":{"offset":0}}]"#,
      ["gestures[1]: a drag beyond ±1000000 stops there"]
    ),
    (
      #""keyframes":[{"time":0,"offset":5,"easing":"ease"},{"time":1,"offset":0,"easing":"ease-out"}],"#
        + #""inputs":{"page":[[0,1],{"time":1,"value":2,"easing":"ease-in"}]}"#,
      [
        "starts at 5, not at rest (0): the header jumps there",
        "keyframes[1].easing has no effect: an easing applies from its entry to the next one; move "
          + "it to the entry before",
        "inputs.page[1].easing has no effect: an easing applies from its entry to the next one; "
          + "move it to the entry before",
      ]
    ),
  ])
  func warnsAboutLikelyMistakes(body: String, warnings: [String]) throws {
    #expect(try summary(body).warnings == warnings)
  }
}

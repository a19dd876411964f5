import Foundation
import TestSupport
import Testing

/// A page to which a browser sends input.
private struct TouchedPage {
  let page: BrowserPage
  /// The center of the header on the page, and the page's pixels per point.
  let x: Double
  let y: Double
  let pixels: Double

  init(_ header: TestPage) throws {
    let page = try header.open(in: Chromium(), TemporaryFolder())
    self.page = page
    func side(_ name: String) throws -> Double {
      try page.number("document.getElementById('screen').getBoundingClientRect().\(name)")
    }
    x = try side("left") + side("width") / 2
    y = try side("top") + side("height") / 2
    pixels = try side("width") / page.number("preview.data.device.width")
  }

  func offset() throws -> Double { try page.number("preview.player.live.offset") }

  /// Moves a finger up in steps of 12 ms. Returns the time of the last step.
  func drag(by points: Double, steps: Int = 8) throws -> Double {
    let start = Date().timeIntervalSince1970
    try page.mouse("mousePressed", x: x, y: y, at: start)
    for step in 1...steps {
      try page.mouse(
        "mouseMoved", x: x, y: y - points * pixels * Double(step) / Double(steps),
        at: start + 0.012 * Double(step))
    }
    return start + 0.012 * Double(steps)
  }

  func release(by points: Double, at time: Double) throws {
    try page.mouse("mouseReleased", x: x, y: y - points * pixels, isPressed: false, at: time)
  }

  /// Waits until the content is at rest.
  func rest() throws {
    let end = Date(timeIntervalSinceNow: 20)
    while Date() < end, try page.evaluate("preview.player.live.isMoving") as? Bool == true {
      Thread.sleep(forTimeInterval: 0.05)
    }
    Thread.sleep(forTimeInterval: 0.1)
  }

  func value(_ expression: String) throws -> NSNumber? {
    try page.evaluate(expression) as? NSNumber
  }

  /// Presses and releases at a point of the screen.
  func tap(_ pointX: Double, _ pointY: Double) throws {
    let now = Date().timeIntervalSince1970
    let width = try page.number("preview.data.device.width")
    let height = try page.number("preview.data.device.height")
    let (left, top) = (x + (pointX - width / 2) * pixels, y + (pointY - height / 2) * pixels)
    try page.mouse("mousePressed", x: left, y: top, at: now)
    try page.mouse("mouseReleased", x: left, y: top, isPressed: false, at: now + 0.05)
    // The change is visible in the next frame.
    try rest()
  }
}

/// Touches, wheels, keys and sliders, sent by a browser.
@Suite(.serialized, .enabled(if: Chromium.executable != nil)) struct PageInputTests {
  @Test func contentFollowsTheFinger() throws {
    let page = try TouchedPage(.mimic)
    let last = try page.drag(by: 60)
    #expect(abs(try page.offset() - 60) < 0.01)
    #expect(try page.page.evaluate("preview.player.header.cells.get('dragging')") as? Int == 1)
    #expect(abs(try page.page.number("preview.player.state.offset") - 60) <= 1)
    // A finger that pauses before the release causes no fling.
    try page.release(by: 60, at: last + 0.3)
    try page.rest()
    #expect(abs(try page.offset() - 60) < 0.01)
  }

  /// (1 - 1 / (x c / d + 1)) d of 100 points, and back to the edge.
  @Test func pullIsRubberBanded() throws {
    let page = try TouchedPage(.mimic)
    let last = try page.drag(by: -100)
    let height = try page.page.number("preview.player.header.viewportHeight")
    #expect(abs(try page.offset() + (1 - 1 / (100 * 0.55 / height + 1)) * height) < 0.01)
    try page.release(by: -100, at: last + 0.3)
    try page.rest()
    #expect(try page.offset() == 0)
  }

  @Test func flingDeceleratesToRest() throws {
    let page = try TouchedPage(.mimic)
    let last = try page.drag(by: 80, steps: 5)
    let atRelease = try page.offset()
    try page.release(by: 80, at: last)
    try page.rest()
    // 80 points in 60 ms. The remaining distance is v / (-1000 ln r), with the factor r per
    // millisecond.
    let slowing = try page.page.number(
      "-1000 * Math.log(preview.data.curve.physics.decelerationRate)")
    #expect(abs(try page.offset() - atRelease - 80 / 0.06 / slowing) < 5)
    #expect(try page.page.evaluate("preview.player.state.phase") as? String == "complete")
  }

  @Test func wheelScrollsWithinEdges() throws {
    let page = try TouchedPage(.mimic)
    try page.page.wheel(x: page.x, y: page.y, by: 90)
    try page.rest()
    #expect(abs(try page.offset() - 90) < 0.01)
    try page.page.wheel(x: page.x, y: page.y, by: -500)
    try page.rest()
    #expect(try page.offset() == 0)
  }

  @Test func keysScrollAndPlay() throws {
    let page = try TouchedPage(.mimic)
    let now = Date().timeIntervalSince1970
    try page.page.mouse("mousePressed", x: page.x, y: page.y, at: now)
    try page.page.mouse("mouseReleased", x: page.x, y: page.y, isPressed: false, at: now + 0.05)
    try page.page.press("ArrowDown", code: 40)
    try page.rest()
    #expect(abs(try page.offset() - 40) < 0.01)
    try page.page.press(" ", code: 32)
    #expect(try page.page.evaluate("preview.player.isPlaying") as? Bool == true)
    Thread.sleep(forTimeInterval: 0.3)
    #expect(try page.page.number("preview.player.time") > 0)
  }

  @Test func changedConstantsAreShownAsOptions() throws {
    let page = try TouchedPage(.mimic)
    _ = try page.page.evaluate(
      """
      (() => {
        const field = document.querySelector("input[aria-label=headerHeight]");
        field.value = "120";
        field.dispatchEvent(new Event("change"));
      })()
      """)
    #expect(
      try page.page.evaluate("document.getElementById('set-text').value") as? String
        == "--set headerHeight=120")
  }

  // MARK: - Answers

  @Test func clickTapsLayerAndRow() throws {
    let page = try TouchedPage(.interactive())
    try page.tap(20, 20)
    #expect(try page.value("preview.player.state.memory.taps") == 1)
    #expect(try page.value("preview.player.state.inputs.on") == true)
    // The switch in the panel is updated too.
    #expect(try page.value("document.querySelector('#inputs [role=switch]').checked") == true)
    try page.tap(20, 210 + 44 + 20)
    #expect(try page.value("preview.player.state.memory.starred") == 1)
    // A tap outside of all layers with rules does nothing.
    try page.tap(150, 150)
    #expect(try page.value("preview.player.state.memory.taps") == 1)
  }

  @Test func releaseSettlesByHeaderRules() throws {
    let page = try TouchedPage(.interactive())
    let last = try page.drag(by: 40)
    try page.release(by: 40, at: last + 0.3)
    try page.rest()
    #expect(try page.offset() == 0)
    #expect(try page.value("preview.player.state.memory.rests") == 1)
    let again = try page.drag(by: 170)
    try page.release(by: 170, at: again + 0.3)
    try page.rest()
    #expect(try page.offset() == 180)
  }

  /// A header pulled beyond its threshold stays open.
  @Test func movedEdgeLimitsContent() throws {
    let page = try TouchedPage(.interactive())
    let last = try page.drag(by: -200)
    try page.release(by: -200, at: last + 0.3)
    try page.rest()
    #expect(try page.value("preview.player.state.memory.open") == true)
    #expect(try page.offset() == -60)
    try page.tap(210, 20)
    try page.rest()
    #expect(try page.offset() == 0)
  }

  @Test func horizontalDragPansInput() throws {
    let page = try TouchedPage(.interactive())
    let start = Date().timeIntervalSince1970
    try page.page.mouse("mousePressed", x: page.x, y: page.y, at: start)
    for step in 1...5 {
      try page.page.mouse(
        "mouseMoved", x: page.x - 40 * Double(step) * page.pixels, y: page.y,
        at: start + 0.02 * Double(step))
    }
    // 200 of 375 points. Browsers report moves once per frame.
    Thread.sleep(forTimeInterval: 0.2)
    #expect(abs(try page.page.number("preview.player.header.inputValue(1)") - 200 / 375) < 0.01)
    try page.page.mouse(
      "mouseReleased", x: page.x - 200 * page.pixels, y: page.y, isPressed: false, at: start + 0.5)
    try page.rest()
    #expect(try page.value("preview.player.state.inputs.page") == 1)
    #expect(try page.offset() == 0)
  }

  /// Texts that only an input shows are drawn with the renderer's masks, not with the browser's
  /// fonts.
  @Test func slidersAndSwitchesSetTheInputs() throws {
    let page = try TouchedPage(.interactive())
    _ = try page.page.evaluate(
      """
      (() => {
        const [toggle, slider] = document.querySelectorAll("#inputs input");
        toggle.checked = true;
        toggle.dispatchEvent(new Event("input"));
        slider.value = "1.5";
        slider.dispatchEvent(new Event("input"));
      })()
      """)
    #expect(try page.value("preview.player.state.inputs.on") == true)
    #expect(try page.value("preview.player.state.inputs.page") == 1.5)
    #expect(
      try page.page.evaluate(
        """
        preview.player.state.layers.filter(({ type, visible }) => type === "text" && visible)
          .every(({ content, values, width }) =>
            preview.painter.lettering.setting(content.key, values, width) !== null)
        """) as? Bool == true)
  }

  /// A rule that moves an edge at every rest is stopped and reported. The next touch starts again.
  @Test func stopsContentThatNeverRests() throws {
    let document = """
      { "version": 1, "name": "restless", "scroll": { "maximumOffset": 900, "minimumOffset": "edge" },
        "memory": { "edge": 50 }, "onRest": [{ "set": { "edge": "edge + 10" } }],
        "layers": [{ "type": "rectangle", "fill": "#FFF" }] }
      """
    var restless = try TestPage(document: Array(document.utf8), name: "restless")
    restless.curve = #"{ "version": 1, "gestures": [{ "hold": 0.1 }] }"#
    let page = try TouchedPage(restless)
    let last = try page.drag(by: 60)
    try page.release(by: 60, at: last + 0.3)
    _ = try page.page.evaluate("(preview.player.moveFreely(60), preview.player.show(), 0)")
    #expect(
      try page.page.evaluate("document.getElementById('problem').textContent") as? String
        == "the scroll never settles: onRest[0].set.edge of the header moves an edge whenever the content stops"
    )
    #expect(try page.value("preview.player.live.isMoving") == false)
    _ = try page.drag(by: 5)
    Thread.sleep(forTimeInterval: 0.2)
    #expect(try page.value("document.getElementById('problem').hidden") == true)
  }

  @Test func reloadedPageKeepsItsState() throws {
    let page = try TouchedPage(.interactive())
    _ = try page.page.evaluate(
      "(preview.player.restore({ offset: 300, inputs: { page: 1, on: true } }), 0)")
    try page.rest()
    #expect(try page.offset() == 300)
    #expect(try page.value("preview.player.state.inputs.page") == 1)
    #expect(
      try page.page.evaluate("JSON.stringify(preview.player.userState)") as? String
        == #"{"offset":300,"inputs":{"on":1,"page":1}}"#)
  }
}

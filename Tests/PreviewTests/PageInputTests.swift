import Foundation
import TestSupport
import Testing

/// Fingers, wheels and keys as a browser sends them.
@Suite(.serialized, .enabled(if: Chromium.executable != nil)) struct PageInputTests {
  private let page: BrowserPage
  /// The middle of the header on the page, and pixels of the page per point.
  private let x: Double
  private let y: Double
  private let pixels: Double

  init() throws {
    let page = try TestPage.mimic.open(in: try Chromium(), TemporaryFolder())
    self.page = page
    func side(_ name: String) throws -> Double {
      try page.number("document.getElementById('screen').getBoundingClientRect().\(name)")
    }
    x = try side("left") + side("width") / 2
    y = try side("top") + side("height") / 2
    pixels = try side("width") / 320
  }

  private func offset() throws -> Double { try page.number("preview.player.scroll.offset") }

  /// Moves a finger up by so many points in steps of 12 ms; gives the time of the last.
  private func drag(by points: Double, steps: Int = 8) throws -> Double {
    let start = Date().timeIntervalSince1970
    try page.mouse("mousePressed", x: x, y: y, at: start)
    for step in 1...steps {
      try page.mouse(
        "mouseMoved", x: x, y: y - points * pixels * Double(step) / Double(steps),
        at: start + 0.012 * Double(step))
    }
    return start + 0.012 * Double(steps)
  }

  private func release(by points: Double, at time: Double) throws {
    try page.mouse("mouseReleased", x: x, y: y - points * pixels, isPressed: false, at: time)
  }

  /// Waits until nothing moves any more.
  private func rest() throws {
    let end = Date(timeIntervalSinceNow: 20)
    while Date() < end, try page.evaluate("preview.player.scroll.isMoving") as? Bool == true {
      Thread.sleep(forTimeInterval: 0.05)
    }
    Thread.sleep(forTimeInterval: 0.1)
  }

  @Test func theContentFollowsAFinger() throws {
    let last = try drag(by: 60)
    #expect(abs(try offset() - 60) < 0.01)
    #expect(try page.evaluate("preview.player.header.cells.get('dragging')") as? Int == 1)
    #expect(abs(try page.number("preview.player.state.offset") - 60) <= 1)
    // A finger that waits throws nothing.
    try release(by: 60, at: last + 0.3)
    try rest()
    #expect(abs(try offset() - 60) < 0.01)
  }

  /// (1 - 1 / (x c / d + 1)) d of 100 points, and back to the edge.
  @Test func aPullShowsLessThanTheFingerMoves() throws {
    let last = try drag(by: -100)
    let height = try page.number("preview.player.header.viewportHeight")
    #expect(abs(try offset() + (1 - 1 / (100 * 0.55 / height + 1)) * height) < 0.01)
    try release(by: -100, at: last + 0.3)
    try rest()
    #expect(try offset() == 0)
  }

  @Test func aFlingGoesOnAndComesToRest() throws {
    let last = try drag(by: 80, steps: 5)
    let atRelease = try offset()
    try release(by: 80, at: last)
    try rest()
    // 80 points in 60 ms; what is still to come is v / (-1000 ln r), r the factor of a millisecond.
    let slowing = try page.number("-1000 * Math.log(preview.data.curve.physics.decelerationRate)")
    #expect(abs(try offset() - atRelease - 80 / 0.06 / slowing) < 5)
    #expect(try page.evaluate("preview.player.state.phase") as? String == "complete")
  }

  @Test func aWheelMovesTheContentAndStopsAtItsEdges() throws {
    try page.wheel(x: x, y: y, by: 90)
    try rest()
    #expect(abs(try offset() - 90) < 0.01)
    try page.wheel(x: x, y: y, by: -500)
    try rest()
    #expect(try offset() == 0)
  }

  @Test func keysScrollAndPlay() throws {
    let now = Date().timeIntervalSince1970
    try page.mouse("mousePressed", x: x, y: y, at: now)
    try page.mouse("mouseReleased", x: x, y: y, isPressed: false, at: now + 0.05)
    try page.press("ArrowDown", code: 40)
    Thread.sleep(forTimeInterval: 0.4)
    try rest()
    #expect(abs(try offset() - 40) < 0.01)
    try page.press(" ", code: 32)
    #expect(try page.evaluate("preview.player.isPlaying") as? Bool == true)
    Thread.sleep(forTimeInterval: 0.3)
    #expect(try page.number("preview.player.time") > 0)
  }

  @Test func changedConstantsAreToldAsOptions() throws {
    _ = try page.evaluate(
      """
      (() => {
        const field = document.querySelector("input[aria-label=headerHeight]");
        field.value = "120";
        field.dispatchEvent(new Event("change"));
      })()
      """)
    #expect(
      try page.evaluate("document.getElementById('set-text').value") as? String
        == "--set headerHeight=120")
  }
}

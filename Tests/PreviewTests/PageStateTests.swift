import FileAccess
import Foundation
import HeaderModel
import HeaderTracing
import Rendering
import Scrolling
import TestSupport
import Testing

/// What a page's own interpreter makes of events, against `trace`.
@Suite(.serialized, .enabled(if: Chromium.executable != nil)) struct PageStateTests {
  /// Down and up in steps, back and forth past every threshold, pulled down, in fractions of points.
  private static let offsets: [Double] = {
    var random = 20_191.0
    return (0..<260).map { index in
      if index < 100 { return ((-150 + Double(index) * 6.5) * 3).rounded() / 3 }
      random = (random * 1664 + 1013).truncatingRemainder(dividingBy: 65_537)
      return (random / 65_537 * 900 - 200) * (index % 3 == 0 ? 0.2 : 1)
    }
  }()

  @Test func statesOfOffsetsAreThoseOfATrace() throws {
    let browser = try Chromium()
    let folder = try TemporaryFolder()
    for header in TestPage.all {
      let page = try header.open(in: browser, folder)
      let trace = try HeaderTrace(of: header.scene().header, offsets: Self.offsets)
      let list = Self.offsets.map { "\($0)" }.joined(separator: ",")
      try expectSame(trace, page.evaluate("preview.player.trace([\(list)])"), header)
    }
  }

  /// Times move the remembered numbers of transitions, and give velocities.
  @Test func statesOfACurveAreThoseOfATrace() throws {
    let browser = try Chromium()
    let folder = try TemporaryFolder()
    for header in TestPage.all {
      let page = try header.open(in: browser, folder)
      let scene = try header.scene()
      let playback = try CurvePlayback(
        .builtIn, under: scene.header, scale: scene.device.scale, rate: .standard,
        limits: RenderLimits())
      let trace = try HeaderTrace(of: scene.header, events: playback.events)
      try expectSame(
        trace,
        page.evaluate(
          "preview.player.trace(preview.data.curve.events)"), header)
    }
  }

  /// A slider's constant changes what `--set` changes.
  @Test func aChangedConstantIsASetConstant() throws {
    let page = try TestPage.mimic.open(in: try Chromium(), TemporaryFolder())
    var request = TestPage.mimic.request
    request.constants = [("headerHeight", 140)]
    let scene = try SceneResolver(request).resolve(fonts: try TestPage.fonts.get())
    let trace = try HeaderTrace(of: scene.header, offsets: [0, 60, -20])
    try expectSame(
      trace,
      page.evaluate(
        "(preview.player.set({ headerHeight: 140 }), preview.player.trace([0, 60, -20]))"),
      TestPage.mimic)
    #expect(try page.evaluate("document.getElementById('problem').hidden") as? Bool == true)
  }

  private func expectSame(_ trace: HeaderTrace, _ states: Any?, _ header: TestPage) throws {
    let states = try #require(states as? [[String: Any]])
    let records = Array(trace)
    #expect(records.count == states.count, "\(header)")
    var worst = Difference()
    for (record, state) in zip(records, states) {
      let line = try #require(
        JSONSerialization.jsonObject(with: Data(record.jsonLine.utf8)) as? [String: Any])
      for key in ["offset", "contentOffset", "phase", "memory", "memoryTargets", "layers"] {
        worst.compare(line[key], state[key], "\(record.state.offset): \(key)")
      }
    }
    #expect(worst.distance <= 1e-9, "\(header) at \(worst.place)")
    #expect(worst.others == [], "\(header)")
  }
}

/// How far two JSON values are apart.
private struct Difference {
  /// Of numbers, and where.
  var distance = 0.0
  var place = ""
  /// What differs otherwise.
  var others: [String] = []

  mutating func compare(_ expected: Any?, _ found: Any?, _ path: String) {
    switch (expected, found) {
    case (let expected as [String: Any], let found as [String: Any]):
      if Set(expected.keys) != Set(found.keys) { others.append("\(path): keys") }
      for (key, value) in expected { compare(value, found[key], "\(path).\(key)") }
    case (let expected as [Any], let found as [Any]) where expected.count == found.count:
      for (index, pair) in zip(expected, found).enumerated() {
        compare(pair.0, pair.1, "\(path)[\(index)]")
      }
    case (let expected as NSNumber, let found as NSNumber):
      let apart = abs(expected.doubleValue - found.doubleValue)
      if apart > distance { (distance, place) = (apart, path) }
    case (let expected as String, let found as String) where expected == found: break
    case (is NSNull, is NSNull): break
    default: others.append("\(path): \(expected ?? "nothing") and \(found ?? "nothing")")
    }
  }
}

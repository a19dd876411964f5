import FileAccess
@testable import FrameEncoding
import PortableMath
import StrictJSON
import TestSupport
import Testing

/// The time measured for the stages of a render. No time is counted twice.
@Suite struct RenderCostTests {
  private func seconds(_ clock: StageClock, _ stage: RenderStage) -> Double {
    clock.costs.first { $0.stage == stage }?.seconds ?? -1
  }

  private func busy(_ duration: Duration = .milliseconds(5)) {
    let end = ContinuousClock.now + duration
    while ContinuousClock.now < end {}
  }

  @Test func nestedStagePausesOuterStage() {
    let clock = StageClock()
    let whole = ContinuousClock().measure {
      clock.measure(.encode) {
        busy()
        clock.measure(.quantize, within: .encode) { busy() }
        busy()
      }
    }
    let (encode, quantize) = (seconds(clock, .encode), seconds(clock, .quantize))
    #expect(encode >= 0.0099 && quantize >= 0.0049)
    #expect(encode + quantize <= whole / .seconds(1))
  }

  @Test func stagesDoNotCountWaits() {
    let clock = StageClock()
    var waited = Duration.zero
    let whole = ContinuousClock().measure {
      clock.measure(.encode) {
        let answer = clock.exclude(from: .encode) { () -> Int in
          waited = ContinuousClock().measure { busy() }
          return 7
        }
        #expect(answer == 7)
        busy()
      }
    }
    #expect(seconds(clock, .encode) >= 0.0049)
    #expect(seconds(clock, .encode) <= (whole - waited) / .seconds(1))
  }

  /// Work that throws is measured too.
  @Test func stagesAreOrderedWithTotals() throws {
    let clock = StageClock()
    clock.measure(.write) { busy() }
    clock.measure(.paint) { busy() }
    #expect(throws: HeaderKitError.self) {
      try clock.measure(.paint) { () throws(HeaderKitError) in
        busy()
        throw HeaderKitError.interrupted
      }
    }
    #expect(clock.costs.map(\.stage) == RenderStage.allCases)
    #expect(seconds(clock, .paint) >= 0.0099 && seconds(clock, .write) >= 0.0049)
    for stage in RenderStage.allCases where stage != .paint && stage != .write {
      #expect(seconds(clock, stage) == 0, "\(stage)")
    }
    let cost = RenderCost(clock)
    let used = cost.stages.filter { $0.peakBytes > 0 }
    #expect(used.map(\.stage) == [.paint, .write])
    #expect(used.allSatisfy { $0.peakBytes <= cost.peakBytes })
    #expect(cost.seconds >= used.map(\.seconds).reduce(0, +))
  }

  /// The text has one line for each stage and one for the total, in whole milliseconds and KiB.
  @Test func textHasOneLinePerStage() throws {
    let clock = StageClock()
    clock.measure(.resolve) { busy() }
    let cost = RenderCost(clock)
    let lines = cost.text.split(separator: "\n").map(String.init)
    #expect(
      lines.map { String($0.prefix { $0 != ":" }) } == RenderStage.allCases.map(\.rawValue) + [
        "all"
      ])
    let resolve = try #require(cost.stages.first)
    let milliseconds = Int((resolve.seconds * 1000).rounded()).grouped
    #expect(
      lines[0] == "resolve: \(milliseconds) ms, peak \((resolve.peakBytes / 1024).grouped) KiB")
    #expect(lines[1] == "events: 0 ms, peak 0 KiB")
    let object = try JSONValue.parse(Array(JSONWriter.object { cost.write(to: &$0) }.utf8)).object()
    #expect(try object.required("seconds").number() == cost.seconds)
    #expect(try object.required("peakBytes").integer(in: 1...Int.max) == cost.peakBytes)
    let stages = try object.required("stages").array().map { try $0.object() }
    #expect(try stages.map { try $0.required("seconds").number() } == cost.stages.map(\.seconds))
    #expect(
      try stages.map { try $0.required("stage").string() } == RenderStage.allCases.map(\.rawValue))
  }
}

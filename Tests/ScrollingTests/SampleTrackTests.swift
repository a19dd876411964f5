import PortableMath
import Testing

@testable import Scrolling

@Suite struct SampleTrackTests {
  private let times = [0, 0.1, 0.2, 0.4, 0.5, 0.9]
  private let offsets: [Double] = [0, 0, 100, 110, 110, 0]

  private func track(_ interpolation: SampleTrack.Interpolation) throws -> SampleTrack {
    try #require(SampleTrack(times: times, offsets: offsets, interpolation: interpolation))
  }

  @Test(arguments: SampleTrack.Interpolation.allCases)
  func passesThroughEverySample(interpolation: SampleTrack.Interpolation) throws {
    let track = try track(interpolation)
    for (time, offset) in zip(times, offsets) { #expect(track.offset(at: time) == offset) }
    #expect(track.offset(at: -1) == 0)
    #expect(track.offset(at: 2) == 0)
  }

  @Test func linearIsStraight() throws {
    let track = try track(.linear)
    #expect((track.offset(at: 0.15) - 50).magnitude < 1e-12)
    #expect((track.offset(at: 0.8) - 27.5).magnitude < 1e-12)
  }

  @Test func holdKeepsTheEarlierSample() throws {
    let track = try track(.hold)
    #expect(track.offset(at: 0.199_999) == 0)
    #expect(track.offset(at: 0.2) == 100)
  }

  @Test func monotoneNeverOvershoots() throws {
    let track = try track(.monotone)
    for k in 0..<(times.count - 1) {
      let (low, high) = (min(offsets[k], offsets[k + 1]), max(offsets[k], offsets[k + 1]))
      var last = offsets[k]
      for step in 1...200 {
        let time = times[k] + (times[k + 1] - times[k]) * Double(step) / 200
        let offset = track.offset(at: time)
        #expect(offset >= low - 1e-9 && offset <= high + 1e-9)
        #expect(high == offsets[k + 1] ? offset >= last - 1e-9 : offset <= last + 1e-9)
        last = offset
      }
    }
  }

  /// Computed by hand: secants 1 and 3, slopes 1, 2, 3. In the middle of the second interval the
  /// cubic is (1 + 4) / 2 + (2 - 3) / 8.
  @Test func monotoneMatchesFritschCarlson() throws {
    let track = try #require(
      SampleTrack(times: [0, 1, 2], offsets: [0, 1, 4], interpolation: .monotone))
    #expect((track.offset(at: 1.5) - 2.375).magnitude < 1e-12)
    // Secants 1 and 10: the mean slope 5.5 is outside of the first interval's circle, which scales
    // (1, 5.5) to length 3.
    let steep = try #require(
      SampleTrack(times: [0, 1, 2], offsets: [0, 1, 11], interpolation: .monotone))
    let length = (1 + 5.5 * 5.5).squareRoot()
    let expected = 0.5 + (3 / length - 3 * 5.5 / length) / 8
    #expect((steep.offset(at: 0.5) - expected).magnitude < 1e-12)
  }

  /// Secants 1 and 6: the slopes (1, 3.5) are just outside of the circle of radius 3.
  @Test func limitsSlopesToTheCircle() throws {
    let track = try #require(
      SampleTrack(times: [0, 1, 2], offsets: [0, 1, 7], interpolation: .monotone))
    let length = (1 + 3.5 * 3.5).squareRoot()
    let expected = 0.5 + (3 / length - 3 * 3.5 / length) / 8
    #expect((track.offset(at: 0.5) - expected).magnitude < 1e-12)
  }

  @Test func rejectsUnorderedSamples() {
    #expect(SampleTrack(times: [], offsets: [], interpolation: .linear) == nil)
    #expect(SampleTrack(times: [0, 0], offsets: [1, 2], interpolation: .linear) == nil)
    #expect(SampleTrack(times: [0, 1], offsets: [1], interpolation: .linear) == nil)
    #expect(SampleTrack(times: [0, .nan], offsets: [1, 2], interpolation: .linear) == nil)
  }
}

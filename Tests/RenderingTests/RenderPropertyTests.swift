import FileAccess
import FrameEncoding
import HeaderModel
import HeaderStills
import ImageCodecs
import PortableMath
import Raster
import Rendering
import Scrolling
import TestSupport
import Testing

/// Properties of all renders, tested with a tiny header and random curves.
@Suite struct RenderPropertyTests {
  /// Returns samples that move back and forth across the offsets at which the header changes its
  /// memory.
  private func curve(_ random: inout SeededRandom) throws -> ScrollCurve {
    var time = 0.0
    var (times, offsets): ([Double], [Double]) = ([], [])
    for _ in 0..<random.number(in: 2...6) {
      times.append(time)
      offsets.append(Double(random.number(in: -20...100)))
      time += Double(random.number(in: 1...4)) / 10
    }
    let track = SampleTrack(times: times, offsets: offsets, interpolation: .linear)
    return ScrollCurve(course: .samples(try #require(track)))
  }

  /// Returns the pictures of a render in order.
  private func frames(
    _ curve: ScrollCurve, _ change: (inout RenderRequest) -> Void = { _ in }
  ) async throws -> [Pixmap] {
    let folder = try TemporaryFolder()
    var request = RenderRequest()
    request.header = try SceneRequest.tiny
    request.curve = .curve(curve)
    request.playback.framesPerSecond = 10
    change(&request)
    let outcome = try await Renderer(request).render(to: [
      try OutputTarget(folder.path + "/f/%d.png")
    ])
    return try (0..<outcome.frames).map {
      try ImageDecoder.decode(bytes: try #require(folder.bytes("f/\($0).png"))).pixmap
    }
  }

  @Test(arguments: 0..<4) func splitRendersEqualTheWhole(seed: Int) async throws {
    var random = SeededRandom(seed)
    let curve = try curve(&random)
    let whole = try await frames(curve)
    let cut = random.number(in: 1...whole.count - 1)
    let first = try await frames(curve) { $0.playback.frames = 0...cut - 1 }
    let second = try await frames(curve) { $0.playback.frames = cut...whole.count - 1 }
    #expect(first + second == whole, "seed \(seed), cut at \(cut)")
    #expect(Set(whole.map(\.bytes)).count > 1, "seed \(seed)")
  }

  /// At twice the frame rate, frames are inserted between the existing ones.
  @Test(arguments: 0..<4) func doubleRateContainsEveryFrame(seed: Int) async throws {
    var random = SeededRandom(seed)
    let curve = try curve(&random)
    let slow = try await frames(curve)
    let fast = try await frames(curve) { $0.playback.framesPerSecond = 20 }
    #expect(stride(from: 0, to: fast.count, by: 2).map { fast[$0] } == slow, "seed \(seed)")
  }

  @Test(arguments: 0..<4) func boomerangReversesFrames(seed: Int) async throws {
    var random = SeededRandom(seed)
    let curve = try curve(&random)
    let there = try await frames(curve)
    let both = try await frames(curve) { $0.playback.boomerang = true }
    #expect(both == there + there.dropFirst().dropLast().reversed(), "seed \(seed)")
  }

  /// At twice the speed, every other frame is shown, and the header behaves the same.
  @Test(arguments: 0..<4) func doubleSpeedSkipsEveryOtherFrame(seed: Int) async throws {
    var random = SeededRandom(seed)
    let curve = try curve(&random)
    let plain = try await frames(curve)
    let fast = try await frames(curve) { $0.playback.speed = 2 }
    var expected = stride(from: 0, to: plain.count, by: 2).map { plain[$0] }
    // The end is always shown.
    if plain.count % 2 == 0 { expected.append(plain[plain.count - 1]) }
    #expect(fast == expected, "seed \(seed)")
  }

  @Test(arguments: 0..<3) func pixelsAreIndependentOfJobs(seed: Int) async throws {
    var random = SeededRandom(seed)
    let curve = try curve(&random)
    let one = try await frames(curve) { $0.jobs = 1 }
    let four = try await frames(curve) { $0.jobs = 4 }
    #expect(one == four, "seed \(seed)")
  }

  /// A still after the events of a frame is equal to the frame.
  @Test(arguments: 0..<4) func stillAfterEqualOffsetsEqualsFrame(seed: Int) async throws {
    var random = SeededRandom(seed)
    let curve = try curve(&random)
    let pictures = try await frames(curve) { $0.eventRate = .frame }
    var still = StillRequest()
    still.header = try SceneRequest.tiny
    let scene = try SceneResolver(still.header).resolve(fonts: .installed())
    let motion = ScrollMotion(curve, in: ScrollEnvironment(of: scene.header, scale: 1))
    let offsets = motion.ticks(rate: 10, snaps: true).map(\.offset)
    #expect(offsets.count == pictures.count, "seed \(seed)")
    for index in offsets.indices {
      still.moment = .offsets(Array(offsets[0...index]))
      #expect(
        try StillRenderer(still).render().picture == pictures[index], "seed \(seed), \(index)")
    }
  }
}

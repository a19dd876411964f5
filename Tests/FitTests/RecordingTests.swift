import FileAccess
import PortableMath
import Raster
import Rendering
import TestSupport
import Testing

@testable import Fit

/// The reading of recordings: sizes, times and limits.
@Suite struct RecordingTests {
  /// Returns a recording of frames with the given gray levels.
  private func recording(
    _ shades: [UInt8], _ width: Int, _ height: Int, in folder: TemporaryFolder,
    _ change: (inout FitRequest) -> Void = { _ in }
  ) throws -> Recording {
    let size = try PixelSize(width: width, height: height).required
    for (index, shade) in shades.enumerated() {
      let color = Color(rgb: UInt32(shade) * 0x010101)
      try folder.write("f/\(index).png", Pixmap(size: size, fill: color))
    }
    var request = FitRequest(recording: folder.path + "/f")
    change(&request)
    return try Recording(request, background: .white)
  }

  /// Frames with more than eight million pixels are reduced by a whole factor.
  @Test(arguments: [
    (2000, 1000, 1), (4000, 2000, 1), (4000, 2001, 2), (5001, 4001, 2),
  ])
  func reducesVeryLargeFrames(width: Int, height: Int, reduction: Int) throws {
    let folder = try TemporaryFolder()
    let large = try recording([90], width, height, in: folder)
    let survey = try large.survey()
    #expect(survey.reduction == Reduction(x: Double(reduction), y: Double(reduction)))
    #expect(survey.size == PixelSize(width: width / reduction, height: height / reduction))
    #expect(survey.samples.map(\.picture.size) == [survey.size])
    #expect(try large.frames([0]).map(\.size) == [survey.size])
  }

  @Test func readsFramesInOrder() throws {
    let folder = try TemporaryFolder()
    let frames = try recording([10, 20, 30, 40, 50], 6, 4, in: folder).frames([4, 0, 2])
    #expect(frames.map { $0.bytes[0] } == [10, 30, 50])
  }

  /// The frames of a folder have the requested rate, or else 30 per second.
  @Test(arguments: [(nil, 30.0), (10, 10), (60, 60)] as [(RationalTime?, Double)])
  func frameFoldersHaveAFrameRate(rate: RationalTime?, perSecond: Double) throws {
    let folder = try TemporaryFolder()
    let recording = try recording([10, 20, 20], 6, 4, in: folder) { $0.framesPerSecond = rate }
    let survey = try recording.survey()
    #expect(survey.times.count == 3)
    #expect(zip(survey.times, 0..<3).allSatisfy { abs($0 - Double($1) / perSecond) < 1e-9 })
    #expect(abs(survey.duration - 3 / perSecond) < 1e-9)
    #expect(survey.isPlain)
  }

  /// The default frame limit is larger than that of renders. A lower limit is an error for longer
  /// recordings.
  @Test func longRecordingsAreLimited() throws {
    #expect(FitRequest(recording: "a").header.limits.frames == 18_000)
    let folder = try TemporaryFolder()
    let recording = try recording([1, 2, 3, 4], 6, 4, in: folder) { $0.header.limits.frames = 3 }
    let error = #expect(throws: HeaderKitError.self) { try recording.survey() }
    #expect(error?.code == .badData)
    #expect(error?.reason == "found 4, but at most 3 are allowed")
    #expect(error?.remedy == "raise the limit with \(.frameLimit)")
  }

  /// Consecutive equal frames share their memory, because long recordings are mostly static.
  @Test func repeatedFramesShareMemory() throws {
    let folder = try TemporaryFolder()
    let recording = try recording([70, 70, 80, 80, 70], 40, 60, in: folder)
    let grid = try #require(
      WorkingGrid(
        ScreenPlacement(pixelsPerPoint: 1, x: 0, y: 0),
        recording: try PixelSize(width: 40, height: 60).required, canvasWidth: 40,
        canvasHeight: 60, maxScale: 0.5))
    let frames = try recording.frames(on: grid)
    #expect(frames.map { $0.bytes[0] } == [70, 70, 80, 80, 70])
    #expect(frames.allSatisfy { $0.size == grid.size && $0.width == 20 })
    let addresses = frames.map { frame in frame.bytes.withUnsafeBufferPointer { $0.baseAddress } }
    #expect(addresses[0] == addresses[1] && addresses[2] == addresses[3])
    #expect(addresses[0] != addresses[2] && addresses[0] != addresses[4])
  }
}

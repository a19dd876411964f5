import CodecInterface
import FileAccess
import Foundation
@testable import FrameEncoding
import GIF
import ImageCodecs
import PortableMath
import Raster
import Scrolling
import TestSupport
import Testing

/// GIFs with a size limit, encoded from frames in files.
@Suite struct SearchedGIFTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let size = try #require(PixelSize(width: 64, height: 48))
    for number in 0..<4 {
      var bytes = Pixmap(size: size, fill: Color(red: 0, green: 0, blue: 0)).bytes
      for y in 0..<48 {
        for x in 0..<64 {
          let place = (y * 64 + x) * 4
          bytes[place] = UInt8(x * 4)
          bytes[place + 1] = UInt8((y * 5 + number * 16) % 256)
          bytes[place + 2] = UInt8((x * y + number) % 256)
        }
      }
      try folder.write("\(number).png", try #require(Pixmap(size: size, bytes: bytes)))
    }
  }

  private func request() -> EncodeRequest {
    var request = EncodeRequest()
    request.inputs = (0..<4).map { folder.path + "/\($0).png" }
    request.playback.framesPerSecond = 30
    return request
  }

  private func encode(_ request: EncodeRequest, to name: String) throws -> RenderOutcome.Output {
    let target = try OutputTarget(folder.path + "/" + name, format: nil)
    return try #require(FrameSequenceEncoder(request).encode(to: [target]).outputs.first)
  }

  /// Segments are written in order, regardless of the number encoded concurrently.
  @Test(arguments: [nil, 1_000_000])
  func bytesDoNotDependOnTheNumberOfJobs(limit: Int?) throws {
    for number in 4..<20 {
      let size = try #require(PixelSize(width: 64, height: 48))
      var bytes = Pixmap(size: size, fill: Color(red: 9, green: 9, blue: 9)).bytes
      for place in 0..<600 { bytes[place * 4 + number] = UInt8(place * number % 251) }
      try folder.write("\(number).png", try #require(Pixmap(size: size, bytes: bytes)))
    }
    var request = request()
    request.inputs = [folder.path]
    request.encoding.gif.effort = 1
    request.encoding.gif.quality = 3
    request.encoding.maxBytes = limit
    request.jobs = 1
    let expected = try encode(request, to: "1.gif")
    request.jobs = 3
    #expect(try encode(request, to: "3.gif").gif?.quality == expected.gif?.quality)
    #expect(folder.bytes("3.gif") == folder.bytes("1.gif"))
  }

  /// The file equals one encoded with the chosen quality, and the next quality is too large.
  @Test func highestFittingQualityIsUsed() throws {
    var request = request()
    request.encoding.gif.quality = 45
    let limit = try encode(request, to: "asked.gif").bytes
    request.encoding.gif.quality = 100
    request.encoding.maxBytes = limit
    let found = try encode(request, to: "found.gif")
    let quality = try #require(found.gif?.quality)
    #expect(found.bytes <= limit)
    #expect(quality < 100)
    request.encoding.maxBytes = nil
    request.encoding.gif.quality = quality
    #expect(try encode(request, to: "same.gif").bytes == found.bytes)
    #expect(folder.bytes("same.gif") == folder.bytes("found.gif"))
    request.encoding.gif.quality = quality + 1
    #expect(try encode(request, to: "next.gif").bytes > limit)
  }

  @Test func impossibleSizeIsRejectedWithTheSmallestSize() throws {
    var request = request()
    request.encoding.gif.quality = 1
    let smallest = try encode(request, to: "small.gif").bytes
    request.encoding.gif.quality = 100
    request.encoding.maxBytes = smallest - 1
    let error = try #require(throws: HeaderKitError.self) {
      _ = try encode(request, to: "refused.gif")
    }
    #expect(error.code == .badData)
    #expect(error.reason.description.filter(\.isNumber).hasPrefix("\(smallest)"))
    #expect(error.remedy.properties == ["encoding.reductions", "encoding.maxBytes"])
    #expect(error.options.map(\.property) == ["encoding.reductions"])
    #expect(error.options.map(\.value) == ["scale"])
    #expect(folder.bytes("refused.gif") == nil)
    // The suggested reduction is sufficient.
    request.encoding.reductions = [.scale]
    let words = try #require(try encode(request, to: "reduced.gif").reduced)
    #expect(words.hasSuffix(" pixels"))
    request.encoding.reductions = []
    request.encoding.maxBytes = smallest
    #expect(try encode(request, to: "raised.gif").reduced?.hasPrefix("quality ") == true)
  }

  @Test func impossibleReductionIsRejectedWithItsSize() throws {
    var request = request()
    request.encoding.maxBytes = 20
    request.encoding.reductions = [.scale, .fps]
    let error = try #require(throws: HeaderKitError.self) {
      _ = try encode(request, to: "refused.webp")
    }
    #expect(error.remedy.properties == ["encoding.maxBytes"])
    let size = error.remedy.description.split(separator: " ").last
    #expect(error.options.map(\.value) == [String(size ?? "")])
    request.encoding.maxBytes = Int(error.remedy.description.split(separator: " ").last ?? "")
    let found = try encode(request, to: "found.webp")
    #expect(found.bytes <= request.encoding.maxBytes ?? 0)
    #expect(found.reduced?.hasSuffix("16 x 12 pixels, 2 of 4 frames") == true)
  }

  @Test func webPUsesTheHighestFittingQuality() throws {
    var request = request()
    request.encoding.gif.quality = 60
    let limit = try encode(request, to: "asked.webp").bytes
    request.encoding.gif.quality = nil
    request.encoding.maxBytes = limit
    let found = try encode(request, to: "found.webp")
    #expect(found.bytes <= limit && found.gif == nil)
    let quality = try #require(found.reduced.flatMap { Int($0.dropFirst("quality ".count)) })
    request.encoding.maxBytes = nil
    request.encoding.gif.quality = quality
    _ = try encode(request, to: "same.webp")
    #expect(folder.bytes("same.webp") == folder.bytes("found.webp"))
    request.encoding.gif.quality = quality + 1
    #expect(try encode(request, to: "next.webp").bytes > limit)
  }

  /// If scale or rate may be reduced, they are reduced before the quality falls below 40. Otherwise
  /// they are kept.
  @Test(arguments: [[ReductionPolicy.scale], [.fps], [.fps, .scale]])
  func allowedReductionsAreApplied(reductions: [ReductionPolicy]) throws {
    var request = request()
    request.encoding.gif.quality = ReductionPolicy.minQuality
    let limit = try encode(request, to: "floor.gif").bytes - 1
    request.encoding.gif.quality = 80
    request.encoding.maxBytes = limit
    let stiff = try #require(encode(request, to: "stiff.gif").gif)
    #expect(try #require(stiff.quality) < ReductionPolicy.minQuality)
    #expect((stiff.width, stiff.height, stiff.keptFrames) == (64, 48, 4))
    request.encoding.reductions = Set(reductions)
    request.encoding.measuresGIF = true
    let output = try encode(request, to: "yielding.gif")
    let report = try #require(output.gif)
    #expect(output.bytes <= limit)
    #expect(try #require(report.quality) >= ReductionPolicy.minQuality)
    #expect((report.width < 64) == reductions.contains(.scale))
    if reductions == [.fps] { #expect(report.keptFrames < 4) }
    let file = try ImageInspector.inspect(bytes: try #require(folder.bytes("yielding.gif")))
    #expect(file.size == PixelSize(width: report.width, height: report.height))
    #expect(file.frames.reduce(0) { $0 + $1.duration.rounded(toUnitsPerSecond: 100) } == 13)
    #expect(try #require(report.fidelity).psnr > 15)
  }

  /// The suggested reductions are sufficient and necessary.
  @Test func remedyNamesAllNecessaryReductions() throws {
    var request = request()
    request.encoding.maxBytes = 20
    func smallest(_ reductions: Set<ReductionPolicy>) throws -> Int {
      request.encoding.reductions = reductions
      let error = try #require(throws: HeaderKitError.self) {
        _ = try encode(request, to: "refused.gif")
      }
      return try #require(Int(error.remedy.description.split(separator: " ").last ?? ""))
    }
    let (scaled, both) = (try smallest([.scale]), try smallest([.scale, .fps]))
    #expect(both < scaled)
    request.encoding.reductions = []
    for (limit, count) in [(scaled, 1), (both, 2), (both - 1, 0)] {
      request.encoding.maxBytes = limit
      let error = try #require(throws: HeaderKitError.self) {
        _ = try encode(request, to: "refused.gif")
      }
      let reductions = [RequestProperty](repeating: "encoding.reductions", count: count)
      #expect(error.remedy.properties == reductions + ["encoding.maxBytes"])
    }
  }

  /// With a size limit, a quality below the maximum is reported only if it is below the default.
  @Test func reductionsAreReportedBelowTheDefault() throws {
    var request = request()
    for (quality, isSaid) in [(92, false), (85, false), (70, true)] {
      request.encoding.maxBytes = nil
      request.encoding.gif.quality = quality
      let limit = try encode(request, to: "asked.gif").bytes
      request.encoding.gif.quality = nil
      request.encoding.maxBytes = limit
      let output = try encode(request, to: "found.gif")
      let found = try #require(output.gif?.quality)
      #expect(output.bytes <= limit && found < 100)
      #expect(output.reduced == (found < 80 ? "quality \(found)" : nil), "\(quality)")
      #expect(isSaid == (found < 80), "\(quality)")
    }
    request.encoding.maxBytes = 1 << 20
    #expect(try encode(request, to: "found.gif").gif?.quality == 100)
  }

  @Test func reductionsRequireSizeLimit() throws {
    var request = request()
    request.encoding.reductions = [.scale]
    let error = try #require(throws: HeaderKitError.self) {
      _ = try encode(request, to: "no.gif")
    }
    #expect(error.code == .usage)
  }

  @Test func measuringKeepsBytes() throws {
    var request = request()
    _ = try encode(request, to: "plain.gif")
    request.encoding.measuresGIF = true
    let measured = try encode(request, to: "measured.gif")
    #expect(folder.bytes("measured.gif") == folder.bytes("plain.gif"))
    let report = try #require(measured.gif)
    #expect(
      report.bytes.palettes + report.bytes.pixels + report.bytes.container == measured.bytes)
    #expect(report.bytes.pictures == 4)
    let fidelity = try #require(report.fidelity)
    #expect((20...60).contains(fidelity.psnr))
    #expect(fidelity.boxBlurredPSNR > fidelity.psnr)
    #expect(fidelity.worstPSNR <= fidelity.psnr)
  }

  @Test func sizeLimitWithoutQualityIsRejected() throws {
    var request = request()
    request.encoding.maxBytes = 1000
    let error = try #require(throws: HeaderKitError.self) {
      _ = try encode(request, to: "no.apng")
    }
    #expect(error.code == .usage)
  }
}

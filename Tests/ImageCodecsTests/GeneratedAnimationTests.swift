import CodecInterface
import Foundation
import ImageCodecs
import PortableMath
import Raster
import TestSupport
import Testing

/// Random animations in all supported formats, compared with the plain compositing rules and, if it
/// is installed, with Pillow.
@Suite struct GeneratedAnimationTests {
  @Test(arguments: GeneratedAnimation.Format.allCases, 0..<60)
  func framesFollowTheCompositingRules(format: GeneratedAnimation.Format, seed: Int) throws {
    let animation = try GeneratedAnimation(format, seed: seed)
    let decoded = try AnimationDecoder.decode(bytes: try animation.file())
    let name: Comment = "\(format.rawValue), seed \(seed)"
    #expect(decoded.size == animation.size, name)
    let kinds: [GeneratedAnimation.Format: ImageKind] = [.apng: .png, .gif: .gif, .webp: .webp]
    #expect(decoded.kind == kinds[format], name)
    let isRepeated = format == .gif && animation.plays > 0
    #expect(decoded.loopCount == animation.plays + (isRepeated ? 1 : 0), name)
    #expect(
      decoded.frames.map(\.duration)
        == animation.frames.map { RationalTime(centiseconds: $0.centiseconds) }, name)
    let shown = animation.shown
    try #require(decoded.frames.count == shown.count, name)
    for (index, frame) in decoded.frames.enumerated() {
      #expect(frame.pixmap.bytes == shown[index], "\(name), frame \(index)")
    }
  }

  /// All kinds of compositing and disposal occur often.
  @Test(arguments: GeneratedAnimation.Format.allCases)
  func allKindsOfCompositingOccur(format: GeneratedAnimation.Format) throws {
    let frames = try (0..<60).flatMap { try GeneratedAnimation(format, seed: $0).frames.dropLast() }
    for disposal in [GeneratedAnimation.Disposal.keep, .clear]
      + (format == .webp ? [] : [.restore])
    {
      #expect(frames.count { $0.disposal == disposal } > 20)
    }
    if format != .gif {
      #expect(frames.count { $0.isOver } > 20 && frames.count { !$0.isOver } > 20)
    }
  }

  /// Changing any byte gives an error or pixels, never more frames than the file has space for.
  @Test(arguments: GeneratedAnimation.Format.allCases)
  func changedByteGivesAnErrorOrPixels(format: GeneratedAnimation.Format) throws {
    var random = SeededRandom(1)
    for seed in 0..<40 {
      var file = try GeneratedAnimation(format, seed: seed).file()
      for _ in 0..<random.number(in: 1...3) {
        file[random.number(below: file.count)] = random.byte()
      }
      do throws(CodecError) {
        let decoded = try AnimationDecoder.decode(
          bytes: file, limits: DecodeLimits(maxPixels: 4000, maxFrames: 20))
        #expect(decoded.frames.count <= 20)
        for frame in decoded.frames { #expect(frame.pixmap.size == decoded.size) }
      } catch {
        #expect(!error.message.isEmpty, "\(format.rawValue), seed \(seed)")
      }
    }
  }

  // MARK: - A second implementation

  /// A Python with Pillow: `PYTHON`, the one on the path or the system's.
  private static let pillow: String? = {
    let own = ProcessInfo.processInfo.environment["PYTHON"]
    return (own.map { [$0] } ?? ["python3", "/usr/bin/python3"]).first { python in
      (try? output(python, ["-c", "from PIL import features; print('Pillow')"])) == "Pillow\n"
    }
  }()

  private static func output(_ program: String, _ arguments: [String]) throws -> String {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: data, as: UTF8.self) : ""
  }

  /// Reports if Pillow is missing; the files are then compared with the rules only. Pillow blends
  /// the alpha of translucent APNG frames differently from the PNG specification, and its version
  /// 13 does not restore the previous canvas, so such frames are skipped.
  @Test func pillowDecodesTheSame() throws {
    guard let python = Self.pillow else {
      FileHandle.standardError.write(
        Data("NOT TESTED: animations against Pillow; set PYTHON to a Python that has it\n".utf8))
      return
    }
    let folder = try TemporaryFolder()
    let program = """
      import sys
      from PIL import Image, ImageSequence
      for path in sys.argv[1:]:
          frames = [f.convert("RGBA").tobytes().hex()
                    for f in ImageSequence.Iterator(Image.open(path))]
          print(" ".join(frames))
      """
    var files: [(name: String, shown: [[UInt8]])] = []
    for format in GeneratedAnimation.Format.allCases {
      for seed in 0..<60 {
        let animation = try GeneratedAnimation(format, seed: seed)
        if format == .apng, animation.laysOverWithMore { continue }
        let name = "\(seed).\(format == .apng ? "png" : format.rawValue)"
        try folder.write(name, try animation.file())
        files.append((name, animation.shown))
      }
    }
    try #require(files.count { $0.name.hasSuffix("png") } > 10)
    let text = try Self.output(python, ["-c", program] + files.map { folder.path + "/" + $0.name })
    let lines = text.split(separator: "\n")
    try #require(lines.count == files.count)
    for (line, file) in zip(lines, files) {
      let frames = line.split(separator: " ").map { Self.premultiplied(hexadecimal: String($0)) }
      try #require(frames.count == file.shown.count, "\(file.name)")
      for (index, (frame, shown)) in zip(frames, file.shown).enumerated() {
        try #require(frame.count == shown.count)
        // Pillow keeps straight colors, which lose precision in translucent pixels.
        let worst = zip(frame, shown).map { abs(Int($0) - Int($1)) }.max() ?? 0
        #expect(worst <= (file.name.hasSuffix(".gif") ? 0 : 3), "\(file.name), frame \(index)")
      }
    }
  }

  private static func premultiplied(hexadecimal text: String) -> [UInt8] {
    let digits = text.utf8.map { $0 < 0x3A ? Int($0) - 0x30 : Int($0) - 0x57 }
    let bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    return bytes.enumerated().map { place, value in
      place % 4 == 3 ? UInt8(value) : UInt8((2 * value * bytes[place / 4 * 4 + 3] + 255) / 510)
    }
  }
}

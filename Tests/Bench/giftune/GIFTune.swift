import CodecInterface
import Foundation
import GIF
import ImageCodecs

/// Encodes an animation as a GIF with settings other than those its quality stands for, writes its
/// bytes and the processor seconds it took as a line of JSON.
///
///     giftune ANIMATION QUALITY OUTPUT.gif [SETTING=FACTOR...]
///
/// Each setting is multiplied by its factor.
@main
struct GIFTune {
  private static let settings: [String: any WritableKeyPath<GIFTuning, Float> & Sendable] = [
    "ratePerDistortion": \.ratePerDistortion, "tolerance": \.tolerance, "diffusion": \.diffusion,
    "smoothBoost": \.smoothBoost, "chromaBoost": \.chromaBoost,
    "structureWeight": \.structureWeight, "temporalWeight": \.temporalWeight,
    "lengthBiasPart": \.lengthBiasPart, "freeShare": \.freeShare,
    "familiarityBonus": \.familiarityBonus, "unmovedWeight": \.unmovedWeight,
    "paletteGain": \.paletteGain,
  ]

  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count > 3, let quality = Int(arguments[2]), (1...100).contains(quality) else {
      fail("usage: giftune ANIMATION QUALITY OUTPUT.gif [SETTING=FACTOR...], quality 1...100")
    }
    let options = GIFOptions(quality: quality)
    var tuning = GIFTuning(quality: quality, effort: options.effort)
    for argument in arguments.dropFirst(4) {
      let parts = argument.split(separator: "=")
      guard parts.count == 2, let factor = Float(parts[1]), let setting = settings[String(parts[0])]
      else { fail("\(argument): one of \(settings.keys.sorted().joined(separator: ", "))=FACTOR") }
      tuning[keyPath: setting] *= factor
    }
    let source = [UInt8](try Data(contentsOf: URL(fileURLWithPath: arguments[1])))
    var reader = try AnimationReader(bytes: source)
    var encoder = try GIFEncoder(size: reader.size, options: options, tuning: tuning)
    var bytes: [UInt8] = []
    var seconds = 0.0
    while let frame = try reader.next() {
      let start = processorSeconds()
      bytes += try encoder.append(frame.pixmap, duration: frame.duration)
      seconds += processorSeconds() - start
    }
    let start = processorSeconds()
    bytes += try encoder.finish()
    seconds += processorSeconds() - start
    try Data(bytes).write(to: URL(fileURLWithPath: arguments[3]))
    print("{\"bytes\": \(bytes.count), \"seconds\": \((seconds * 1000).rounded() / 1000)}")
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("giftune: \(message)\n".utf8))
    exit(2)
  }

  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

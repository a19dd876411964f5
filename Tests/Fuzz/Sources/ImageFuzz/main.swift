import Foundation
import CodecInterface
import ImageCodecs

// ImageFuzz [rounds] [seed]: so many damaged files, each decoded in every way there is.
// A crash leaves the file in fuzz-input.bin; a file that takes more than 5 seconds ends the run.

let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
let rounds = arguments.first ?? 100_000
let seed = arguments.dropFirst().first ?? 1

let corpus = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent()
  .appendingPathComponent("Fixtures/Corpus")
let files =
  FileManager.default.enumerator(at: corpus, includingPropertiesForKeys: nil)?
  .compactMap { $0 as? URL }
  .filter { ["png", "jpg", "gif"].contains($0.pathExtension) }
  .sorted { $0.path < $1.path }
  .compactMap { try? [UInt8](Data(contentsOf: $0)) } ?? []
guard !files.isEmpty else {
  print("no corpus at \(corpus.path)")
  exit(66)
}

var mutator = Mutator(seed: UInt64(seed))
let limits = DecodeLimits(maxPixels: 1 << 20, maxFrames: 100)
let record = URL(fileURLWithPath: "fuzz-input.bin")
var (read, refused) = (0, 0)

for round in 0..<rounds {
  let bytes = mutator.damaged(
    files[mutator.number(below: files.count)], files[mutator.number(below: files.count)])
  try Data(bytes).write(to: record)
  let start = ContinuousClock.now
  do throws(CodecError) {
    var reader = try AnimationReader(bytes: bytes, limits: limits)
    while try reader.next() != nil {}
    read += 1
  } catch {
    refused += 1
  }
  _ = try? ImageDecoder.decode(bytes: bytes, limits: limits)
  _ = try? ImageInspector.inspect(bytes: bytes, limits: limits)
  let time = ContinuousClock.now - start
  guard time < .seconds(5) else {
    print("round \(round): \(time) for fuzz-input.bin")
    exit(1)
  }
}
try FileManager.default.removeItem(at: record)
print("\(rounds) damaged files: \(read) read, \(refused) refused")

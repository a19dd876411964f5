/// A property of a request that an error speaks of.
///
/// The raw value is its name in this library. Who speaks another language to users, the command line
/// of flags, a manifest of keys, puts in its own name; see ``HeaderKitError/naming(_:)``.
public enum RequestProperty: String, CaseIterable, Hashable, Sendable {
  // What is drawn.
  case variant, device, scale, constants
  // Which moments are shown.
  case framesPerSecond, speed, holdFirst, holdLast, frames, moment, offsets
  // What is written, and how.
  case outputPath = "path"
  case outputFormat = "format"
  case maxBytes, yields, pngLevel
  case lossless = "gif.lossless"
  case effort = "gif.effort"
  case replacesFiles
  // What it may cost.
  case inputByteLimit = "limits.inputBytes"
  case pixelLimit = "limits.pixels"
  case frameLimit = "limits.frames"
  case canvasPixelLimit = "limits.canvasPixels"
  case sampleLimit = "limits.samples"
  // Comparisons and batches.
  case update, outputFolder, resultFolder, shard
  case shardCount = "shards"
  case skippedItems = "skip"
  case cacheFolder = "cache"
  case withoutCache = "cache = nil"
}

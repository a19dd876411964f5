import Files

extension RequestProperty {
  /// What the command line calls it.
  var flag: String {
    switch self {
    case .style: "--style"
    case .variant: "--variant"
    case .device: "--device"
    case .scale: "--scale"
    case .constants: "--set"
    case .texts: "--title, --name or --handle"
    case .colors: "--accent"
    case .crop: "--crop"
    case .width: "--width"
    case .height: "--height"
    case .framesPerSecond: "--fps"
    case .speed: "--speed"
    case .holdFirst: "--hold-first"
    case .holdLast: "--hold-last"
    case .frames: "--frames"
    case .moment: "--at"
    case .offsets: "--offsets"
    case .outputPath: "--output"
    case .outputFormat: "--format"
    case .maxBytes: "--max-bytes"
    case .reductions: "--reduce"
    case .pngLevel: "--png-level"
    case .lossless: "--lossless"
    case .effort: "--effort"
    case .replacesFiles: "--force"
    case .inputByteLimit: "--max-input-bytes"
    case .pixelLimit: "--max-pixels"
    case .frameLimit: "--max-frames"
    case .canvasPixelLimit: "--max-canvas-pixels"
    case .sampleLimit: "--max-samples"
    case .foldersAsAnimations: "--frames-folders"
    case .update: "--update"
    case .outputFolder: "--out-dir"
    case .resultFolder: "--results"
    case .shard: "--shard"
    case .shardCount: "--shards"
    case .skippedItems: "--skip"
    case .cacheFolder: "--cache-dir"
    case .withoutCache: "--no-cache"
    }
  }
}

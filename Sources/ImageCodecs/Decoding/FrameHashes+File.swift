package import CodecInterface
import GIF

extension FrameHashes {
  /// What an animation's file records of its frames; nil for other files, for files without a record
  /// and for those that were altered since.
  package init?(file bytes: [UInt8]) {
    let found: FrameHashes?
    switch try? ImageKind.recognise(bytes) {
    case .gif: found = GIFFrameHashes.read(bytes)
    case .png: found = PNGFrameHashes.read(bytes)
    case .webp: found = WebPFrameHashes.read(bytes)
    case .jpeg, nil: found = nil
    }
    guard let found else { return nil }
    self = found
  }
}

import Comparison
import Files
import Rendering

/// A kept output with what is needed to see that it is whole.
enum CacheObject {
  private static let mark = "twheader object 1 "

  /// The file's bytes: one line with digest and length, then the output.
  static func packed(_ payload: [UInt8], digest: ContentDigest) -> [UInt8] {
    Array("\(mark)\(digest) \(payload.count)\n".utf8) + payload
  }

  /// The output in a file's bytes, with its digest; nil when they are damaged or foreign.
  static func read(_ bytes: [UInt8]) -> (payload: [UInt8], digest: ContentDigest)? {
    guard let end = bytes.prefix(200).firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let head = String(decoding: bytes[..<end], as: UTF8.self)
    guard head.hasPrefix(mark) else { return nil }
    let parts = head.dropFirst(mark.count).split(separator: " ")
    let payload = Array(bytes[(end + 1)...])
    guard parts.count == 2, Int(parts[1]) == payload.count else { return nil }
    let digest = ContentDigest(of: payload)
    return digest.hexadecimal == parts[0] ? (payload, digest) : nil
  }
}

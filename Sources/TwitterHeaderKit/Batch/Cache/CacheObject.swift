/// A kept output with what is needed to see that it is whole.
enum CacheObject {
  private static let mark = "twheader object 1 "

  /// The file's bytes: one line with digest and length, then the output.
  static func packed(_ payload: [UInt8]) -> [UInt8] {
    Array("\(mark)\(ContentDigest(of: payload)) \(payload.count)\n".utf8) + payload
  }

  /// The output in a file's bytes; nil when they are damaged or foreign.
  static func payload(_ bytes: [UInt8]) -> [UInt8]? {
    guard let end = bytes.prefix(200).firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let head = String(decoding: bytes[..<end], as: UTF8.self)
    guard head.hasPrefix(mark) else { return nil }
    let parts = head.dropFirst(mark.count).split(separator: " ")
    let payload = Array(bytes[(end + 1)...])
    guard parts.count == 2, Int(parts[1]) == payload.count,
      ContentDigest(of: payload).hexadecimal == parts[0]
    else { return nil }
    return payload
  }
}

package import FileAccess

/// A cached output, with its key, its digest and its length: damage and mix-ups are detected.
package enum CacheObject {
  private static let mark = "twheader object 2 "
  /// The mark, two digests of 64 digits and a length of at most 19, with two spaces.
  private static let longestHead = mark.utf8.count + 64 + 1 + 64 + 1 + 19

  /// The file's bytes: one line with key, digest and length, then the output.
  package static func packed(
    _ payload: [UInt8], digest: ContentDigest, key: ContentDigest
  ) -> [UInt8] {
    Array("\(mark)\(key) \(digest) \(payload.count)\n".utf8) + payload
  }

  private struct Head {
    let digest: Substring
    /// Of the line, with its end.
    let bytes: Int

    /// Nil for the beginning of anything else, and of an object of another key or not of `count` bytes.
    init?(_ bytes: [UInt8], of count: Int, key: ContentDigest) {
      guard let end = bytes.prefix(longestHead + 1).firstIndex(of: UInt8(ascii: "\n")) else {
        return nil
      }
      let line = String(decoding: bytes[..<end], as: UTF8.self)
      guard line.hasPrefix(mark) else { return nil }
      let parts = line.dropFirst(mark.count).split(separator: " ")
      // No file is longer, and what is added to it stays a number.
      guard parts.count == 3, parts[0] == key.hexadecimal, let payloadBytes = Int(parts[2]),
        (0...RenderCache.largestObject).contains(payloadBytes), count == end + 1 + payloadBytes
      else { return nil }
      (digest, self.bytes) = (parts[1], end + 1)
    }
  }

  /// The output in a file's bytes; nil if they are damaged, of another key or no object.
  static func read(
    _ bytes: [UInt8], key: ContentDigest
  ) -> (payload: [UInt8], digest: ContentDigest)? {
    guard let head = Head(bytes, of: bytes.count, key: key) else { return nil }
    let payload = Array(bytes[head.bytes...])
    let digest = ContentDigest(of: payload)
    return digest.hexadecimal == head.digest ? (payload, digest) : nil
  }

  /// Key and length are compared before the output is read, which is never held in memory.
  static func isWhole(_ file: InputPieces, key: ContentDigest) throws(HeaderKitError) -> Bool {
    let first = try file.next()
    guard let head = Head(first, of: file.count, key: key) else { return false }
    var rest: ArraySlice<UInt8>? = first[head.bytes...]
    let digest = try ContentDigest(ofPieces: { () throws(HeaderKitError) in
      guard let piece = rest else { return nil }
      let next = try file.next()
      rest = next.isEmpty ? nil : next[...]
      return piece
    })
    return digest.hexadecimal == head.digest
  }
}

/// Several files as one array of bytes: the frames of an output in a cache.
package enum FrameArchive {
  /// A line with the count, one with each length, then the files.
  package static func packed(_ files: [[UInt8]]) -> [UInt8] {
    let lengths = ([files.count] + files.map(\.count)).map { "\($0)\n" }.joined()
    return files.reduce(into: Array(lengths.utf8)) { $0 += $1 }
  }

  /// Whether the bytes are the frames of an animation: at least one, none of them empty.
  package static func holdsFrames(_ bytes: [UInt8]) -> Bool {
    files(bytes).map { !$0.isEmpty && !$0.contains(where: \.isEmpty) } ?? false
  }

  /// Nil when the bytes are no archive.
  package static func files(_ bytes: [UInt8]) -> [[UInt8]]? {
    var rest = bytes[...]
    func number() -> Int? {
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      defer { rest = rest[(end + 1)...] }
      return Int(String(decoding: rest[..<end], as: UTF8.self))
    }
    guard let count = number(), (0...rest.count).contains(count) else { return nil }
    var lengths: [Int] = []
    for _ in 0..<count {
      guard let length = number(), length >= 0 else { return nil }
      lengths.append(length)
    }
    var files: [[UInt8]] = []
    for length in lengths {
      guard length <= rest.count else { return nil }
      files.append(Array(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    return rest.isEmpty ? files : nil
  }
}

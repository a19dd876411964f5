package import FileAccess

/// A cached output with its key, digest and length, which detect damaged and misplaced files.
package enum CacheObject {
  private static let mark = "twheader object 2 "
  /// The maximum length of the line in bytes: the mark, a digest of 64 digits, another digest, and
  /// a length of at most 19 digits, separated by spaces.
  private static let longestHead = mark.utf8.count + 64 + 1 + 64 + 1 + 19

  /// Returns the bytes of the file: a line with key, digest and length, followed by the output.
  package static func packed(
    _ payload: [UInt8], digest: ContentDigest, key: ContentDigest
  ) -> [UInt8] {
    Array("\(mark)\(key) \(digest) \(payload.count)\n".utf8) + payload
  }

  private struct Head {
    let digest: Substring
    /// The length of the line in bytes, including the newline.
    let bytes: Int

    /// Parses the line at the start of a file with `count` bytes. `nil` if it is invalid, has
    /// another key, or does not match `count`.
    init?(_ bytes: [UInt8], of count: Int, key: ContentDigest) {
      guard let end = bytes.prefix(longestHead + 1).firstIndex(of: UInt8(ascii: "\n")) else {
        return nil
      }
      let line = String(decoding: bytes[..<end], as: UTF8.self)
      guard line.hasPrefix(mark) else { return nil }
      let parts = line.dropFirst(mark.count).split(separator: " ")
      // The limit also prevents an overflow in the sum below.
      guard parts.count == 3, parts[0] == key.hexadecimal, let payloadBytes = Int(parts[2]),
        (0...RenderCache.largestObject).contains(payloadBytes), count == end + 1 + payloadBytes
      else { return nil }
      digest = parts[1]
      self.bytes = end + 1
    }
  }

  /// Returns the output in a file's bytes, or `nil` if they are damaged, have another key, or are
  /// not a cache object.
  static func read(
    _ bytes: [UInt8], key: ContentDigest
  ) -> (payload: [UInt8], digest: ContentDigest)? {
    guard let head = Head(bytes, of: bytes.count, key: key) else { return nil }
    let payload = Array(bytes[head.bytes...])
    let digest = ContentDigest(of: payload)
    return digest.hexadecimal == head.digest ? (payload, digest) : nil
  }

  /// Returns whether the file is undamaged and has this key. Reads it in pieces, so that large
  /// objects do not fill the memory.
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

/// Several files as one array of bytes, for the frames of a cached output.
package enum FrameArchive {
  /// Returns a line with the number of files, a line with the length of each, and their bytes.
  package static func packed(_ files: [[UInt8]]) -> [UInt8] {
    let lengths = ([files.count] + files.map(\.count)).map { "\($0)\n" }.joined()
    return files.reduce(into: Array(lengths.utf8)) { $0 += $1 }
  }

  /// Returns whether the bytes are an archive of at least one file without empty files.
  package static func holdsFrames(_ bytes: [UInt8]) -> Bool {
    files(bytes).map { !$0.isEmpty && !$0.contains(where: \.isEmpty) } ?? false
  }

  /// Returns the files, or `nil` if the bytes are not an archive.
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

import Comparison
import Files
import Rendering

/// Several files as one run of bytes: the frames of an output in a cache.
enum FrameArchive {
  /// A line with the count, one with each length, then the files.
  static func packed(_ files: [[UInt8]]) -> [UInt8] {
    let lengths = ([files.count] + files.map(\.count)).map { "\($0)\n" }.joined()
    return files.reduce(into: Array(lengths.utf8)) { $0 += $1 }
  }

  /// Nil when the bytes are no archive.
  static func files(_ bytes: [UInt8]) -> [[UInt8]]? {
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

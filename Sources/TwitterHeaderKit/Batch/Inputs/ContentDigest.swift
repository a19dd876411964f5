import Crypto

/// SHA-256 of some bytes.
public struct ContentDigest: Hashable, Sendable, CustomStringConvertible {
  /// 64 hexadecimal digits, lower case.
  public let hexadecimal: String

  /// The digest of `bytes`.
  public init(of bytes: [UInt8]) {
    self.init(SHA256.hash(data: bytes))
  }

  /// The digest of a text in UTF-8.
  public init(of text: String) {
    self.init(of: Array(text.utf8))
  }

  /// Reads 64 hexadecimal digits, lower case; nil for anything else.
  public init?(hexadecimal text: String) {
    let isDigest =
      text.utf8.count == 64
      && text.utf8.allSatisfy {
        ("0"..."9").contains(Character(UnicodeScalar($0)))
          || ("a"..."f").contains(Character(UnicodeScalar($0)))
      }
    guard isDigest else { return nil }
    hexadecimal = text
  }

  private init(_ digest: SHA256.Digest) {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in digest {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    hexadecimal = String(decoding: text, as: UTF8.self)
  }

  /// The digits.
  public var description: String { hexadecimal }
}

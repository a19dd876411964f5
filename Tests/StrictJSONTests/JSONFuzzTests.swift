import Foundation
import StrictJSON
import Testing

/// Reproducible random damage to valid texts. Foundation's parser mostly agrees with RFC 8259;
/// texts for which it is known to disagree are skipped.
@Suite struct JSONFuzzTests {
  private static let seeds = [
    #"{"version": 1, "fps": 30, "samples": [[0, 0], [0.0167, -3.5], [0.0333, -9.0e0]]}"#,
    #"{"a":[true,false,null,"x\n\u00e9\ud83d\ude00",{"b":-0.5E-3}],"c":{"d":[[],{}]},"é":"漢😀"}"#,
    #" [ 1 , "two" , { "three" : 3 } ] "#,
    #"{"gestures":[{"drag":{"by":-120,"duration":0.35,"easing":"ease-out"}},{"release":{}}]}"#,
  ]
  private static let pieces: [[UInt8]] =
    [
      "[", "]", "{", "}", ",", ":", "\"", "\\", "0", "1", "-", ".", "e", "E", "+", "true", "null",
      "\\u", "\\ud800", " ", "\n", "\t", "\u{0}", "\u{7F}", "1e5", "\"k\":", "é", "//",
    ].map { Array($0.utf8) } + [[0x80], [0xC3], [0xED, 0xA0, 0x80], [0xFF], [0xF0, 0x9F]]

  @Test(arguments: 0..<8)
  func agreesWithFoundation(part: Int) {
    var random = SplitMix(seed: UInt64(1000 + part))
    var accepted = 0
    var compared = 0
    for _ in 0..<4000 {
      let bytes = Self.damaged(Self.seeds[part % Self.seeds.count], with: &random)
      let ours = (try? JSONValue.parse(bytes)) != nil
      accepted += ours ? 1 : 0
      if Self.foundationDiffers(on: bytes) { continue }
      compared += 1
      let theirs =
        (try? JSONSerialization.jsonObject(with: Data(bytes), options: [.fragmentsAllowed])) != nil
      #expect(
        ours == theirs,
        "\(String(decoding: bytes, as: UTF8.self).debugDescription) \(ours ? "accepted" : "refused")"
      )
    }
    // The test would be meaningless if all texts were rejected or skipped.
    #expect(accepted > 100)
    #expect(compared > 2000)
  }

  @Test(arguments: 0..<4)
  func acceptedTextsSurviveBeingWrittenAgain(part: Int) throws {
    var random = SplitMix(seed: UInt64(5000 + part))
    for _ in 0..<2000 {
      let bytes = Self.damaged(Self.seeds[part], with: &random)
      guard let value = try? JSONValue.parse(bytes) else { continue }
      let once = try Self.rewritten(value)
      let again = try Self.rewritten(try JSONValue.parse(Array(once.utf8)))
      #expect(once == again)
    }
  }

  private static func damaged(_ seed: String, with random: inout SplitMix) -> [UInt8] {
    var bytes = Array(seed.utf8)
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let at = Int.random(in: 0...bytes.count, using: &random)
      let end = min(bytes.count, at + Int.random(in: 0...3, using: &random))
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes.removeSubrange(at..<end)
      case 1: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: at)
      case 2: bytes.replaceSubrange(at..<end, with: pieces.randomElement(using: &random) ?? [])
      default:
        let from = Int.random(in: 0...bytes.count, using: &random)
        let length = min(bytes.count - from, Int.random(in: 0...12, using: &random))
        bytes.insert(contentsOf: bytes[from..<from + length], at: at)
      }
    }
    return bytes
  }

  /// Returns true if Foundation on Linux is known to disagree with RFC 8259 and our limits.
  private static func foundationDiffers(on bytes: [UInt8]) -> Bool {
    guard let message = message(of: bytes) else {
      // It rejects numbers that start with 0e, and texts that it considers to be in another
      // encoding.
      let text = String(decoding: bytes, as: UTF8.self)
      return text.contains("0e") || text.contains("0E") || bytes.contains(0)
    }
    // It accepts trailing commas and duplicate keys, and detects other encodings from fewer bytes.
    return message.contains("an extra comma before") || message.contains("duplicate key")
      || message.contains("too large") || bytes.contains(0)
  }

  private static func message(of bytes: [UInt8]) -> String? {
    do throws(JSONError) {
      _ = try JSONValue.parse(bytes)
      return nil
    } catch {
      return error.message
    }
  }

  private static func rewritten(_ value: JSONValue) throws -> String {
    switch value.kind {
    case .null: return "null"
    case .boolean: return try value.boolean() ? "true" : "false"
    case .number: return JSONWriter.literal(try value.number())
    case .string: return JSONWriter.literal(try value.string())
    case .array:
      return "[\(try value.array().map(rewritten).joined(separator: ","))]"
    case .object:
      let members = try value.object().map { member in
        "\(JSONWriter.literal(member.name)):\(try rewritten(member.value))"
      }
      return "{\(members.joined(separator: ","))}"
    }
  }
}

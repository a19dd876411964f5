import Foundation

/// A line decoded by Foundation and flattened to key paths and values.
struct DecodedLine: Decodable {
  /// All numbers, flags and strings that are not null. Rectangles are x, y, width and height.
  var fields: [String: String] = [:]

  init(_ line: String) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(line.utf8))
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    for key in container.allKeys {
      let name = key.stringValue
      if try container.decodeNil(forKey: key) { continue }
      // The most frequent types come first: an attempt that fails takes a hundred times as long.
      if !["index", "step", "count"].contains(name),
        let number = try? container.decode(Double.self, forKey: key)
      {
        fields[name] = Self.text(number)
      } else if let inner = try? container.decode(DecodedLine.self, forKey: key) {
        for (path, field) in inner.fields {
          fields["\(name).\(path)"] = field
        }
      } else if let sides = try? container.decode([Double].self, forKey: key) {
        for (side, number) in zip(["x", "y", "width", "height"], sides) {
          fields["\(name).\(side)"] = Self.text(number)
        }
      } else if let words = try? container.decode([String].self, forKey: key) {
        fields[name] = words.joined(separator: " ")
      } else if let word = try? container.decode(String.self, forKey: key) {
        fields[name] = word
      } else if let flag = try? container.decode(Bool.self, forKey: key) {
        fields[name] = flag ? "true" : "false"
      } else {
        fields[name] = try container.decode(Int.self, forKey: key).description
      }
    }
  }

  /// The number as outputs have it: whole numbers without a point. A negative zero is `-0`.
  private static func text(_ number: Double) -> String {
    guard number == number.rounded(), number.magnitude < 0x1p53 else { return number.description }
    return number == 0 && number.sign == .minus ? "-0" : String(Int(number))
  }

  private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

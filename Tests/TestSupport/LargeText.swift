package import Foundation
package import StrictJSON

extension JSONValue {
  /// Parses each nonempty line.
  package static func lines(_ text: Data) throws -> [JSONValue] {
    try Array(text).split(separator: UInt8(ascii: "\n")).map { try parse(Array($0)) }
  }
}

extension String {
  /// Returns the text after the last `start`, up to the next `end`. `nil` if there is none.
  ///
  /// In contrast to `components(separatedBy:)`, this takes milliseconds for megabytes.
  package func part(afterLast start: String, before end: String) -> String? {
    let text = Array(utf8)
    func first(_ word: String, from index: Int) -> Int? {
      let word = Array(word.utf8)
      var index = index
      while index + word.count <= text.count {
        if text[index] == word[0], text[index..<index + word.count].elementsEqual(word) {
          return index
        }
        index += 1
      }
      return nil
    }
    var from: Int?
    while let found = first(start, from: from ?? 0) { from = found + start.utf8.count }
    guard let from, let to = first(end, from: from) else { return nil }
    return String(decoding: text[from..<to], as: UTF8.self)
  }
}

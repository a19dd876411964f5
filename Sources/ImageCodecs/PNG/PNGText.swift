/// A text chunk of a PNG file: international text (iTXt), UTF-8, not packed.
package enum PNGText {
  /// The file with one more text in front of its end. `png` is a complete PNG file, `keyword` has 1 to
  /// 79 letters of ASCII.
  package static func adding(_ text: String, keyword: String, to png: [UInt8]) -> [UInt8] {
    let end = PNGChunk.bytes(type: "IEND", body: [])
    // No compression, its method, no language, no translated keyword.
    let body = Array(keyword.utf8) + [0, 0, 0, 0, 0] + Array(text.utf8)
    return png.dropLast(end.count) + PNGChunk.bytes(type: "iTXt", body: body) + end
  }

  /// The last text of this keyword; nil where there is none that is whole.
  package static func read(_ keyword: String, in png: [UInt8]) -> String? {
    guard png.starts(with: PNGChunk.signature) else { return nil }
    let start = Array(keyword.utf8) + [0, 0, 0, 0, 0]
    var offset = PNGChunk.signature.count
    var found: String?
    while let chunk = try? PNGChunk(at: offset, of: png), chunk.type != "IEND" {
      if chunk.type == "iTXt", png[chunk.body].starts(with: start),
        (try? chunk.verify(in: png)) != nil
      {
        found = String(decoding: png[chunk.body].dropFirst(start.count), as: UTF8.self)
      }
      offset = chunk.whole.upperBound
    }
    return found
  }
}

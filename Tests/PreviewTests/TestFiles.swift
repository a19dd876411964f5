import Foundation
import Testing

/// Files of the project.
enum TestFiles {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Merges the JSON blocks of a guide into one document. Members are added; layers are matched by
  /// identifier.
  static func guide(_ name: String, blocks count: Int = .max) throws -> [UInt8] {
    var file: [String: Any] = [
      "version": 1, "name": name, "scroll": ["maximumOffset": 500], "layers": [Any](),
    ]
    for block in try blocks(name).prefix(count) {
      let json = Data(block.utf8)
      let members = try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
      for (key, value) in members {
        guard key == "layers", var layers = file[key] as? [[String: Any]],
          let added = value as? [[String: Any]]
        else {
          file[key] = value
          continue
        }
        for layer in added {
          layers.removeAll { $0["id"] as? String == layer["id"] as? String }
          layers.append(layer)
        }
        file[key] = layers
      }
    }
    return Array(try JSONSerialization.data(withJSONObject: file))
  }

  /// Returns the JSON blocks of a guide.
  static func blocks(_ name: String) throws -> [String] {
    let path = root.appending(path: "Sources/HeaderKit/HeaderKit.docc/\(name).md")
    return try String(contentsOf: path, encoding: .utf8).components(separatedBy: "```json\n")
      .dropFirst().compactMap { $0.components(separatedBy: "```").first }
  }
}

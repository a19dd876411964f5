import FileAccess
import Foundation

/// A folder for one test that is removed when it is deallocated.
final class TemporaryDirectory: Sendable {
  let path: String
  private let aside: String

  /// Creates the folder with `swipe.json`, a curve of 0.3 s, which is 10 frames at 30 per second.
  init() throws {
    let root = NSTemporaryDirectory() + "twheader-" + UUID().uuidString
    path = root + "/work"
    aside = root + "/aside"
    for folder in [path, aside] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    try write(
      "swipe.json",
      """
      {"version": 1, "keyframes": [{"time": 0, "offset": 0}, {"time": 0.2, "offset": -60},
        {"time": 0.3, "offset": 30}]}
      """)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent)
  }

  var program: Twheader { Twheader(folder: self) }

  /// Returns a path outside of the folder for a file that the test ignores.
  func hidden(_ name: String) -> String { aside + "/" + UUID().uuidString + "-" + name }

  func full(_ name: String) -> String { path + "/" + name }

  func write(_ name: String, _ text: String) throws { try write(name, Data(text.utf8)) }

  func write(_ name: String, _ data: Data) throws {
    try data.write(to: URL(fileURLWithPath: full(name)))
  }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: full(name), withIntermediateDirectories: true)
  }

  func makeLink(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: full(name), withDestinationPath: target)
  }

  func data(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: full(name)))
  }

  /// The sorted names of all files, including hidden ones. Folders end with a slash.
  var contents: [String] {
    let found = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return found.map { name in
      var isFolder: ObjCBool = false
      let isThere = FileManager.default.fileExists(atPath: full(name), isDirectory: &isFolder)
      return isThere && isFolder.boolValue ? name + "/" : name
    }.sorted()
  }

  /// Returns the permissions of a file.
  func mode(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: full(name))[.posixPermissions] as? Int
  }
}

/// The fixtures of the project.
enum Fixtures {
  static let path: String = {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    return folder.appendingPathComponent("Fixtures").path
  }()

  static func data(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path + "/" + name))
  }

  static func image(_ name: String) -> String { path + "/Images/" + name }
}

/// Paths are bytes to the system: a slash parts names whatever follows it. To a Swift `Character` a
/// slash before a combining mark is none.
package enum FilePath {
  private static let slash = UInt8(ascii: "/")

  /// The folder with its final slash, empty where none is named, and the last part.
  package static func split(_ path: String) -> (folder: String, name: String) {
    guard let last = path.utf8.lastIndex(of: slash) else { return ("", path) }
    let start = path.utf8.index(after: last)
    return (String(path[..<start]), String(path[start...]))
  }

  package static func parts(of path: String) -> [String] {
    path.utf8.split(separator: slash).map { String(Substring($0)) }
  }

  /// `a` and `a/b` of `a/b/c.gif`.
  package static func folders(of path: String) -> [String] {
    path.utf8.indices.filter { path.utf8[$0] == slash }.map { String(path[..<$0]) }
  }

  package static func isAbsolute(_ path: String) -> Bool { path.utf8.first == slash }

  package static func lies(_ path: String, in folder: String) -> Bool {
    path.utf8.starts(with: (folder + "/").utf8)
  }
}

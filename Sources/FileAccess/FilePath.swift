/// Operations on paths as bytes, as the system sees them. A slash followed by a combining mark is a
/// separator, but not equal to the `Character` "/".
package enum FilePath {
  private static let slash = UInt8(ascii: "/")

  /// Returns the folder with a trailing slash, or an empty string if there is none, and the last
  /// component.
  package static func split(_ path: String) -> (folder: String, name: String) {
    guard let last = path.utf8.lastIndex(of: slash) else { return ("", path) }
    let start = path.utf8.index(after: last)
    return (String(path[..<start]), String(path[start...]))
  }

  package static func parts(of path: String) -> [String] {
    path.utf8.split(separator: slash).map { String(Substring($0)) }
  }

  /// Returns the parent folders: `a` and `a/b` for `a/b/c.gif`.
  package static func folders(of path: String) -> [String] {
    path.utf8.indices.filter { path.utf8[$0] == slash }.map { String(path[..<$0]) }
  }

  package static func isAbsolute(_ path: String) -> Bool { path.utf8.first == slash }

  /// The characters after the last dot of the name, without the dot. Empty if the name has no dot, or
  /// only one at its start or end.
  package static func fileExtension(_ path: String) -> String {
    let name = split(path).name
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return String(name[name.index(after: dot)...])
  }

  /// The path without its file extension and the dot before it.
  package static func withoutExtension(_ path: String) -> String {
    let ending = fileExtension(path)
    return ending.isEmpty ? path : String(path.dropLast(ending.count + 1))
  }

  package static func isDescendant(_ path: String, of folder: String) -> Bool {
    path.utf8.starts(with: (folder + "/").utf8)
  }
}

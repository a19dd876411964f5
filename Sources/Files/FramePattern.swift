import Foundation

/// Names of numbered frames: a path with one `%d` or `%04d` in its last part.
package struct FramePattern: Hashable, Sendable {
  /// With the final slash, or empty.
  package let folder: String
  private let prefix: String
  private let suffix: String
  private let digits: Int

  /// Nil unless the last part holds exactly one `%d` or `%0<1-9>d`.
  package init?(_ path: String) {
    let slash = path.lastIndex(of: "/")
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    let parts = name.split(separator: "%", omittingEmptySubsequences: false)
    guard parts.count == 2, let end = parts[1].firstIndex(of: "d") else { return nil }
    let width = parts[1][..<end]
    switch (width.count, width.last.flatMap(\.wholeNumberValue)) {
    case (0, _): digits = 1
    case (2, let digits?) where width.first == "0" && width.utf8.count == 2 && digits > 0:
      self.digits = digits
    default: return nil
    }
    folder = slash.map { String(path[...$0]) } ?? ""
    prefix = String(parts[0])
    suffix = String(parts[1][parts[1].index(after: end)...])
  }

  /// The folder as a path of its own, without slashes at its end.
  package var folderPath: String {
    var path = folder.isEmpty ? "." : folder
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// Whether the names end as those of PNG files do.
  package var namesPNG: Bool { suffix.lowercased().hasSuffix(".png") }

  /// `0000.png`, `0001.png`, ... in a folder.
  package init(folder: String) {
    self.folder = folder.hasSuffix("/") ? folder : folder + "/"
    prefix = ""
    suffix = ".png"
    digits = 4
  }

  /// The name, without folder, of frame `index` (counted from 0).
  package func name(_ index: Int) -> String {
    let number = String(index)
    return prefix + String(repeating: "0", count: max(0, digits - number.count)) + number + suffix
  }

  /// Whether a file name is one of the pattern's, whatever its number.
  package func matches(_ name: String) -> Bool {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix),
      name.utf8.count >= prefix.utf8.count + suffix.utf8.count
    else { return false }
    let number = name.dropFirst(prefix.count).dropLast(suffix.count)
    return number.count >= digits && number.allSatisfy { ("0"..."9").contains($0) }
  }
}

package import FileAccess
import Foundation

/// What a folder holds of pictures.
package enum FolderListing {
  /// Whether there is a folder of this name.
  package static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// Where a path leads: without links and dots, as far as it exists.
  package static func place(of path: String) -> String {
    if let real = FileIdentity.realPath(of: path) { return real }
    let parts = FileIdentity.parts(of: path)
    return place(of: parts.folder) + "/" + parts.name
  }

  /// The pictures in a folder and its folders, as paths within it, in natural order: `2.png`
  /// before `10.png`. Hidden files are not looked at.
  package static func names(in folder: String) throws(HeaderKitError) -> [String] {
    var names: [String] = []
    try list(folder, prefix: "", into: &names)
    return names.sorted { comesBefore($0, $1) }
  }

  private static func list(
    _ folder: String, prefix: String, into names: inout [String]
  ) throws(HeaderKitError) {
    let entries: [String]
    do {
      entries = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw HeaderKitError(
        .noInput, subject: .file(folder), reason: "cannot be listed",
        remedy: "check its permissions")
    }
    for entry in entries where !entry.hasPrefix(".") {
      let path = folder + "/" + entry
      if isFolder(path) {
        try list(path, prefix: prefix + entry + "/", into: &names)
      } else if ComparedSource.pictureEndings.contains(
        (entry as NSString).pathExtension.lowercased())
      {
        names.append(prefix + entry)
      }
    }
  }

  /// Runs of digits compare as numbers, all else by Unicode scalar: the same in every locale.
  package static func comesBefore(_ left: String, _ right: String) -> Bool {
    var first = left.unicodeScalars[...]
    var second = right.unicodeScalars[...]
    while let one = first.first, let other = second.first {
      if isDigit(one), isDigit(other) {
        let (number, rest) = digits(first)
        let (otherNumber, otherRest) = digits(second)
        if number != otherNumber {
          return number.count == otherNumber.count
            ? number.lexicographicallyPrecedes(otherNumber) : number.count < otherNumber.count
        }
        (first, second) = (rest, otherRest)
      } else {
        if one != other { return one < other }
        first.removeFirst()
        second.removeFirst()
      }
    }
    if first.isEmpty != second.isEmpty { return first.isEmpty }
    return left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars)
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  /// The leading digits without leading zeros, and what follows.
  private static func digits(
    _ text: Substring.UnicodeScalarView
  ) -> (number: [Unicode.Scalar], rest: Substring.UnicodeScalarView) {
    let end = text.firstIndex { !isDigit($0) } ?? text.endIndex
    return (Array(text[..<end].drop { $0 == "0" }), text[end...])
  }
}

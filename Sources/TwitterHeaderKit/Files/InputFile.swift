import Foundation

/// Reads input files whole, within a limit.
package enum InputFile {
  /// The bytes of a file, or of standard input for `-`.
  ///
  /// Throws `.noInput` for what is missing or unreadable, `.badData` for more than `limit` bytes.
  package static func read(_ path: String, limit: Int) throws(HeaderKitError) -> [UInt8] {
    if path == "-" { return try read(.standardInput, subject: "standard input", limit: limit) }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw HeaderKitError(
        .noInput, subject: path, reason: "no such file", hint: "check the path")
    }
    guard !isFolder.boolValue else {
      throw HeaderKitError(
        .noInput, subject: path, reason: "is a folder", hint: "name a file in it")
    }
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw HeaderKitError(
        .noInput, subject: path, reason: "cannot be opened for reading",
        hint: "check its permissions")
    }
    defer { try? handle.close() }
    return try read(handle, subject: path, limit: limit)
  }

  private static func read(
    _ handle: FileHandle, subject: String, limit: Int
  ) throws(HeaderKitError) -> [UInt8] {
    var bytes: [UInt8] = []
    do {
      while let piece = try handle.read(upToCount: 1 << 20), !piece.isEmpty {
        bytes.append(contentsOf: piece)
        if bytes.count > limit { break }
      }
    } catch {
      throw HeaderKitError(
        .noInput, subject: subject, reason: "reading failed: \(error.localizedDescription)")
    }
    guard bytes.count <= limit else {
      throw HeaderKitError(
        .badData, subject: subject, reason: "more than \(limit.grouped) bytes",
        hint: "raise the limit with --max-input-bytes")
    }
    return bytes
  }
}

extension Int {
  /// With commas between groups of three digits, whatever the locale.
  package var grouped: String {
    var text = ""
    for (place, digit) in String(magnitude).reversed().enumerated() {
      if place > 0, place.isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return (self < 0 ? "-" : "") + String(text.reversed())
  }
}

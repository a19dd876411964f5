import Foundation

/// A file, whatever name it goes by.
package enum FileIdentity: Hashable {
  case existing(device: UInt64, number: UInt64)
  /// Not there yet: a name in a folder.
  case name(device: UInt64, folder: UInt64, name: String)
  case path(String)
  /// Standard input or output, where it is no file.
  case stream(Int32)

  /// Of a path; `-` is the stream `descriptor`.
  package init(_ path: String, stream descriptor: Int32) {
    var status = stat()
    if path == "-" {
      let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      self = isFile ? FileIdentity(status) : .stream(descriptor)
      return
    }
    if stat(path, &status) == 0 {
      self = FileIdentity(status)
      return
    }
    let place = (try? OutputPlace.end(of: path)) ?? path
    let (folder, name) = FileIdentity.parts(of: place)
    if stat(folder, &status) == 0 {
      self = .name(device: UInt64(status.st_dev), folder: UInt64(status.st_ino), name: name)
    } else {
      self = .path(URL(fileURLWithPath: place).standardizedFileURL.path)
    }
  }

  private init(_ status: stat) {
    self = .existing(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
  }

  /// The folder of a path, `.` if it names none, and the last part; slashes at the end do not count.
  package static func parts(of path: String) -> (folder: String, name: String) {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
  }

  /// Without links and dots; nil for what does not exist.
  package static func realPath(of path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}

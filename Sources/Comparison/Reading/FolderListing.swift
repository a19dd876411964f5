package import FileAccess
import Foundation
import PortableMath

package enum FolderListing {
  /// The pictures in a folder and its folders, as paths within it, in natural order: `2.png`
  /// before `10.png`. Hidden files are not looked at.
  package static func names(in folder: String) throws(HeaderKitError) -> [String] {
    var names: [String] = []
    try list(folder, prefix: "", into: &names)
    return names.sorted { $0.naturallyPrecedes($1) }
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
      if FileIdentity.isFolder(path) {
        try list(path, prefix: prefix + entry + "/", into: &names)
      } else if ComparedSource.pictureEndings.contains(
        (entry as NSString).pathExtension.lowercased())
      {
        names.append(prefix + entry)
      }
    }
  }
}

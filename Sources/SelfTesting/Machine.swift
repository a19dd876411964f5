package import FileAccess
import ImageCodecs
import PortableFoundation
import Rendering
import Typesetting

/// The factors that output may depend on in addition to the program: the machine, its libraries and
/// its fonts.
package enum Machine {
  /// Returns the description, one fact per line.
  package static func lines() throws(HeaderKitError) -> [String] {
    let process = ProcessInfo.processInfo
    var lines = [
      "twheader: \(Engine.version)",
      "system: \(process.operatingSystemVersionString), \(architecture), "
        + "\(process.activeProcessorCount) processors",
    ]
    lines += ImageLibraries.versions.map { "\($0.name): \($0.version)" }
    lines.append("pango: \(Typesetter.libraryVersion)")
    let fonts: [InstalledFont]
    do {
      fonts = try Typesetter().installedFonts
    } catch {
      throw HeaderKitError(.noInput, reason: "\(error)")
    }
    lines.append("fonts: \(fonts.count)")
    let defaultFonts = fonts.filter { $0.families.contains(TextStyle.defaultFamily) }
    for font in defaultFonts.sorted(by: { $0.path < $1.path }) {
      let version = Double(font.version) / 65536
      lines.append(
        "\(TextStyle.defaultFamily): \(font.path), version \((version * 1000).rounded() / 1000)")
    }
    if defaultFonts.isEmpty { lines.append("\(TextStyle.defaultFamily): not installed") }
    return lines
  }

  private static var architecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "arm64"
    #else
      "another architecture"
    #endif
  }
}

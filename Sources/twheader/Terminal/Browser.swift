import FileAccess
import Foundation

enum Browser {
  #if os(macOS)
    private static let opener = "open"
  #else
    private static let opener = "xdg-open"
  #endif

  /// Shows a file or an address. Throws `.noInput` where the system has no program for it.
  static func open(_ place: String) throws(HeaderKitError) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [opener, place]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      throw failure(place)
    }
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw failure(place) }
  }

  private static func failure(_ place: String) -> HeaderKitError {
    HeaderKitError(
      .noInput, subject: .place("--open"), reason: "\(opener) opens no browser here",
      remedy: "open \(place) in a browser yourself")
  }
}

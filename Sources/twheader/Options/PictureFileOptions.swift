import ArgumentParser
import Foundation

/// Where one picture goes.
struct PictureFileOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: "A PNG file; '-' is standard output.")
  var output: String?

  @Flag(help: "Write binary data to a terminal.")
  var force = false

  @Option(help: "PNG: 0 (stored) to 9 (smallest).")
  var pngLevel: Int?

  func validate() throws {
    if let pngLevel, !(0...9).contains(pngLevel) {
      throw ValidationError("--png-level: \(pngLevel) is out of range; give 0 to 9")
    }
  }

  /// The path, `name` if none is given; refuses a terminal and a path that is an input.
  func path(default name: String, inputs: [String?]) throws -> String {
    let target = try OutputGuard(inputs: inputs, force: force).check([output ?? name])
    return target[0]
  }
}

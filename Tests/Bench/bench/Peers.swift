import Foundation
import PortableMath
import Raster

/// Other libraries that run the same workloads in a separate process.
struct Peers {
  /// Library versions by name.
  let versions: [String: String]
  /// The peers that are not installed, with the reasons.
  let missing: [String]
  private let names: [String: [String]]
  private let program: LineProgram?

  static var none: Peers { Peers(versions: [:], missing: [], names: [:], program: nil) }

  /// - Parameters:
  ///   - python: The path of an interpreter with the libraries.
  ///   - folder: The folder for the pictures that the peers draw.
  static func started(python: String, folder: URL) throws -> Peers {
    try writePictures(to: folder)
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../peers/peers.py").standardizedFileURL
    let program = try LineProgram(
      python, [script.path, folder.path],
      environment: [
        "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1",
      ])
    guard let greeting = program.answer() else {
      return Peers(versions: [:], missing: ["\(python) does not run"], names: [:], program: nil)
    }
    return Peers(
      versions: greeting["versions"] as? [String: String] ?? [:],
      missing: greeting["missing"] as? [String] ?? [],
      names: greeting["peers"] as? [String: [String]] ?? [:], program: program)
  }

  func names(for work: String) -> [String] { names[work] ?? [] }

  /// Runs a workload and returns the seconds of each part. `nil` if the peer fails.
  func run(_ work: String, _ peer: String) -> [Double]? {
    (program?.ask("\(work) \(peer)")?["ms"] as? [Double])?.map { $0 / 1000 }
  }

  func finish() { program?.finish() }

  private static func writePictures(to folder: URL) throws {
    func write(_ name: String, _ size: PixelSize, _ bytes: [UInt8]) throws {
      let file = "\(name)-\(size.width)x\(size.height).rgba"
      try Data(bytes).write(to: folder.appendingPathComponent(file))
    }
    let frame = SyntheticPictures.size(750, 1334)
    let under = SyntheticPictures.banner(frame)
    try write("under", frame, under.bytes)
    try write("other", frame, under.boxBlurred(diameter: 9, passes: 2).bytes)
    try write("translucent", frame, SyntheticPictures.translucent(frame).bytes)
    try write("mask", frame, SyntheticPictures.mask(frame).bytes)
    for (width, height) in [(1500, 500), (800, 450), (750, 250)] {
      let size = SyntheticPictures.size(width, height)
      let banner = SyntheticPictures.banner(size)
      try write("banner", size, banner.bytes)
      if width == 1500 {
        try write("blurred", size, banner.boxBlurred(diameter: 21, passes: 20).bytes)
      }
    }
    let avatar = SyntheticPictures.size(350, 350)
    try write("avatar", avatar, SyntheticPictures.avatar(avatar).bytes)
  }
}

/// A program that answers each line of input with a line of JSON.
final class LineProgram {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var unread = Data()

  /// - Parameter path: The path of the program. A name without a slash is looked up in `PATH`.
  init(_ path: String, _ arguments: [String], environment: [String: String] = [:]) throws {
    process.executableURL = URL(fileURLWithPath: path.contains("/") ? path : "/usr/bin/env")
    process.arguments = path.contains("/") ? arguments : [path] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  func ask(_ line: String) -> [String: Any]? {
    input.fileHandleForWriting.write(Data((line + "\n").utf8))
    return answer()
  }

  /// Returns the next line as a JSON object. `nil` at the end, or if the line is not an object.
  func answer() -> [String: Any]? {
    while true {
      if let end = unread.firstIndex(of: 0x0A) {
        let line = unread[unread.startIndex..<end]
        unread = Data(unread[unread.index(after: end)...])
        return try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      unread += more
    }
  }

  /// Closes the program's input and waits until the program ends.
  func finish() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}

import FileAccess
import Foundation
import TestSupport
import Testing

/// If the system's limits are too low, the program prints one line and ends with status 75 before
/// it starts to work.
@Suite struct ScarcityTests {
  private func run(
    _ limit: String, _ arguments: [String], in directory: TemporaryDirectory
  ) async throws -> Twheader.Outcome {
    var shell = directory.program
    shell.executable = URL(fileURLWithPath: "/bin/bash")
    return try await shell.run(
      ["-c", "\(limit) && exec \"$0\" \"$@\"", Twheader.executable.path] + arguments, seconds: 30)
  }

  private static let render =
    ["render", "--curve", "swipe.json", "--frames", "0-1", "-o", "a.gif"] + Twheader.quick

  /// The status is 127 if the dynamic loader fails before the program starts.
  @Test(
    .disabled(if: Sanitizer.isActive, "a sanitizer needs more address space than the limit"))
  func reportsScarceMemoryUntilItSuffices() async throws {
    let directory = try TemporaryDirectory()
    var statuses: [Int32] = []
    for kilobytes in stride(from: 50_000, through: 750_000, by: 100_000) + [4_000_000] {
      let outcome = try await run("ulimit -v \(kilobytes)", Self.render, in: directory)
      #expect([0, 75, 127].contains(outcome.status), "\(kilobytes): \(outcome.status)")
      if outcome.status == 75 { #expect(outcome.lines.count == 1) }
      statuses.append(outcome.status)
    }
    #expect(statuses.contains(75))
    #expect(statuses.last == 0)
  }

  @Test func needs32Descriptors() async throws {
    let directory = try TemporaryDirectory()
    for count in [6, 8, 10, 20, 31] {
      let outcome = try await run("ulimit -n \(count)", Self.render, in: directory)
      #expect([75, 127].contains(outcome.status), "\(count): \(outcome.status)")
    }
    #expect(try await run("ulimit -n 32", Self.render, in: directory).status == 0)
  }

  @Test(.disabled(if: Sanitizer.isActive, "a sanitizer needs more stack"))
  func needs1024KilobytesOfStack() async throws {
    let directory = try TemporaryDirectory()
    for kilobytes in [64, 96, 128, 256, 512, 1023] {
      let outcome = try await run("ulimit -s \(kilobytes)", Self.render, in: directory)
      #expect(outcome.status == 75, "\(kilobytes): \(outcome.status)")
      #expect(outcome.lines.count == 1)
    }
    #expect(try await run("ulimit -s 1024", Self.render, in: directory).status == 0)
  }
}

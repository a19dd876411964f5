import Foundation

/// Times the rasterizer's kernels and a whole scene, checks what they drew, writes JSON.
///
///     bench [--rounds N] [--only PREFIX]
@main
struct Bench {
  static func main() throws {
    var rounds = 9
    var prefix = ""
    var arguments = CommandLine.arguments.dropFirst()
    while let argument = arguments.popFirst() {
      switch (argument, arguments.popFirst()) {
      case ("--rounds", let value?) where (Int(value) ?? 0) > 0: rounds = Int(value) ?? rounds
      case ("--only", let value?): prefix = value
      default:
        FileHandle.standardError.write(
          Data("bench: usage: bench [--rounds N] [--only PREFIX]\n".utf8))
        exit(2)
      }
    }
    let workloads = Workload.all(prefix: prefix)
    var timings = [String: Timing]()
    // Round after round over all of them, so that a busy moment of the machine hits each alike.
    for round in 0...rounds {
      for workload in workloads {
        let timing = workload.run()
        // The first round warms caches and is not counted.
        if round > 0 { timings[workload.name, default: Timing()].add(timing) }
      }
    }
    var changed = false
    var lines: [String] = []
    for workload in workloads {
      guard let timing = timings[workload.name] else { continue }
      let hash = workload.hash()
      let expected = expectedHashes[workload.name]
      if hash != expected { changed = true }
      lines.append(
        timing.json(name: workload.name, bytes: workload.bytes, hash: hash, expected: expected))
    }
    print("{\n  \"rounds\": \(rounds),\n  \"work\": [\n\(lines.joined(separator: ",\n"))\n  ]\n}")
    if changed {
      FileHandle.standardError.write(
        Data("bench: a result differs from the recorded one; see \"expected\"\n".utf8))
      exit(1)
    }
  }
}

import Foundation

/// `fuzz NAME SECONDS SEED RECORD` runs generated inputs for the given time. Each is written to the
/// file RECORD before it is run. `fuzz NAME RECORD` runs only that file. `fuzz` lists the names.
///
/// A trap, a memory error or an input that exceeds `patience` ends the process with a signal, a
/// violated property with status 1. In both cases RECORD contains the input.
@main
enum Fuzz {
  /// The maximum time in seconds for one input, with the sanitizer on a busy machine.
  private static let patience: UInt32 = 120
  /// The number of inputs after which a generator must have produced accepted ones.
  private static let startingRounds = 400

  static func main() async {
    signal(SIGPIPE, SIG_IGN)
    var arguments = Array(CommandLine.arguments.dropFirst())
    guard !arguments.isEmpty else {
      for name in FuzzTargetName.allCases { print(name.rawValue) }
      return
    }
    guard let name = FuzzTargetName(rawValue: arguments.removeFirst()), !arguments.isEmpty else {
      print(
        "fuzz: NAME is one of \(FuzzTargetName.allCases.map(\.rawValue).joined(separator: ", "))")
      exit(64)
    }
    do {
      var target = try name.makeTarget()
      if arguments.count == 1 {
        let input = [UInt8](try Data(contentsOf: URL(fileURLWithPath: arguments[0])))
        print("\(name.rawValue): \(try await target.run(input) ? "accepted" : "refused")")
        return
      }
      guard arguments.count == 3, let seconds = Double(arguments[0]), seconds > 0,
        let seed = UInt64(arguments[1])
      else {
        print("fuzz: give NAME SECONDS SEED RECORD, or NAME RECORD")
        exit(64)
      }
      try await run(
        &target, name, for: .seconds(seconds), seed, URL(fileURLWithPath: arguments[2]))
    } catch let finding as Finding {
      print("\(name.rawValue): \(finding.text)")
      exit(1)
    } catch {
      print("\(name.rawValue): \(error)")
      exit(70)
    }
  }

  private static func run(
    _ target: inout any FuzzTarget, _ name: FuzzTargetName, for time: Duration, _ seed: UInt64,
    _ record: URL
  ) async throws {
    let start = ContinuousClock.now
    var rounds = 0
    var accepted = 0
    while ContinuousClock.now - start < time {
      var random = SeededRandom(seed: seed &+ UInt64(rounds))
      let input = target.input(&random)
      try Data(input).write(to: record)
      alarm(patience)
      do {
        if try await target.run(input) { accepted += 1 }
      } catch let finding as Finding {
        throw Finding("round \(rounds), seed \(seed &+ UInt64(rounds)): \(finding.text)")
      }
      rounds += 1
    }
    alarm(0)
    try? FileManager.default.removeItem(at: record)
    // A generator whose inputs are all rejected early tests little.
    if rounds >= startingRounds, accepted * 50 < rounds {
      throw Finding("only \(accepted) of \(rounds) inputs were accepted: the generator is too wild")
    }
    let share = accepted * 100 / max(1, rounds)
    print("\(name.rawValue): \(rounds) inputs, \(share) % accepted, no finding")
  }
}

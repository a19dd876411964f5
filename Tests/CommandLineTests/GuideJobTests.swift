import FileAccess
import Foundation
import Testing

/// The jobs of the guide on visual regression, their shell commands run as they are printed in a checkout
/// that has a curve and nothing else. Only the compiler is replaced: by a program that puts the one
/// under test in its place, with a small screen, so that frames are painted fast.
@Suite struct GuideJobTests {
  enum Job: String, CaseIterable {
    case github = "GitHub Actions"
    case gitlab = "GitLab"
    case jenkins = "Jenkins"
  }

  private let place: TemporaryDirectory

  init() throws {
    place = try TemporaryDirectory()
    try write(offset: 0)
    for (name, text) in [
      ("scripts/setup", "exit 0"),
      ("bin/swift", "mkdir -p .build/release && cp bin/twheader .build/release/twheader"),
      (
        "bin/twheader",
        """
        if [ "$1" = render ]; then set -- "$@" \(Twheader.quick.joined(separator: " ")); fi
        exec '\(Twheader.executable.path)' "$@"
        """
      ),
    ] {
      try place.makeFolder((name as NSString).deletingLastPathComponent)
      try place.write(name, "#!/bin/sh\n\(text)\n")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: place.full(name))
    }
  }

  /// A curve of one frame.
  private func write(offset: Int) throws {
    try place.write(
      "swipe.json", #"{"version": 1, "keyframes": [{"time": 0, "offset": \#(offset)}]}"#)
  }

  /// The code block below a heading.
  private func block(_ heading: String) throws -> [String] {
    let guide = try String(
      contentsOfFile: Fixtures.path
        + "/../Sources/HeaderKit/HeaderKit.docc/visual-regression.md",
      encoding: .utf8)
    let section = try #require(guide.components(separatedBy: "\n## \(heading)\n").last)
    let parts = section.components(separatedBy: "```")
    return try #require(parts.count > 2 ? parts[1] : nil).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
  }

  /// The commands of a job in order; those that always run, whatever failed before, apart.
  private func commands(_ job: Job) throws -> (steps: [String], always: [String]) {
    var steps: [String] = []
    var always: [String] = []
    var isFolded = false
    var isAlways = false
    for line in try block(job.rawValue) {
      let text = line.trimmingCharacters(in: .whitespaces)
      if isFolded, line.hasPrefix("          ") || (job == .gitlab && line.hasPrefix("      ")) {
        steps[steps.count - 1] += " " + text
        continue
      }
      isFolded = false
      if text.hasPrefix("- if: always()") { isAlways = true }
      let command: String? =
        switch job {
        case .github: text.firstMatch(of: /^(?:- )?run: (.+)$/).map { String($0.1) }
        case .gitlab: text.firstMatch(of: /^- (.+)$/).map { String($0.1) }
        case .jenkins: text.firstMatch(of: /^sh '(.+)'$/).map { String($0.1) }
        }
      guard let command else { continue }
      if isAlways {
        always.append(command)
        isAlways = false
      } else if command == ">" {
        isFolded = true
        steps.append("")
      } else {
        steps.append(command)
      }
    }
    return (steps, always)
  }

  /// Runs a job; the status is that of the first step that fails.
  private func run(_ job: Job) async throws -> Twheader.Outcome {
    let (steps, always) = try commands(job)
    #expect(steps.count == 5, "\(steps)")
    var shell = place.program
    shell.executable = URL(fileURLWithPath: "/bin/sh")
    shell.environment = [
      "PATH": place.full("bin") + ":/usr/bin:/bin", "CI": "true",
      "GITHUB_STEP_SUMMARY": place.full("step-summary"),
    ]
    let outcome = try await shell.run(["-ec", steps.joined(separator: "\n")])
    for step in always {
      #expect(try await shell.run(["-ec", step]).status == 0, "\(step)")
    }
    return outcome
  }

  @Test(arguments: Job.allCases)
  func aJobPassesFailsAndReportsAsTheGuideSays(job: Job) async throws {
    // The job is there before the baselines are.
    let first = try await run(job)
    #expect(first.status == 66, "\(first.errors)")
    #expect(first.errors.contains("baselines: no such file or folder"))

    let makeBaselines = try #require(try block("Baselines").first { $0.contains("cp ") })
    var shell = place.program
    shell.executable = URL(fileURLWithPath: "/bin/sh")
    #expect(try await shell.run(["-ec", makeBaselines]).status == 0)
    let second = try await run(job)
    #expect(second.status == 0, "\(second.errors)")

    try write(offset: 60)
    let third = try await run(job)
    #expect(third.status == 1, "\(third.errors)")
    #expect(third.text.contains("different: swipe.gif"))
    for name in ["report/index.html", "report/pictures/swipe.gif.diff.png"] {
      #expect(place.contents.contains(name))
    }
    switch job {
    case .github:
      #expect(third.text.contains("::error file="))
      let summary = String(decoding: try place.data("step-summary"), as: UTF8.self)
      #expect(summary.contains("## Visual comparison: `1 different`"))
    case .gitlab, .jenkins:
      let junit = String(decoding: try place.data("report/junit.xml"), as: UTF8.self)
      #expect(junit.contains("failures=\"1\""))
    }
  }
}

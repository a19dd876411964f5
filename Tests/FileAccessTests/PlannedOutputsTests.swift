import FileAccess
import TestSupport
import Testing

/// Conflicts between outputs, compared with a test of all pairs.
@Suite struct PlannedOutputsTests {
  /// Returns a short description of a conflict from `add`.
  private func words(_ conflict: PlannedOutputs<Int>.Conflict?) -> String {
    switch conflict {
    case .sameFile(let other)?: "file \(other)"
    case .sameFrames(let other)?: "frames \(other)"
    case .needsFolder(let other)?: "needs \(other)"
    case .isFolder(let other)?: "is folder of \(other)"
    case nil: "none"
    }
  }

  private func last(_ paths: [String]) -> String {
    var planned = PlannedOutputs<Int>()
    var result = ""
    for (index, path) in paths.enumerated() {
      result = words(planned.add(path, FramePattern(path), from: index))
    }
    return result
  }

  @Test(arguments: [
    (["a.gif", "b.gif"], "none"), (["a.gif", "b.gif", "a.gif"], "file 0"),
    (["f/%d.png", "f/%d.png"], "file 0"), (["f/%04d.png", "f/%03d.png"], "frames 0"),
    (["f/%03d.png", "f/%04d.png"], "frames 0"), (["f/%02d.png", "f/7.png"], "none"),
    (["f/%02d.png", "f/07.png"], "frames 0"), (["f/07.png", "f/%02d.png"], "frames 0"),
    (["x", "f/00.png", "f/%02d.png"], "file 1"), (["f/%02d.png", "g/07.png"], "none"),
    (["f/%02d.png", "f/x07.png"], "none"), (["f/x%02d.png", "f/x07.png"], "frames 0"),
    (["f/1-%d.png", "f/1-5.png"], "frames 0"), (["f/1-%d.png", "f/2-5.png"], "none"),
    (["a", "a/b.gif"], "needs 0"), (["a", "a/b/c.gif"], "needs 0"), (["a", "a/%d.png"], "needs 0"),
    (["a/b.gif", "a"], "is folder of 0"), (["a/%d.png", "a"], "is folder of 0"),
    (["a/b/c.gif", "a/b"], "is folder of 0"), (["a/b.gif", "ab"], "none"),
    (["f/%d.png", "f/0.png/a.gif"], "needs 0"),
  ])
  func reportsLastConflictingOutput(paths: [String], conflict: String) {
    #expect(last(paths) == conflict)
  }

  /// A file, or the frames of a pattern, which is represented by its first frame in folder names.
  private struct Named {
    let path: String
    var pattern: FramePattern? { FramePattern(path) }
    var first: String { pattern.map { $0.folder + $0.name(0) } ?? path }

    func owns(_ name: String) -> Bool {
      guard let pattern, name.hasPrefix(pattern.folder) else { return false }
      let rest = String(name.dropFirst(pattern.folder.count))
      return !rest.contains("/") && pattern.matches(rest)
    }

    func isInTheWay(of other: Named) -> Bool {
      first == other.first || owns(other.first) || other.owns(first)
        || first.hasPrefix(other.first + "/") || other.first.hasPrefix(first + "/")
    }
  }

  @Test(arguments: 0..<40) func conflictsMatchPairwiseComparison(seed: Int) {
    var random = SeededRandom(seed)
    let parts = ["a", "b", "1", "02", "c3"]
    let names = [
      "a", "1", "02", "0.png", "00.png", "012.png", "x1-2.png", "%d.png", "%02d.png",
      "x%d-2.png", "x1-%d.png",
    ]
    var planned = PlannedOutputs<Int>()
    var before: [Named] = []
    for index in 0..<30 {
      let folders = (0..<random.number(below: 3)).map { _ in parts[random.number(below: 5)] }
      let path = (folders + [names[random.number(below: names.count)]]).joined(separator: "/")
      let new = Named(path: path)
      let found = planned.add(path, new.pattern, from: index)
      let all = before.indices.filter { before[$0].isInTheWay(of: new) }
      #expect((found == nil) == all.isEmpty, "seed \(seed), \(path)")
      switch found {
      case .sameFile(let other)?, .sameFrames(let other)?, .needsFolder(let other)?,
        .isFolder(let other)?:
        #expect(all.contains(other), "seed \(seed), \(path)")
      case nil: break
      }
      before.append(new)
    }
  }
}

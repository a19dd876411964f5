/// Detects outputs with conflicting paths: two that would overwrite each other, or a file where
/// another output needs a folder. Does not access the file system. The cost per output does not
/// depend on their number.
package struct PlannedOutputs<Origin> {
  /// A conflict with an output that was added earlier, and the origin of the latter.
  package enum Conflict {
    case sameFile(Origin), sameFrames(Origin)
    /// The new output needs a folder where the other one is a file.
    case needsFolder(Origin)
    /// The new output is a file where the other one needs a folder.
    case isFolder(Origin)
  }

  private struct Planned {
    /// The path of the file or of the first frame.
    let name: String
    let pattern: FramePattern?
    let origin: Origin
  }

  /// The parts of a path before and after digits that may be the number of a frame.
  private struct NumberGap: Hashable {
    let before: String
    let after: String
  }

  /// The first output for each path of a file or of a first frame.
  private var files: [String: Planned] = [:]
  /// Outputs by the paths around their digits, to find files that match a pattern.
  private var numbered: [NumberGap: [Planned]] = [:]
  private var patterns: [NumberGap: [Planned]] = [:]
  private var folders: [String: Planned] = [:]

  package init() {}

  /// Adds an output. Returns its conflict with an earlier one, or `nil`.
  ///
  /// - Parameters:
  ///   - path: The path of a single file. Ignored if there is a pattern.
  ///   - pattern: The pattern of frames, or `nil` for a single file.
  ///   - origin: The origin of the output for messages.
  package mutating func add(
    _ path: String, _ pattern: FramePattern?, from origin: Origin
  ) -> Conflict? {
    let name = pattern.map { $0.folder + $0.name(0) } ?? path
    let new = Planned(name: name, pattern: pattern, origin: origin)
    let ways = FilePath.folders(of: name)
    defer {
      if files[name] == nil { files[name] = new }
      for way in ways where folders[way] == nil { folders[way] = new }
      for key in Self.numberGaps(of: name) { numbered[key, default: []].append(new) }
      if let pattern, let key = Self.numberGap(of: pattern) {
        patterns[key, default: []].append(new)
      }
    }
    if let first = files[name] { return .sameFile(first.origin) }
    if let first = overlapping(new) { return .sameFrames(first.origin) }
    if let first = ways.compactMap({ files[$0] }).first { return .needsFolder(first.origin) }
    return folders[name].map { .isFolder($0.origin) }
  }

  /// Returns an earlier output whose pattern matches the new one, or vice versa.
  private func overlapping(_ new: Planned) -> Planned? {
    let others = Self.numberGaps(of: new.name).lazy.flatMap { patterns[$0] ?? [] }
    if let other = others.first(where: { Self.matches($0.pattern, new.name) }) { return other }
    guard let pattern = new.pattern, let key = Self.numberGap(of: pattern) else { return nil }
    return numbered[key]?.first { Self.matches(pattern, $0.name) }
  }

  private static func matches(_ pattern: FramePattern?, _ path: String) -> Bool {
    let (folder, name) = FilePath.split(path)
    return folder == pattern?.folder && pattern?.matches(name) == true
  }

  /// Returns the parts around each sequence of digits in the last component.
  private static func numberGaps(of path: String) -> [NumberGap] {
    let (folder, name) = FilePath.split(path)
    return name.ranges(of: /[0-9]+/).map { range in
      NumberGap(
        before: folder + name[..<range.lowerBound], after: String(name[range.upperBound...]))
    }
  }

  /// Returns the parts around the number in a pattern, which is where the first two frames differ.
  private static func numberGap(of pattern: FramePattern) -> NumberGap? {
    let (first, second) = (pattern.folder + pattern.name(0), pattern.folder + pattern.name(1))
    return numberGaps(of: first).first { numberGaps(of: second).contains($0) }
  }
}

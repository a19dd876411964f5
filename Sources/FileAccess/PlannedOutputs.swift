/// Outputs by their names, to find those that would overwrite each other or need a folder where
/// another writes a file. Looks no file up: finding a conflict costs the same among any number.
package struct PlannedOutputs<Origin> {
  /// How an output is in the way of one that was added before, the origin of which it has.
  package enum Conflict {
    case sameFile(Origin), sameFrames(Origin)
    /// It needs a folder where the other is a file.
    case needsFolder(Origin)
    /// It is a file where the other needs a folder.
    case isFolder(Origin)
  }

  private struct Planned {
    /// Of the file, or of the first frame.
    let name: String
    let pattern: FramePattern?
    let origin: Origin
  }

  /// A name apart from the digits in it that may be a frame's number.
  private struct NumberGap: Hashable {
    let before: String
    let after: String
  }

  /// By path: every output that is one file, and of frames the first.
  private var files: [String: Planned] = [:]
  /// The outputs that are one file or a pattern, by the names they may have as a frame.
  private var numbered: [NumberGap: [Planned]] = [:]
  private var patterns: [NumberGap: [Planned]] = [:]
  private var folders: [String: Planned] = [:]

  package init() {}

  /// The conflict with an output that was added before; nil: none.
  ///
  /// - Parameters:
  ///   - path: of one file; of frames the pattern alone counts.
  ///   - pattern: of frames; nil for one file.
  ///   - origin: what a message names.
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

  /// An output whose frames would have the name of this one, or the other way round.
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

  /// The name around each run of digits in its last part.
  private static func numberGaps(of path: String) -> [NumberGap] {
    let (folder, name) = FilePath.split(path)
    return name.ranges(of: /[0-9]+/).map { range in
      NumberGap(
        before: folder + name[..<range.lowerBound], after: String(name[range.upperBound...]))
    }
  }

  /// The name around the number of a pattern's frames: where the first two frames differ.
  private static func numberGap(of pattern: FramePattern) -> NumberGap? {
    let (first, second) = (pattern.folder + pattern.name(0), pattern.folder + pattern.name(1))
    return numberGaps(of: first).first { numberGaps(of: second).contains($0) }
  }
}

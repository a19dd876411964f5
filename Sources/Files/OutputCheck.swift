import Foundation

/// Refuses outputs that would destroy what is read, or each other.
public enum OutputCheck {
  /// Throws `.usage` for two outputs of one file and for an output that is an input, whatever names
  /// they go by: links, `./`, hard links.
  ///
  /// - Parameters:
  ///   - files: outputs that are one file; `-` is standard output.
  ///   - targets: animations.
  ///   - inputs: files and folders that are read; `-` is standard input.
  public static func check(
    files: [String] = [], targets: [OutputTarget] = [], inputs: [String]
  ) throws(HeaderKitError) {
    var taken: [Place] = []
    let read = inputs.map { FileIdentity($0, stream: STDIN_FILENO) }
    for place in files.map(Place.init(file:)) + targets.map(Place.init(target:)) {
      guard !taken.contains(where: place.clashes) else {
        throw HeaderKitError(
          .usage, subject: place.path, reason: "is given as output twice",
          hint: "give each output its own name")
      }
      guard
        !zip(read, inputs).contains(where: { identity, path in
          place.covers(identity) || place.covers(fileAt: path)
        })
      else {
        throw HeaderKitError(
          .usage, subject: place.path, reason: "is both input and output",
          hint: "give the output another name")
      }
      taken.append(place)
    }
  }
}

/// One output.
private struct Place {
  let path: String
  /// Of the file or of the folder of frames.
  let identity: FileIdentity
  /// Nil for one file.
  let pattern: FramePattern?

  init(file path: String) { self.init(path, pattern: nil) }

  init(target: OutputTarget) { self.init(target.path, pattern: target.framePattern) }

  private init(_ path: String, pattern: FramePattern?) {
    self.path = path
    self.pattern = pattern
    identity = FileIdentity(pattern?.folderPath ?? path, stream: STDOUT_FILENO)
  }

  func clashes(_ other: Place) -> Bool {
    switch (pattern, other.pattern) {
    case (nil, nil): identity == other.identity
    case (let mine?, let others?):
      identity == other.identity
        && (mine.matches(others.name(0)) || others.matches(mine.name(0)))
    case (_?, nil): covers(fileAt: other.path)
    case (nil, _?): other.covers(fileAt: path)
    }
  }

  func covers(_ input: FileIdentity) -> Bool { identity == input }

  /// Whether a file would be overwritten as a frame.
  func covers(fileAt path: String) -> Bool {
    guard let pattern, path != "-" else { return false }
    let (folder, name) = FileIdentity.parts(of: path)
    return FileIdentity(folder, stream: STDOUT_FILENO) == identity && pattern.matches(name)
  }
}

import Foundation

/// Where an animation goes, and as what.
public struct OutputTarget: Hashable, Sendable {
  /// A file, a folder or pattern for frames, or `-` for standard output.
  public let path: String
  /// What is written.
  public let form: OutputForm

  /// `form` nil: told by the name.
  ///
  /// `.gif`, `.apng`, `.y4m` are those forms, `.png` is an animated PNG; a name with `%d` or `%04d`,
  /// one that ends in `/` or an existing folder is for frames; `-`, devices and pipes get a GIF.
  /// Throws `.usage` for a name that tells nothing or another form, and for frames to standard
  /// output.
  public init(_ path: String, form: OutputForm? = nil) throws(HeaderKitError) {
    guard !path.isEmpty else {
      throw HeaderKitError(.usage, subject: "--output", reason: "is empty", hint: "name a file")
    }
    self.path = path
    if let form {
      self.form = form
    } else {
      self.form = try OutputTarget.form(of: path)
    }
    if path == "-", self.form == .frames {
      throw HeaderKitError(
        .usage, subject: "--output", reason: "frames do not fit one stream",
        hint: "choose --format gif, apng or y4m, or name a folder")
    }
    if let pattern = framePattern {
      guard pattern.namesPNG else {
        throw HeaderKitError(
          .usage, subject: path, reason: "frames are PNG files",
          hint: "end the name in .png, as frames/%04d.png")
      }
    } else if path.hasSuffix("/") {
      throw HeaderKitError(
        .usage, subject: path, reason: "is a folder, but the form is one file",
        hint: "name a file, or give --format frames")
    }
  }

  /// The names of frames; nil for one file.
  package var framePattern: FramePattern? {
    form == .frames ? FramePattern(path) ?? FramePattern(folder: path) : nil
  }

  private static func form(of path: String) throws(HeaderKitError) -> OutputForm {
    if path == "-" { return .gif }
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      return .frames
    }
    guard let form = form(named: path) ?? formOfStream(path) else {
      throw HeaderKitError(
        .usage, subject: path, reason: "the name does not tell the form",
        hint: "end it in .gif, .apng, .y4m or /, or give --format")
    }
    return form
  }

  /// A device or a pipe takes what standard output takes.
  private static func formOfStream(_ path: String) -> OutputForm? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return nil }
    return .gif
  }

  /// What a name alone tells; nil: nothing.
  package static func form(named path: String) -> OutputForm? {
    if path.hasSuffix("/") || FramePattern(path) != nil { return .frames }
    return switch (path as NSString).pathExtension.lowercased() {
    case "gif": .gif
    case "apng": .apng
    case "png": .png
    case "y4m": .y4m
    default: nil
    }
  }
}

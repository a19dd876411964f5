import Comparison
public import Files
import Rendering

/// One output of an item.
public struct BatchOutput: Hashable, Sendable {
  /// Relative to the output folder, without `.` and `..`; frames end in `/` or have a pattern.
  public let path: String
  /// What it is written as.
  public let form: OutputFormat
  /// Nil: all frames; else a still of this moment, as PNG.
  public var moment: StillMoment?

  /// Where it goes below `folder`.
  func target(in folder: String) throws(HeaderKitError) -> OutputTarget {
    try OutputTarget(folder + "/" + path, format: form)
  }

  /// The names of frames; nil for an output that is one file.
  var pattern: FramePattern? {
    form == .frames ? FramePattern(path) ?? FramePattern(folder: path) : nil
  }
}

/// A place in a text: both count from 1.
public struct JSONPosition: Hashable, Sendable {
  /// Lines end with LF, CR or CR LF.
  public let line: Int
  /// Unicode scalars from the start of the line.
  public let column: Int

  /// Both count from 1.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

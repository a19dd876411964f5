/// One output of a render: takes painted runs in order, then appears all at once.
protocol RenderOutput: AnyObject {
  func append(_ run: PaintedRun) throws(HeaderKitError)
  /// Writes what remains; the output is complete but not yet under its name.
  func finish() throws(HeaderKitError)
  /// Gives the output its name.
  func commit() throws(HeaderKitError)
}

package import Files

/// One output of a render: takes painted runs in order, then appears all at once.
protocol RenderOutput: AnyObject {
  /// Files and bytes so far.
  var written: (files: Int, bytes: Int) { get }
  /// What a GIF became, once complete; nil for other forms and where nobody asked.
  var gif: GIFReport? { get }
  func append(_ run: PaintedRun) throws(HeaderKitError)
  /// Writes what remains; the output is complete but not yet under its name.
  func finish() throws(HeaderKitError)
  /// Gives the output its name.
  func commit() throws(HeaderKitError)
}

extension RenderOutput {
  var gif: GIFReport? { nil }
}

extension Sequence<any RenderOutput> {
  /// Completes all outputs, then gives them their names: an interruption sees all of them or none.
  package func complete() throws(HeaderKitError) {
    for output in self { try output.finish() }
    try TemporaryFiles.naming { () throws(HeaderKitError) in
      for output in self { try output.commit() }
    }
  }
}

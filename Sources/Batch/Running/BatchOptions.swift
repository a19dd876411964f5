import Comparison
import Files
import Foundation
import Rendering

/// How a batch is run.
public struct BatchOptions: Sendable {
  /// Where outputs go.
  public var outputFolder: String
  /// Items rendered at a time; nil: as many as there are processors.
  public var jobs: Int?
  /// Bytes that the items being rendered may take together, as estimated from their frames; an item
  /// that needs more is rendered alone.
  public var memory = BatchOptions.standardMemory
  /// Nil: everything is rendered.
  public var cache: RenderCache?
  /// Whether an output that already has the right bytes gets the time of this run, as build tools
  /// need it; else it is left alone.
  public var touchesOutputs = false
  /// Whether nothing is written, only told.
  public var isDryRun = false

  /// Half of the machine's memory.
  public static var standardMemory: Int {
    Int(clamping: ProcessInfo.processInfo.physicalMemory / 2)
  }

  /// Attempts after the first at what may pass by itself: a full disk, too little memory.
  static let retries = 2

  /// As many jobs as processors, no cache.
  public init(outputFolder: String) {
    self.outputFolder = outputFolder
  }
}

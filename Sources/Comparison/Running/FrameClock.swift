import Files
import Numerics
import Rendering
package import VisualDiff

/// Finds the file's frame for a frame of the compared timeline. A manifest has every frame that
/// was painted, the file may have put equal ones together and rounded their delays.
struct FrameClock {
  /// The timeline that is compared.
  let timeline: Timeline
  private let file: Timeline
  private let isFile: Bool

  /// The manifest's timeline where there is one, else the file's.
  init(_ manifest: Timeline?, file: Timeline) {
    timeline = manifest ?? file
    self.file = file
    isFile = manifest == nil
  }

  /// The file's frame that is shown in the middle of a frame of the timeline.
  func fileIndex(_ index: Int) -> Int {
    if isFile { return index }
    let frame = timeline.frames[index]
    let middle = frame.start + (RationalTime(1, over: 2)?.multiplied(by: frame.duration) ?? .zero)
    let after = file.frames.firstIndex { $0.start > middle } ?? file.frames.count
    return max(0, after - 1)
  }
}

extension Timeline {
  /// The same with another number of plays.
  package func playing(_ plays: Int?) -> Timeline {
    Timeline(frames: frames.map { ($0.hash, $0.duration) }, plays: plays)
  }
}

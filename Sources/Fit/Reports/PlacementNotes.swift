import PortableMath
import Scrolling

extension RecordingPath {
  /// What a user may not expect about the screen that was taken, and what happened unseen.
  ///
  /// - Parameter factor: pixels of the recording to one of those that were compared, a side.
  func notes(enlarged factor: Int) -> [String] {
    /// Left, top, width and height in pixels of the recording, as a region is typed.
    func shown(_ placement: ScreenPlacement) -> String {
      let region = placement.enlarged(by: factor)
        .region(width: painter.canvasWidth, height: painter.canvasHeight)
      return [region.x, region.y, region.width, region.height].map(FitText.points)
        .joined(separator: ",")
    }
    var notes: [String] = []
    let (screen, others) = (shown(placement), place.others)
    if !others.isEmpty {
      notes.append(
        "the recording shows \(others.count + 1) such screens: this is the one at \(screen); "
          + others.map { "another is at \(shown($0))" }.joined(separator: ", "))
    }
    if place.given != nil {
      notes.append("the screen lies at \(screen) in the recording, not where the region has it")
    }
    for (index, fit) in fits.enumerated() {
      guard case .after(let kind) = fit.path else { continue }
      let time = (times[index] + times[max(0, index - 1)]) / 2
      notes.append("\(kind.name) at about \(FitText.short(time, 2)) s")
    }
    return notes
  }
}

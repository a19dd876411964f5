package import HeaderModel

/// The ranges of the layers' sizes over all offsets. Parts with a constant size are prepared once.
package struct LayerSurvey: Sendable {
  /// The layers at launch, by index.
  let launch: [Int: LayerState]
  /// The document's file name for messages.
  private(set) var file: String?
  /// The heights of each image layer in its own points. No entry if it was never visible.
  private(set) var heights: [Int: ClosedRange<Double>] = [:]
  private var widths: [Int: ClosedRange<Double>] = [:]
  private var pointSizes: [Int: ClosedRange<Double>] = [:]
  /// The text layers whose point size depends on the time or on memory, which may be animated.
  private var animatedPointSizes: Set<Int> = []

  /// Returns the offsets to evaluate, in points from rest: from 0 to the largest offset, then from
  /// 0 to an overscroll of the screen's height.
  static func offsets(largestOffset: Double, screenHeight: Double) -> [Double] {
    let steps = 32
    let down = (0...steps).map { largestOffset * Double($0) / Double(steps) }
    let up = (0...steps).map { -screenHeight * Double($0) / Double(steps) }
    return [0, 1] + down + up
  }

  /// Scrolls a copy of the header from one end to the other. Offsets with an evaluation error are
  /// skipped; frames cannot show them either.
  package init(_ header: HeaderInterpreter, device: Device) throws(EvaluationError) {
    var header = header
    let launch = try header.state(rows: false)
    var others: [HeaderState] = []
    let offsets = Self.offsets(largestOffset: header.largestOffset, screenHeight: device.height)
    for offset in offsets {
      guard (try? header.receive(offset: offset)) != nil, let state = try? header.state(rows: false)
      else { continue }
      others.append(state)
    }
    self.init(launch: launch, others: others)
    file = header.document.fileName
    animatedPointSizes = header.animatedPointSizes
  }

  package init(launch: HeaderState, others: [HeaderState]) {
    var atRest: [Int: LayerState] = [:]
    for layer in launch.layers { atRest[layer.index] = layer }
    self.launch = atRest
    for state in [launch] + others {
      for layer in state.layers { note(layer) }
    }
  }

  private mutating func note(_ layer: LayerState) {
    switch layer.content {
    case .image:
      Self.widen(&heights[layer.index], layer.size.height)
      Self.widen(&widths[layer.index], layer.size.width)
    case .text(let text): Self.widen(&pointSizes[layer.index], text.pointSize)
    case .list(let list):
      for row in list.rows { for layer in row.layers { note(layer) } }
    default: break
    }
  }

  private static func widen(_ range: inout ClosedRange<Double>?, _ value: Double) {
    guard value.isFinite else { return }
    range = range.map { min($0.lowerBound, value)...max($0.upperBound, value) } ?? value...value
  }

  /// Whether an image layer's width is constant. Rows are not surveyed and count as constant.
  func keepsWidth(_ index: Int) -> Bool {
    widths[index].map { $0.lowerBound == $0.upperBound } ?? true
  }

  /// Whether a text layer's point size depends on the offset, the time or memory.
  func changesPointSize(_ index: Int) -> Bool {
    if animatedPointSizes.contains(index) { return true }
    return pointSizes[index].map { $0.lowerBound != $0.upperBound } ?? false
  }
}

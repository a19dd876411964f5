import Rendering
import FileAccess
package import HeaderModel
import HeaderScene
import PortableMath
import Scrolling
import Synchronization

/// Collects everything that a header shows while it is scrolled over its whole range, tapped,
/// pulled and given other inputs: the texts, pictures, icons and status bars that a page must
/// contain.
struct SceneSweep {
  /// A text and the layer that shows it.
  typealias TextUse = (layer: LayerState, content: TextContent)
  /// A status bar with its height in points.
  typealias StatusBar = (height: Double, look: StatusBarLook?)

  /// A picture of an image layer. List rows may have different pictures.
  struct ImageKey: Hashable {
    let layer: Int
    let image: String
  }

  struct IconKey: Hashable, Comparable {
    let layer: Int
    let shape: IconShape

    /// The index of a built-in icon in `HeaderIcon.names`, or `nil` for a custom shape.
    var name: Int? {
      if case .named(let name) = shape { HeaderIcon.names.firstIndex(of: name) } else { nil }
    }

    static func < (a: IconKey, b: IconKey) -> Bool {
      (a.layer, a.name ?? -1) < (b.layer, b.name ?? -1)
    }
  }

  private(set) var images: [ImageKey: ImageUse] = [:]
  /// The icon sizes in points, by layer and shape.
  private(set) var icons: [IconKey: PointSize] = [:]
  private(set) var statusBars: [DocumentColor: StatusBar] = [:]
  private(set) var texts: [String: [TextUse]] = [:]
  private let scale: Double

  /// The maximum number of states evaluated over a long scroll. The browser shapes texts of list
  /// rows that appear only between two of these states.
  private static let maxSteps = 240
  /// The maximum number of memory states reached by taps, inputs, pulls and rests.
  private static let maxMemoryStates = 48
  /// The relative difference of point sizes below which two uses of a text share a mask.
  private static let sizeTolerance = 0.012
  /// The difference in points below which two frame widths have the same line breaks.
  private static let widthTolerance = 0.5

  /// Runs copies of a header: one over all offsets, one through the events of a curve, and others
  /// through every possible interaction.
  ///
  /// - Parameter scale: The page's device pixels per point.
  init(
    _ header: HeaderInterpreter, device: Device, scale: Double, events: [ScrollEvent]
  ) throws(EvaluationError) {
    self.scale = scale
    var scrolled = header
    add(try scrolled.state())
    for choice in 0..<header.maxChoiceCount {
      if let state = try? header.state(choosing: choice) { add(state) }
    }
    for offset in Self.offsets(largest: header.largestOffset, height: device.height) {
      // Skip offsets at which the header cannot be evaluated. No frame shows them.
      guard (try? scrolled.receive(offset: offset)) != nil, let state = try? scrolled.state() else {
        continue
      }
      add(state)
    }
    var played = header
    let stride = max(1, events.count / Self.maxSteps)
    for (index, event) in events.enumerated() {
      guard (try? played.receive(event)) != nil else { continue }
      if index % stride == 0, let state = try? played.state(at: event.time) { add(state) }
    }
    if header.isInteractive { addInteractions(of: header, height: device.height) }
  }

  /// Returns offsets in points: 60 steps over the first screen, where headers change, then steps of
  /// at most 0.6 screens (larger in a very long scroll), then the first screen backward, then
  /// offsets pulled past the top.
  ///
  /// - Parameters:
  ///   - largest: The largest offset at rest.
  ///   - height: The height of the screen.
  private static func offsets(largest: Double, height: Double) -> [Double] {
    let start = min(largest, height)
    let fine = (0...60).map { start * Double($0) / 60 }
    let rest = max(0, largest - start)
    let count = min(maxSteps, Int((rest / max(1, height * 0.6)).rounded(.up)))
    let coarse = count > 0 ? (1...count).map { start + rest * Double($0) / Double(count) } : []
    let pulled = (1...20).map { -height * 0.6 * Double($0) / 20 }
    return fine + coarse + fine.reversed() + pulled
  }

  /// Collects the states after taps, inputs, pulls and rests in breadth-first order, each memory
  /// state at a few offsets.
  private mutating func addInteractions(of header: HeaderInterpreter, height: Double) {
    var known: Set<[Double]> = []
    var waiting = [header]
    var time = 0.0
    while !waiting.isEmpty, known.count < Self.maxMemoryStates {
      for changed in headersAfterInteractions(of: waiting.removeFirst(), at: time, height: height) {
        let end = time + HeaderInterpreter.longestReaction
        guard known.count < Self.maxMemoryStates,
          known.insert(changed.remembered(at: end)).inserted
        else { continue }
        waiting.append(changed)
        for share in [0, 0.12, 0.5, 1, -0.15] {
          var scrolled = changed
          let event = ScrollEvent(time: time, offset: share * height)
          guard (try? scrolled.receive(event)) != nil else { continue }
          let moments =
            scrolled.hasRunningTransition(at: time) ? [time + 0.1, time + 0.25, end] : [end]
          for moment in moments { if let state = try? scrolled.state(at: moment) { add(state) } }
        }
      }
      time += 1
    }
  }

  /// Returns the header after each possible interaction.
  private func headersAfterInteractions(
    of header: HeaderInterpreter, at time: Double, height: Double
  ) -> [HeaderInterpreter] {
    var interactions: [[ScrollEvent.Kind]] = []
    for (input, description) in (header.inputs ?? []).enumerated() {
      var values = [1 - header.value(ofInput: input)]
      if let range = description.range {
        let length = range.upperBound - range.lowerBound
        values = (0...8).map { range.lowerBound + length * Double($0) / 8 }
        if let step = description.step, length / step <= 16 {
          values += stride(from: range.lowerBound, through: range.upperBound, by: step)
        }
      }
      interactions += values.map { [.input([InputChange(input: input, value: $0)])] }
    }
    for layer in header.document.tappableLayers {
      for row in [nil, 0, 1] {
        var tapped = header
        if case .found(let found?, _, _)? = try? tapped.tap(.layer(layer, row: row), at: time) {
          interactions.append([.tap(found)])
        }
      }
    }
    let drag: [ScrollEvent.Kind] = [.dragStart, .scroll, .dragEnd(velocity: 0), .rest]
    return (interactions.map { ($0, 0.0) } + [0.2, -0.1, -0.3].map { (drag, $0 * height) })
      .compactMap { (kinds, offset) -> HeaderInterpreter? in
        var changed = header
        do {
          for kind in kinds {
            try changed.receive(ScrollEvent(time: time, offset: offset, kind: kind))
          }
          return changed
        } catch {
          // No frame shows a state that cannot be evaluated.
          return nil
        }
      }
  }

  private mutating func add(_ state: HeaderState) { for layer in state.layers { add(layer) } }

  private mutating func add(_ layer: LayerState) {
    switch layer.content {
    case .image(let content):
      let key = ImageKey(layer: layer.index, image: content.path ?? content.name)
      images[key, default: ImageUse(layer, content)].add(layer, content, scale: scale)
    case .text(let content) where layer.visible: add(content, of: layer)
    case .icon(let icon) where layer.size.width > 0:
      let key = IconKey(layer: layer.index, shape: icon)
      if icons[key] == nil { icons[key] = layer.size }
    case .statusBar(let color, let look):
      if statusBars[color] == nil { statusBars[color] = (layer.frame.height, look) }
    case .list(let list):
      for row in list.rows { for layer in row.layers { add(layer) } }
    default: break
    }
  }

  private mutating func add(_ content: TextContent, of layer: LayerState) {
    guard content.pointSize > 0 else { return }
    let key = content.pageKey
    let isKnown = texts[key]?.contains { use in
      abs(use.content.pointSize / content.pointSize - 1) < Self.sizeTolerance
        && abs(use.layer.size.width - layer.size.width) < Self.widthTolerance
        && use.content.values.typesettingValues.dropFirst()
          == content.values.typesettingValues.dropFirst()
    }
    if isKnown != true { texts[key, default: []].append((layer, content)) }
  }
}

extension TextContent {
  /// The key of a text regardless of its size: the words and weights of its runs, its number of
  /// lines and its font. The page's script computes the same key.
  var pageKey: String {
    let runs = runs.map { "\($0.text)\u{1}\(Int($0.weight ?? weight))" }
    return runs.joined(separator: "\u{2}") + "\u{3}\(lines)"
      + (font.map { "\u{4}\($0.lastComponent)" } ?? "")
  }
}

/// A measurer that forwards requests to another one and records the results.
package final class RecordingMeasurer: TextMeasuring {
  /// A measurement of a text. The width is in points, or `nil` if it is unlimited.
  struct Request: Hashable {
    var values: LayerValues
    var maximumWidth: Double?

    /// The sort key among requests for the same text.
    fileprivate var order: [Double] { values.typesettingValues + [maximumWidth ?? -1] }
  }

  private let base: any TextMeasuring
  private let measurements = Mutex<[String: [Request: PointSize]]>([:])

  package init(_ base: any TextMeasuring) { self.base = base }

  package func size(of text: TextContent, maximumWidth: Double?) -> PointSize {
    var request = Request(values: text.values, maximumWidth: maximumWidth)
    request.values.keepTypesettingValues()
    let key = text.pageKey
    if let known = measurements.withLock({ $0[key]?[request] }) { return known }
    let size = base.size(of: text, maximumWidth: maximumWidth)
    measurements.withLock { $0[key, default: [:]][request] = size }
    return size
  }

  package func letters(ofFont file: String?) -> LetterMetrics { base.letters(ofFont: file) }

  /// All measurements in a deterministic order.
  var record: [(key: String, measurements: [(request: Request, size: PointSize)])] {
    measurements.withLock { measurements in
      measurements.sorted { $0.key < $1.key }.map { key, known in
        (
          key,
          known.map { ($0.key, $0.value) }.sorted {
            $0.0.order.lexicographicallyPrecedes($1.0.order)
          }
        )
      }
    }
  }
}

package import FileAccess
package import HeaderModel
import HeaderScene
import PortableMath
package import Rendering
import Scrolling
import StrictJSON

/// A summary of a header document, with the problems found while scrolling it.
package struct HeaderInspection: Sendable {
  package let document: HeaderDocument
  /// The name of the device.
  package let device: String
  /// The largest offset without overscroll, in points from rest.
  package let largestOffset: Double
  /// The evaluation errors, one line per property: file, property, reason and offset.
  package let problems: [String]
  /// Valid parts of the document that have no effect or can never apply, and texts that are
  /// truncated. One line each.
  package let warnings: [String]

  /// The overscroll at both ends that is included in the tests, in points.
  private static let overscroll = 300.0
  /// The maximum number of offsets tested from one end to the other.
  private static let maxOffsets = 2000
  /// The maximum cost of one pass over all offsets, in evaluation steps: expressions, rows and
  /// layers.
  private static let maxSteps = 40_000_000
  /// The maximum number of frames composed to find errors in drawing.
  private static let maxDrawings = 24
  /// The largest pull-down for the check of truncated texts, in points.
  private static let farthestPull = 150.0
  /// The maximum number of offsets for the check of truncated texts.
  private static let maxMeasuredOffsets = 200
  /// The memory limit for decoded pictures that both themes share, in bytes.
  private static let pictureBytes = 256 << 20

  /// Reads a document and evaluates each variant in the light and the dark theme over all offsets,
  /// with and without event times.
  /// - Throws: `HeaderKitError` if the document cannot be read or a header cannot be created.
  package static func all(
    of source: HeaderSource, limits: RenderLimits
  ) throws(HeaderKitError) -> [HeaderInspection] {
    var request = SceneRequest()
    request.style = source
    request.limits = limits
    // Inputs are read once, because standard input can only be read once.
    let shared = SharedInputs(limits: limits, pictureBytes: pictureBytes)
    let inspection = try HeaderInspection(request, shared)
    var inspections = [inspection]
    var failures: [HeaderKitError] = []
    for variant in inspection.document.variants.map(\.name)
    where variant != inspection.document.variant {
      request.variant = variant
      do throws(HeaderKitError) {
        inspections.append(try HeaderInspection(request, shared))
      } catch {
        failures += [error.withOthers([])] + error.others
      }
    }
    // Variants that share a section have the same errors in it.
    var known: Set<String> = []
    failures = failures.filter { known.insert($0.description).inserted }
    if let first = failures.first {
      throw first.withOthers(Array(failures.dropFirst().prefix(JSONErrorList.maxCount - 1)))
    }
    return inspections
  }

  /// Returns a table of the values of all expressions while the content is pulled down, released,
  /// scrolled up and back. The first line has the offsets. Each further line has the values of one
  /// expression, followed by its key path and source. A constant expression has a value in the
  /// first column only.
  package static func explanation(
    of source: HeaderSource, limits: RenderLimits
  ) throws(HeaderKitError) -> [String] {
    var request = SceneRequest()
    request.style = source
    request.limits = limits
    var (header, _, _) = try SceneResolver(request).resolveHeader()
    let offsets = course.filter { $0 <= max(20, header.largestOffset) }
    let expressions = header.expressions
    var columns: [[String]] = []
    for offset in offsets {
      try HeaderKitError.evaluating { () throws(EvaluationError) in
        try header.receive(offset: offset)
        columns.append([RequestRanges.text(offset)] + header.values(of: expressions))
      }
    }
    let names = ["offset"] + expressions.map { "\($0.keyPath): \($0.text)" }
    return names.enumerated().map { row, name in
      let isConstant = row > 0 && expressions[row - 1].isConstant
      let cells: [String] = columns.enumerated().map { index, column in
        let cell = isConstant && index > 0 ? "" : column[row]
        return String(repeating: " ", count: max(1, 10 - cell.count)) + cell
      }
      return cells.joined() + "  " + name
    }
  }

  /// The offsets of a pull and a swipe, in points.
  private static let course: [Double] = [0, -40, -80, 0, 20, 40, 80, 160, 320, 80, 0]

  private init(_ request: SceneRequest, _ shared: SharedInputs) throws(HeaderKitError) {
    var problems: [String] = []
    var properties: Set<String> = []
    var shown: Set<Int> = []
    let (light, outline) = try Self.header(request, .light, shared)
    let (dark, _) = try Self.header(request, .dark, shared)
    document = outline.header.document
    device = outline.device.name
    largestOffset = light.largestOffset
    for header in [light, dark] {
      for error in Self.interactionErrors(header, scale: outline.device.scale)
      where properties.insert(error.property).inserted {
        problems.append(error.description)
      }
      let offsets = Self.offsets(header)
      for isTimed in [false, true] {
        for var error in Self.errors(header, offsets, isTimed: isTimed, &shown)
        where properties.insert(error.property).inserted {
          if let variant = request.variant {
            error.property = "variant \(variant): " + error.property
          }
          problems.append(error.description)
        }
      }
    }
    if problems.isEmpty, let problem = Self.drawingProblem(light, outline) {
      problems.append(problem)
    }
    self.problems = problems
    let file = document.fileName.map { $0 + ": " } ?? ""
    var launched = light
    let measured = Self.evenlySpaced(
      Self.maxMeasuredOffsets, of: Self.offsets(light).filter { $0 >= -Self.farthestPull })
    warnings =
      (launched.unreachable() + launched.unusedDeclarations()
      + light.truncatedTexts(along: measured, offsetsAfterEvents: Self.course)
      + light.hiddenLayers(shown))
      .map { file + $0 }
  }

  private static func header(
    _ request: SceneRequest, _ theme: SceneTheme, _ shared: SharedInputs
  ) throws(HeaderKitError) -> (HeaderInterpreter, SceneOutline) {
    var request = request
    request.theme = theme
    let (header, outline, _) = try SceneResolver(request, shared: shared).resolveHeader()
    return (header, outline)
  }

  /// Returns offsets from one end of the overscroll to the other and back, about one per point.
  /// Includes the values of constants, also negated and relative to the rest offset, because
  /// divisions by zero are likely there.
  private static func offsets(_ header: HeaderInterpreter) -> [Double] {
    let range = -overscroll...header.largestOffset + overscroll
    let step = max(1, ((range.upperBound - range.lowerBound) / Double(maxOffsets)).rounded(.up))
    let constants = header.document.constants.compactMap(\.value)
      .flatMap { [$0, -$0, $0 - header.restOffset] }.filter(range.contains)
    let down =
      Array(stride(from: range.lowerBound, through: range.upperBound, by: step)) + [0] + constants
    let sorted = Set(down).sorted()
    // Starts at rest, as every header does.
    return [0] + sorted.filter { $0 > 0 } + sorted.reversed() + sorted.filter { $0 <= 0 }
  }

  /// Returns about `count` of the offsets, evenly distributed.
  private static func evenlySpaced(_ count: Int, of offsets: [Double]) -> [Double] {
    stride(from: 0, to: offsets.count, by: max(1, offsets.count / count)).map { offsets[$0] }
  }

  /// Returns the first error of each property. Adds the indices of visible layers to `shown`.
  ///
  /// - Parameter isTimed: Whether events have times, 1/60 second apart. Events without times end
  ///   transitions at once.
  private static func errors(
    _ header: HeaderInterpreter, _ offsets: [Double], isTimed: Bool, _ shown: inout Set<Int>
  ) -> [EvaluationError] {
    var header = header
    var errors: [EvaluationError] = []
    let before = header.steps
    for (index, offset) in offsets.enumerated() {
      // An expensive document is tested at fewer offsets, evenly distributed.
      guard header.steps - before <= (index + 1) * (maxSteps / offsets.count) else { continue }
      do throws(EvaluationError) {
        try header.receive(
          offset: offset, time: isTimed ? Double(index) / 60 : nil, isDragging: index % 2 == 0)
        _ = try header.state()
        shown.formUnion(header.shownLayers())
      } catch {
        if !errors.contains(where: { $0.property == error.property }) { errors.append(error) }
      }
    }
    return errors
  }

  /// Returns the first error in typesetting or drawing without pictures. `nil` if none was found or
  /// no fonts are installed.
  private static func drawingProblem(
    _ header: HeaderInterpreter, _ outline: SceneOutline
  ) -> String? {
    guard let fonts = try? SceneFonts.installed(folder: outline.request.fontFolder) else {
      return nil
    }
    do throws(SceneError) {
      let composer = try HeaderComposer(
        header, images: [:], appearance: outline.appearance, device: outline.device, fonts: fonts)
      var header = header
      for offset in evenlySpaced(maxDrawings, of: offsets(header)) {
        guard (try? header.receive(offset: offset)) != nil, let state = try? header.state() else {
          continue
        }
        _ = try composer.compose(state, isScrolling: false)
      }
    } catch {
      return error.description
    }
    return nil
  }

  /// Returns the errors in handling touches, rests, taps and inputs. Each is tested separately,
  /// because an error ends a simulation.
  ///
  /// - Parameter scale: Device pixels per point.
  private static func interactionErrors(_ header: HeaderInterpreter, scale: Double)
    -> [EvaluationError]
  {
    guard header.isInteractive else { return [] }
    let drags: [Gesture] = [
      .drag(by: -150, duration: 0.2, easing: .linear), .release(velocity: nil, until: nil),
      .drag(by: 120, duration: 0.2, easing: .linear), .release(velocity: 0, until: nil),
      .drag(by: 60, duration: 0.1, easing: .linear), .release(velocity: 900, until: nil),
      .drag(by: -100, duration: 0.3, easing: .linear), .release(velocity: -2000, until: nil),
    ]
    var trials = [drags]
    trials += header.document.tappableLayers.map {
      [.hold(duration: 0.1), .tap(.layer($0, row: nil), duration: 0.1), .hold(duration: 0.5)]
    }
    trials += (header.inputs ?? []).filter { $0.range != nil }.map { input in
      let way = input.range.map { $0.upperBound - $0.lowerBound } ?? 1
      return [
        .pan(input: input.name, by: way, duration: 0.2, easing: .linear),
        .release(velocity: nil, until: nil),
        .pan(input: input.name, by: -2 * way, duration: 0.2, easing: .linear),
        .release(velocity: nil, until: nil),
      ]
    }
    let environment = ScrollEnvironment(of: header, scale: scale)
    var launched = header
    let before = launched.steps
    _ = try? launched.state()
    // The number of trials is limited, for documents with many tappable layers.
    let most = 8 + maxSteps / (200 * max(1, launched.steps - before))
    return trials.prefix(most).compactMap { gestures in
      var curve = ScrollCurve(course: .gestures(gestures, ScrollPhysics()))
      curve.inputs.tracks = (header.inputs ?? []).filter { $0.range == nil }.map { input in
        InputTrack(
          name: input.name,
          values: .conditions([.init(time: 0.05, value: true), .init(time: 0.45, value: false)]))
      }
      do throws(SimulationError<EvaluationError>) {
        _ = try ScrollSimulation.play(
          curve, in: environment, header: header, rate: .standard, frames: PlaybackOptions())
      } catch {
        if case .header(let error) = error { return error }
      }
      return nil
    }
  }

  /// A one-line summary, such as `card.json: card, 6 layers, 4 constants, ...`.
  package func text(subject: String) -> String {
    func count(_ count: Int, _ one: String) -> String { "\(count) \(one)\(count == 1 ? "" : "s")" }
    let name = document.name
    let parts = [
      document.variant.map { "\(name) (\($0))" } ?? name,
      count(document.layerNames.count, "layer"), count(document.constants.count, "constant"),
      count(document.memoryNames.count, "remembered value"),
      count(document.phaseNames.count, "phase"),
      "\(device), offsets 0 to \(RequestRanges.text(largestOffset))",
    ]
    return "\(subject): " + parts.joined(separator: ", ")
  }

  package var json: String {
    JSONWriter.object { object in
      object.member("name", document.name)
      if let variant = document.variant { object.member("variant", variant) }
      object.member("description", document.description)
      object.member("device", device)
      object.member("largestOffset", largestOffset)
      object.member("layers", document.layerNames)
      object.member("constants", document.constants.map(\.name))
      object.member("memory", document.memoryNames)
      object.member("phases", document.phaseNames)
    } + "\n"
  }
}

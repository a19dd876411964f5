import HeaderModel
import PortableMath
import Scrolling
import StrictJSON

extension FitReport {
  /// The offsets and events as the JSON text of a curve document, with one sample per frame.
  public var curveText: String {
    let curve = FittedCurve(self)
    return JSONWriter.object(layout: .indented) { object in
      object.member("version", 1)
      object.member("name", "from \(recording)")
      object.array("samples") { list in
        for sample in curve.samples {
          list.element(.numbers([FitReport.rounded(sample.time), sample.offset]))
        }
      }
      if let events = curve.events { object.objects("events", events) { $1.write($0) } }
      if !curve.inputs.isEmpty {
        object.object("inputs") { inputs in for track in curve.inputs { inputs.write(track) } }
      }
    } + "\n"
  }

  /// The report as a JSON object. Its schema is `EmbeddedFile.fitSchema`.
  public var json: String {
    JSONWriter.object(layout: .indented) { object in
      object.member("version", 1)
      object.member("recording", recording)
      object.member("header", header)
      object.member("verdict", verdict.word)
      object.member("reason", verdict.reason)
      object.member("duration", FitReport.rounded(duration))
      object.object("placement") { members in
        members.member("pixelsPerPoint", placement.pixelsPerPoint)
        members.member("x", placement.x)
        members.member("y", placement.y)
      }
      object.member("notes", notes)
      object.objects("leftOut", leftOut) { left, object in
        object.member("layer", left.layer)
        object.member("reason", left.reason)
      }
      object.objects("constants", constants) { constant, object in
        object.member("name", constant.name)
        object.member("given", constant.given)
        object.member("value", constant.value)
        object.member("interval", constant.interval.map { [$0.lowerBound, $0.upperBound] })
      }
      object.objects("deviations", deviations) { deviation, object in
        object.member("layer", deviation.layer)
        object.member("kind", deviation.kind.rawValue)
        object.member("explanation", deviation.explanation)
        object.member("offsets", [deviation.offsets.lowerBound, deviation.offsets.upperBound])
        object.member("frames", deviation.frames.map(Double.init))
      }
      object.array("drags") { list in
        for drag in FittedCurve(self).drags {
          list.element(
            .numbers([FitReport.rounded(drag.lowerBound), FitReport.rounded(drag.upperBound)]))
        }
      }
      object.objects("events", events) { event, object in
        object.member("time", FitReport.rounded(event.time))
        object.write(event.kind)
      }
      writeFrames(&object)
    } + "\n"
  }

  /// Writes the frames as the member `frames`.
  func writeFrames(_ object: inout JSONObjectWriter) {
    object.objects("frames", frames) { frame, object in
      object.member("time", FitReport.rounded(frame.time))
      object.member("offset", frame.offset)
      object.member("uncertainty", frame.uncertainty)
      object.member(
        "possibleOffsets", frame.possibleOffsets.map { [$0.lowerBound, $0.upperBound] })
      object.member("distance", frame.distance)
      object.member("phase", frame.phase)
      object.object("memory") { memory in
        for entry in frame.memory { memory.member(entry.name, entry.value) }
      }
    }
  }

  /// Returns a time rounded to microseconds.
  static func rounded(_ seconds: Double) -> Double { (seconds * 1e6).rounded() / 1e6 }

  /// The report as text lines: the verdict first, then the differences.
  public var lines: [String] {
    var lines = ["\(recording): \(verdict.sentence(header))"]
    if !frames.isEmpty { lines.append(summary) }
    lines += remarks
    lines += constants.map(\.line)
    lines += deviations.map { "\($0.layer): \($0.explanation)" }
    return lines
  }

  /// The notes, the undetermined offsets, and the layers that were left out.
  var remarks: [String] {
    notes + [undeterminedOffsets].compactMap(\.self)
      + leftOut.map { "left out: \($0.layer): \($0.reason)" }
  }

  /// A note about the frames that other offsets explain equally well. `nil` if there are none.
  private var undeterminedOffsets: String? {
    let ranges = frames.compactMap(\.possibleOffsets)
    guard let lowest = ranges.map(\.lowerBound).min(), let highest = ranges.map(\.upperBound).max()
    else { return nil }
    let frames = ranges.count == 1 ? "1 frame looks" : "\(ranges.count) frames look"
    return "\(frames) the same at other offsets, as rows that repeat do: "
      + "between \(FitText.points(lowest)) and \(FitText.points(highest)) pt"
  }

  /// The number of frames, their offsets and the scale as a line.
  var summary: String {
    let offsets = frames.map(\.offset)
    let (lowest, highest) = (offsets.min() ?? 0, offsets.max() ?? 0)
    let scale = "\(FitText.short(placement.pixelsPerPoint, 3)) pixels per point"
    if frames.count > 1, lowest == highest {
      return "\(frames.count) frames that all show \(FitText.points(lowest)) pt, \(scale)"
    }
    let determined = frames.count { $0.uncertainty != nil }
    return "\(frames.count) frames, offsets \(FitText.points(lowest)) to "
      + "\(FitText.points(highest)) pt, \(determined) of them determined by their pictures; \(scale)"
  }
}

extension FittedConstant {
  var line: String {
    guard let value, let interval else { return "\(name): not determined by this recording" }
    let digits = abs(given) < 10 ? 3 : 1
    func text(_ number: Double) -> String { FitText.short(number, digits) }
    return "\(name): \(text(value)) (\(text(interval.lowerBound)) to "
      + "\(text(interval.upperBound))), the document has \(text(given))"
  }
}

extension FitReport.Verdict {
  /// The verdict as a word for programs, a heading, and a phrase before the header's name.
  private var words: (word: String, badge: String, phrase: String) {
    switch self {
    case .behaves: ("behaves", "behaves like its document", "behaves like")
    case .deviates: ("deviates", "does not behave like its document", "does not behave like")
    case .noFit: ("noFit", "shows something else", "does not show")
    }
  }

  package var word: String { words.word }
  var badge: String { words.badge }

  var reason: String? { if case .noFit(let reason) = self { reason } else { nil } }

  fileprivate func sentence(_ header: String) -> String {
    words.phrase + " " + header + (reason.map { ": " + $0 } ?? "")
  }
}

extension RecordingPath {
  /// Returns notes about an unexpected screen and about events other than scrolls.
  ///
  /// - Parameter reduction: The pixels of the recording per analyzed pixel.
  func notes(enlarged reduction: Reduction) -> [String] {
    // The left, top, width and height in pixels of the recording, in the form of `--region`.
    func regionText(_ placement: ScreenPlacement) -> String {
      let region = placement.enlarged(by: reduction)
        .region(width: painter.canvasWidth, height: painter.canvasHeight)
      return [region.x, region.y, region.width, region.height].map(FitText.points)
        .joined(separator: ",")
    }
    var notes: [String] = []
    let (region, others) = (regionText(placement), screen.others)
    if !others.isEmpty {
      notes.append(
        "the recording shows \(others.count + 1) such screens: this is the one at \(region); "
          + others.map { "another is at \(regionText($0))" }.joined(separator: ", "))
    }
    if screen.requestedRegion != nil {
      notes.append("the screen is at \(region) in the recording, not at the given region")
    }
    for (index, fit) in fits.enumerated() {
      guard case .after(let kind) = fit.path else { continue }
      let time = (times[index] + times[max(0, index - 1)]) / 2
      notes.append("\(kind.name) at about \(FitText.short(time, 2)) s")
    }
    return notes
  }
}

/// The formatting of numbers in messages.
enum FitText {
  /// Returns a number with at most `digits` decimals, without trailing zeros.
  static func short(_ number: Double, _ digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let rounded = (number * scale).rounded() / scale + 0
    return rounded == rounded.rounded() && abs(rounded) < 1e15
      ? String(Int(rounded)) : String(rounded)
  }

  /// Returns a number of points with at most one decimal.
  static func points(_ number: Double) -> String { short(number, 1) }
}

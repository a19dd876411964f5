package import FileAccess
import PortableMath
package import StrictJSON

/// The report as JSON. Its schema is `EmbeddedFile.reportSchema`.
package enum JSONReport {
  /// Returns the report as one indented object with a trailing newline.
  package static func text(_ report: ComparisonReport) -> String {
    var writer = JSONWriter(layout: .indented)
    writer.object { object in
      object.member("version", 1)
      object.member("first", report.first)
      object.member("second", report.second)
      object.member("metric", report.metric)
      object.object("counts") { counts in
        for status in ComparedItem.Status.allCases {
          counts.member(status.rawValue, report.count(status))
        }
        counts.member("baselinesWritten", report.writtenBaselines)
      }
      object.member("notes", report.notes)
      object.objects("items", report.items, write)
    }
    return writer.text + "\n"
  }

  private static func write(_ item: ComparedItem, to object: inout JSONObjectWriter) {
    object.member("name", item.name)
    object.member("kind", item.kind?.rawValue)
    object.member("status", item.status.rawValue)
    object.member("metric", item.metric)
    object.member("first", item.firstPath)
    object.member("second", item.secondPath)
    object.member("firstSize", item.firstSize.map(\.sides))
    object.member("secondSize", item.secondSize.map(\.sides))
    object.member("differentPixels", item.differentPixels)
    object.member("comparedPixels", item.comparedPixels)
    object.member("differentRatio", item.differentRatio)
    object.member("antialiasedPixels", item.antialiasedPixels)
    object.member("ignoredPixels", item.ignoredPixels)
    object.member("bounds", item.bounds.map(\.numbers))
    object.member("strongest", item.strongest)
    object.member("details", item.details)
    object.member("problem", item.problem?.description)
    object.member("problemStatus", item.problem.map { Int($0.code.rawValue) })
    object.member("baseline", item.baseline?.rawValue)
    object.member("pictures", item.writtenPictures)
    object.objects("frames", item.frames, write)
  }

  private static func write(_ frame: ComparedFrame, to object: inout JSONObjectWriter) {
    object.member("state", frame.state.rawValue)
    object.member("first", frame.first.map(\.ends))
    object.member("second", frame.second.map(\.ends))
    object.member("firstTime", frame.firstTime)
    object.member("secondTime", frame.secondTime)
    object.member("differentPixels", frame.differentPixels)
    object.member("offset", frame.offset)
    object.member("phase", frame.phase)
  }
}

extension ClosedRange<Int> {
  fileprivate var ends: [Double] { [Double(lowerBound), Double(upperBound)] }
}

extension PixelSize { var sides: [Double] { [Double(width), Double(height)] } }

extension PixelRect { var numbers: [Double] { [x, y, width, height].map(Double.init) } }

extension ComparisonReport {
  /// Reads a report from a file; `-` is standard input.
  package static func read(_ file: String) throws(HeaderKitError) -> ComparisonReport {
    let root = try InputFile.json(file, limit: 1 << 30)
    return try HeaderKitError.parsing(ComparisonReport(json: root))
  }

  package init(json root: JSONValue) throws(JSONError) {
    let object = try root.document(keys: [
      "version", "first", "second", "metric", "counts", "notes", "items",
    ])
    _ = try object.required("version").integer(in: 1...1)
    self.init(
      first: try object.required("first").string(), second: try object.required("second").string(),
      metric: try object.required("metric").string(), items: [],
      notes: try object.required("notes").strings())
    items = try object.required("items").array().map(ComparedItem.init(json:))
  }

  /// Merges the reports of several shards of a comparison. `parts` must not be empty.
  package init(merging parts: [ComparisonReport]) {
    var notes: [String] = []
    for note in parts.flatMap(\.notes) where !notes.contains(note) { notes.append(note) }
    let items = parts.flatMap(\.items).sorted { $0.name.naturallyPrecedes($1.name) }
    let metrics = Set(items.compactMap(\.metric))
    // A shard whose items used several metrics states the requested one.
    let requested = Set(parts.map(\.metric)).subtracting(metrics).first ?? "exact"
    self.init(
      first: parts[0].first, second: parts[0].second,
      metric: (metrics.count == 1 ? metrics.first : nil) ?? requested, items: items, notes: notes)
  }
}

extension ComparedItem {
  fileprivate init(json value: JSONValue) throws(JSONError) {
    let object = try value.object(keys: [
      "name", "kind", "status", "metric", "first", "second", "firstSize", "secondSize",
      "differentPixels", "comparedPixels", "differentRatio", "antialiasedPixels", "ignoredPixels",
      "bounds", "strongest", "details", "problem", "problemStatus", "baseline", "pictures",
      "frames",
    ])
    self.init(
      name: try object.required("name").string(),
      status: try object.required("status").choice(of: Status.self))
    kind = try object.nonNull("kind")?.choice(of: Kind.self)
    metric = try object.nonNull("metric")?.string()
    firstPath = try object.nonNull("first")?.string()
    secondPath = try object.nonNull("second")?.string()
    firstSize = try object.nonNull("firstSize")?.size()
    secondSize = try object.nonNull("secondSize")?.size()
    differentPixels = try object.required("differentPixels").integer(in: 0...Int.max)
    comparedPixels = try object.required("comparedPixels").integer(in: 0...Int.max)
    antialiasedPixels = try object.required("antialiasedPixels").integer(in: 0...Int.max)
    ignoredPixels = try object.required("ignoredPixels").integer(in: 0...Int.max)
    if let sides = try object.nonNull("bounds")?.integers(count: 4, in: coordinates) {
      bounds = PixelRect(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
    }
    strongest = try object.required("strongest").number()
    details = try object.required("details").strings()
    if let text = try object.nonNull("problem")?.string() {
      let status = try object.required("problemStatus").integer(in: 2...255)
      problem = HeaderKitError(
        HeaderKitError.Code(rawValue: Int32(status)) ?? .internalDefect, reason: MessageText(text))
    }
    baseline = try object.nonNull("baseline")?.choice(of: Baseline.self)
    writtenPictures = try object.required("pictures").strings()
    frames = try object.required("frames").array().map(ComparedFrame.init(json:))
  }
}

extension ComparedFrame {
  fileprivate init(json value: JSONValue) throws(JSONError) {
    let object = try value.object(keys: [
      "state", "first", "second", "firstTime", "secondTime", "differentPixels", "offset", "phase",
    ])
    self.init(state: try object.required("state").choice(of: State.self))
    first = try object.nonNull("first")?.range()
    second = try object.nonNull("second")?.range()
    firstTime = try object.nonNull("firstTime")?.number()
    secondTime = try object.nonNull("secondTime")?.number()
    differentPixels = try object.required("differentPixels").integer(in: 0...Int.max)
    offset = try object.nonNull("offset")?.number()
    phase = try object.nonNull("phase")?.string()
  }
}

private let coordinates = -1_000_000_000...1_000_000_000

extension JSONObject {
  /// Returns the value, or `nil` if it is `null`.
  fileprivate func nonNull(_ key: String) throws(JSONError) -> JSONValue? {
    let value = try required(key)
    return value.isNull ? nil : value
  }
}

extension JSONValue {
  fileprivate func size() throws(JSONError) -> PixelSize {
    let sides = try integers(count: 2, in: coordinates)
    guard let size = PixelSize(width: sides[0], height: sides[1]) else {
      throw error("is not an image size")
    }
    return size
  }

  fileprivate func range() throws(JSONError) -> ClosedRange<Int> {
    let ends = try integers(count: 2, in: coordinates)
    guard ends[0] <= ends[1] else { throw error("ends before it begins") }
    return ends[0]...ends[1]
  }
}

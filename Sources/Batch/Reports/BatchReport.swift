import Comparison
import EmbeddedFiles
public import FileAccess
import PortableFoundation
import PortableMath
import Rendering
import StrictJSON

/// The result of a batch. The same completed items produce the same bytes, regardless of the number
/// of machines and attempts.
public struct BatchReport: Hashable, Sendable {
  /// The state of an item.
  public enum State: String, Hashable, Sendable {
    case done, failed
    /// No attempt finished the item.
    case missing
  }

  /// The result of an item.
  public struct Entry: Hashable, Sendable {
    /// The id of the item, as in the manifest.
    public var id: String
    /// The state.
    public var state: State
    /// The number of frames, or `nil` if the item is missing.
    public var frames: Int?
    /// The outputs of a completed item. Empty otherwise.
    public var outputs: [ItemResult.Output]
    /// The error of a failed item, or `nil` otherwise.
    public var error: HeaderKitError?
  }

  /// The digest that identifies the batch.
  public let batch: ContentDigest
  /// The results in the order of the manifest.
  public let entries: [Entry]

  /// Selects the best attempt for each id: a completed one before a failed one, then the latest.
  ///
  /// - Parameter results: The results of all attempts, earliest first.
  package init(batch: ContentDigest, ids: [String], results: [ItemResult]) {
    self.batch = batch
    var best: [String: ItemResult] = [:]
    for result in results where result.state != .dropped {
      if best[result.id]?.isDone != true || result.isDone { best[result.id] = result }
    }
    entries = ids.map { id in
      guard let item = best[id] else { return Entry(id: id, state: .missing, outputs: []) }
      return Entry(
        id: id, state: item.isDone ? .done : .failed, frames: item.frames,
        outputs: item.isDone ? item.outputs : [], error: item.error)
    }
  }

  package init(_ folder: ResultFolder) throws(HeaderKitError) {
    let (batch, ids) = try folder.ids()
    let results = try folder.results(of: batch).sorted {
      ($0.attempt, $0.shard.count, $0.shard.index) < ($1.attempt, $1.shard.count, $1.shard.index)
    }
    self.init(batch: batch, ids: ids, results: results.flatMap(\.items))
  }

  /// Returns the number of items in a state.
  public func count(_ state: State) -> Int { entries.count { $0.state == state } }

  /// Whether all items are completed.
  public var isComplete: Bool { count(.done) == entries.count }

  /// The report as an indented JSON object.
  public var json: String {
    JSONWriter.object(layout: .indented) { object in
      object.member("version", 1)
      object.member("engine", Engine.version)
      object.member("batch", batch.hexadecimal)
      object.member("done", count(.done))
      object.member("failed", count(.failed))
      object.member("missing", count(.missing))
      object.objects("items", entries) { entry, object in
        object.member("id", entry.id)
        object.member("state", entry.state.rawValue)
        object.member("frames", entry.frames)
        object.outputs(entry.outputs)
        object.error(entry.error)
      }
    } + "\n"
  }

  /// The report as JUnit XML for CI servers: a test case per item.
  public var junit: String {
    JUnitReport.text(
      program: "twheader batch", suite: "batch", className: "batch",
      entries.map { entry in
        var result = JUnitReport.Case(entry.id)
        switch entry.state {
        case .done: break
        case .failed:
          result.finding = (
            .failure, "status \(entry.error?.code.rawValue ?? 1)",
            entry.error?.description ?? "failed"
          )
        case .missing:
          result.finding = (.error, "missing", "no attempt finished it")
        }
        return result
      })
  }

  /// The report as a self-contained HTML page without pictures.
  public var html: String { html(outputs: nil) }

  /// Returns an HTML page that shows the outputs of its items.
  ///
  /// - Parameters:
  ///   - folder: The output folder relative to the page's folder. `nil` lists outputs without
  ///     pictures.
  ///   - results: The results of one run, to show what was cached and how long the rest took.
  public func html(outputs folder: String?, results: [ItemResult] = []) -> String {
    let results = Dictionary(results.map { ($0.id, $0) }) { first, _ in first }
    let rows = entries.map { entry in
      var states = [entry.state.rawValue]
      var facts = [
        entry.frames.map { "\($0) frames" },
        "\(entry.outputs.map(\.bytes).reduce(0, +).grouped) bytes",
      ].compactMap { $0 }
      if let result = results[entry.id], result.isDone {
        states.append(result.state.rawValue)
        facts.append("\(Double(Int((result.seconds * 100).rounded())) / 100) s")
      }
      let content =
        entry.error.map { "<p>\(markup($0.description))</p>" }
        ?? entry.outputs.map { $0.html(in: folder) }.joined(separator: "\n")
      return "<li class=\"\(states.joined(separator: " "))\"><b>\(markup(entry.id))</b> "
        + "\(states.last ?? "")\n\(content)<small>\(facts.joined(separator: ", "))</small></li>\n"
    }
    return EmbeddedFile.reportBatchPage.filled([
      "done": "\(count(.done))", "items": "\(entries.count)", "failed": "\(count(.failed))",
      "missing": "\(count(.missing))", "rows": rows.joined(),
    ])
  }
}

extension ItemResult.Output {
  /// Returns the path as a link, with a picture if there is one. For frames, links to the folder.
  fileprivate func html(in folder: String?) -> String {
    guard let folder else { return "<small>\(markup(path))</small>" }
    let isFrames = path.hasSuffix("/") || path.contains("%")
    let target = isFrames ? FilePath.split(path).folder : path
    let link = percentEncoded(folder + "/" + target, allowing: "!$&'()*+,-./:=@_~")
    let ending = FilePath.fileExtension(path).lowercased()
    let picture =
      !isFrames && ["gif", "png", "apng", "webp", "jpg", "jpeg"].contains(ending)
      ? "<img src=\"\(markup(link))\" alt=\"\" loading=\"lazy\">" : ""
    return "<a href=\"\(markup(link))\">\(picture)\(markup(path))</a>"
  }
}

extension JSONObjectWriter {
  mutating func outputs(_ outputs: [ItemResult.Output]) {
    objects("outputs", outputs) { output, object in
      object.member("path", output.path)
      object.member("bytes", output.bytes)
      object.member("sha256", output.digest.hexadecimal)
    }
  }

  /// Writes the exit status and the message, or `null`.
  mutating func error(_ error: HeaderKitError?) {
    guard let error else {
      member("error", JSONScalar.null)
      return
    }
    object("error") { object in
      object.member("status", Int(error.code.rawValue))
      object.member("message", error.description)
    }
  }
}

import Comparison
import EmbeddedFiles
public import FileAccess
import PortableFoundation
import PortableMath
import Rendering
import StrictJSON

/// The result of a batch, however many machines and attempts it took: the same items done make the
/// same report, byte for byte.
public struct BatchReport: Hashable, Sendable {
  /// The state of an item.
  public enum State: String, Hashable, Sendable {
    case done, failed
    /// No attempt finished it.
    case missing
  }

  /// An item.
  public struct Entry: Hashable, Sendable {
    /// As in the manifest.
    public var id: String
    /// Its state.
    public var state: State
    /// Nil for a missing one.
    public var frames: Int?
    /// Of a done one.
    public var outputs: [ItemResult.Output]
    /// Of a failed one.
    public var error: HeaderKitError?
  }

  /// Identifies the batch.
  public let batch: ContentDigest
  /// In the order of the manifest.
  public let entries: [Entry]

  /// Takes the best attempt at each id: done before failed, then the later one.
  ///
  /// - Parameter results: of all attempts, earlier ones first.
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

  /// The number of items in this state.
  public func count(_ state: State) -> Int { entries.count { $0.state == state } }

  /// Whether every item is done.
  public var isComplete: Bool { count(.done) == entries.count }

  /// One object on several lines.
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

  /// JUnit's XML, as continuous integration reads it: a test case an item.
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

  /// One page that needs no other file, without pictures.
  public var html: String { html(outputs: nil) }

  /// A page whose items show their outputs.
  ///
  /// - Parameters:
  ///   - folder: the output folder as seen from the page's folder; nil: outputs are named only.
  ///   - results: of one run, which tell what came from the cache and how long the rest took.
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
  /// Its path, as a link below its picture where there is a folder. Of frames the folder is linked.
  fileprivate func html(in folder: String?) -> String {
    guard let folder else { return "<small>\(markup(path))</small>" }
    let isFrames = path.hasSuffix("/") || path.contains("%")
    let place = isFrames ? FilePath.split(path).folder : path
    let link = percentEncoded(folder + "/" + place, allowing: "!$&'()*+,-./:=@_~")
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

  /// Exit status and message, `null` for nil.
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

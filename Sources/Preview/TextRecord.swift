package import HeaderModel
import HeaderScene
import PortableMath
import Synchronization

extension TextContent {
  /// What tells one text of a page from another, whatever its size: the words and weights of its runs
  /// and the number of its lines. The page's script makes the same key.
  var pageKey: String {
    let runs = runs.map { "\($0.text)\u{1}\(Int($0.weight ?? weight))" }
    return runs.joined(separator: "\u{2}") + "\u{3}\(lines)"
      + (font.map { "\u{4}\($0.lastComponent)" } ?? "")
  }
}

/// Measures texts as another measurer does, and keeps what was asked and answered.
package final class RecordingMeasurer: TextMeasuring {
  /// One question; the width is in points.
  struct Question: Hashable {
    var values: LayerValues
    var maximumWidth: Double?

    /// What puts questions of one text in order.
    fileprivate var order: [Double] { values.setting + [maximumWidth ?? -1] }
  }

  private let base: any TextMeasuring
  private let answers = Mutex<[String: [Question: PointSize]]>([:])

  package init(_ base: any TextMeasuring) { self.base = base }

  package func size(of text: TextContent, maximumWidth: Double?) -> PointSize {
    var question = Question(values: text.values, maximumWidth: maximumWidth)
    question.values.keepSetting()
    let key = text.pageKey
    if let known = answers.withLock({ $0[key]?[question] }) { return known }
    let size = base.size(of: text, maximumWidth: maximumWidth)
    answers.withLock { $0[key, default: [:]][question] = size }
    return size
  }

  package func letters(ofFont file: String?) -> LetterMetrics { base.letters(ofFont: file) }

  /// All answers, in an order that is always the same.
  var record: [(key: String, answers: [(question: Question, size: PointSize)])] {
    answers.withLock { answers in
      answers.sorted { $0.key < $1.key }.map { key, known in
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

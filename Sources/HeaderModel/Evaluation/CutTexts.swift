import Scrolling
import StrictJSON

/// Finds texts that are truncated by their frames.
extension HeaderInterpreter {
  /// Returns a line with key path and reason for each truncated text outside of list rows. Tries
  /// the launch state, the given offsets, and the state after each possible event.
  ///
  /// - Parameters:
  ///   - offsets: Offsets in points from rest, scrolled through from the launch state.
  ///   - offsetsAfterEvents: The offsets to scroll through after each tap, touch and input.
  package func truncatedTexts(along offsets: [Double], offsetsAfterEvents: [Double]) -> [String] {
    var found: [Int: String] = [:]
    note(self, after: nil, [0] + offsets, &found)
    for event in possibleEvents {
      var header = self
      guard (try? header.receive(ScrollEvent(time: 0, offset: 0))) != nil,
        (try? header.receive(ScrollEvent(time: 0, offset: 0, kind: event))) != nil
      else { continue }
      note(header, after: event, offsetsAfterEvents, &found)
    }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }

  private func note(
    _ header: HeaderInterpreter, after event: ScrollEvent.Kind?, _ offsets: [Double],
    _ found: inout [Int: String]
  ) {
    var header = header
    var seen: [Int: (content: TextContent, width: Double)] = [:]
    for (index, offset) in offsets.enumerated() {
      // The times are far enough apart for every transition to end before the next event.
      let longest = HeaderInterpreter.longestReaction
      let time = Double(index + 1) * 2 * longest
      guard (try? header.receive(ScrollEvent(time: time, offset: offset))) != nil,
        let state = try? header.state(at: time + longest, rows: false)
      else { continue }
      for layer in state.layers where layer.visible && layer.opacity > 0 {
        guard found[layer.index] == nil, case .text(let content) = layer.content,
          seen[layer.index].map({ $0 != (content, layer.size.width) }) ?? true
        else { continue }
        seen[layer.index] = (content, layer.size.width)
        guard let reason = cut(content, layer.size) else { continue }
        let moment =
          (event.map { " " + name(of: $0) } ?? "")
          + (offset == 0 ? "" : " at offset \(offset.text)")
        found[layer.index] =
          program.layers[layer.index].definition.json.keyPath
          + ": the text is truncated\(moment); \(reason)"
      }
    }
  }

  /// Returns the reason why a text is truncated, or `nil` if it fits.
  private func cut(_ content: TextContent, _ frame: PointSize) -> String? {
    let measurer = environment.measurer
    guard content.lines > 0, !content.values.has(.shrinkToFit) else { return nil }
    // The tolerance of half a point allows for rounding of the frame.
    if content.lines == 1 {
      let width = measurer.size(of: content, maximumWidth: nil).width
      guard width > frame.width + 0.5 else { return nil }
      return
        "it is \((width * 10).rounded(.up) / 10) points wide, but its frame is \(frame.width.text)"
    }
    var whole = content
    whole.values[.lines] = 0
    let shown = measurer.size(of: content, maximumWidth: frame.width).height
    let height = measurer.size(of: whole, maximumWidth: frame.width).height
    guard shown > 0, height > shown + 0.5 else { return nil }
    let lines = (height / shown * Double(content.lines)).rounded()
    return "it has \(lines.text) lines, but \(content.lines) are shown"
  }

  /// A description of an event for messages.
  private func name(of event: ScrollEvent.Kind) -> String {
    switch event {
    case .tap(let tapped?): "after a tap on \(program.layers[tapped.layer].definition.id)"
    case .input(let changes):
      changes.map { change in
        let slot = program.declared.interaction.inputs[change.input].slot
        let value = slot.isBoolean ? (change.value == 0 ? "false" : "true") : change.value.text
        return "with \(slot.name) = \(value)"
      }.joined(separator: " ")
    default: "after a touch"
    }
  }
}

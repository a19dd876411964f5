import Files

/// The stages of a render, in the order of the data's way.
public enum RenderStage: String, CaseIterable, Hashable, Sendable {
  /// Documents, fonts and pictures: read, decoded, prepared.
  case resolve
  /// The curve's events.
  case events
  /// The header's states after each event, and which of them the frames show.
  case states
  /// States to layers, texts set.
  case layers
  /// Layers to pixels.
  case paint
  /// The colours of a GIF's tables, chosen; which pixel gets which is part of the encoding.
  case quantise
  /// Pixels to bytes of a form.
  case encode
  /// Bytes to files.
  case write
  /// GIFs compared with their true frames, if asked for.
  case measure
}

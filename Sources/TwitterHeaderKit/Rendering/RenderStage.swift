/// The stages of a render, in the order of the data's way.
public enum RenderStage: String, CaseIterable, Hashable, Sendable {
  /// Documents, fonts and pictures: read, decoded, prepared.
  case resolve
  /// The curve's events and the header's states.
  case events
  /// States to layers, texts set.
  case layers
  /// Layers to pixels.
  case paint
  /// Pixels to bytes of a form.
  case encode
  /// Bytes to files.
  case write
  /// GIFs compared with their true frames, if asked for.
  case measure
}

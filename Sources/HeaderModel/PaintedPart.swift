/// The parts of the picture whose order the state decides, named as in a trace's `paintOrder`.
public enum PaintedPart: String, CaseIterable, Hashable, Sendable {
  case background, rows, subheader, banner, avatar, title, sectionHeader, bar
  case content, name, handle, follow, tableHeader, header
}

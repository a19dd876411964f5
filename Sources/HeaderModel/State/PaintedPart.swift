/// The parts of the picture whose order the state decides, named as in a trace's `paintOrder`.
///
/// A part stands for everything that moves through the order with it:
///
/// | style | parts |
/// | --- | --- |
/// | mimic | `rows`, `subheader` (with name and follow button), `banner`, `avatar`, `sectionHeader`, `bar` (status bar, bar items, title, subtitle) |
/// | thinkandbuild | `banner` (white ground, sharp and blurred picture), `title` (the white label, clipped to the banner), `content` (name, handle, follow button, heart), `avatar`, `bar` (status bar) |
/// | stretch | `banner`, `rows` and `tableHeader` (table) or `content` (scroll: the spacer), `avatar`, `bar` |
/// | contacts | `rows`, `background`, `header` (the container), `avatar`, `name`, `bar` |
public enum PaintedPart: String, CaseIterable, Hashable, Sendable {
  case background, rows, subheader, banner, avatar, title, sectionHeader, bar
  case content, name, handle, follow, tableHeader, header
}

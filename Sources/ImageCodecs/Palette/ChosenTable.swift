/// The table of some frames, and those of its colours that are kept as they are.
struct ChosenTable {
  var table: ColorTable
  /// Paper, lines, text and brand, 0xRRGGBB: a pixel that has one of them is shown with it.
  var exact: [UInt32]
}

public import Files
import Rendering

/// Writes a page to a file while the comparison runs. The file appears when it is complete;
/// dropped before, it leaves nothing.
public final class HTMLReportFile {
  private var file: AtomicFile
  private var index = 0

  /// Throws `.cannotCreate` when the place cannot be written.
  public init(_ path: String, title: String) throws(HeaderKitError) {
    try ParentFolder.create(for: path)
    var file = try AtomicFile(path)
    try file.write(Array(HTMLReport.head(title: title).utf8))
    self.file = file
  }

  /// Adds the next item's pictures.
  public func add(_ pictures: ItemPictures?) throws(HeaderKitError) {
    try file.write(Array(HTMLReport.item(pictures, index: index).utf8))
    index += 1
  }

  /// Adds the list and gives the file its name.
  public func finish(_ report: ComparisonReport) throws(HeaderKitError) {
    try file.write(Array(HTMLReport.tail(report).utf8))
    try file.commit()
  }
}

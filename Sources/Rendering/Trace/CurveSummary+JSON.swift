import Files
import Numerics
public import Scrolling
import StrictJSON

extension CurveSummary {
  /// One JSON object, on one line.
  public var jsonText: String { JSONWriter.object { write(to: &$0) } }
}

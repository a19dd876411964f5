import Files
import Numerics
import Raster
import Rendering
import StrictJSON

/// A report as JSON; see `ReportSchema`.
public enum JSONReport {
  /// The report as one indented object with a line break at the end.
  public static func text(_ report: ComparisonReport) -> String {
    var writer = JSONWriter(layout: .indented)
    writer.object { object in
      object.member("version", 1)
      object.member("first", report.first)
      object.member("second", report.second)
      object.member("metric", report.metric)
      object.object("counts") { counts in
        for status in ComparedItem.Status.allCases {
          counts.member(status.rawValue, report.count(status))
        }
        counts.member("baselinesWritten", report.writtenBaselines)
      }
      object.member("notes", report.notes)
      object.array("items") { items in
        for item in report.items { items.object { write(item, to: &$0) } }
      }
    }
    return writer.text + "\n"
  }

  private static func write(_ item: ComparedItem, to object: inout JSONObjectWriter) {
    object.member("name", item.name)
    object.member("kind", item.kind?.rawValue)
    object.member("status", item.status.rawValue)
    object.member("first", item.firstPath)
    object.member("second", item.secondPath)
    object.member("firstSize", item.firstSize.map(numbers))
    object.member("secondSize", item.secondSize.map(numbers))
    object.member("differentPixels", item.differentPixels)
    object.member("comparedPixels", item.comparedPixels)
    object.member("differentRatio", item.differentRatio)
    object.member("antialiasedPixels", item.antialiasedPixels)
    object.member("ignoredPixels", item.ignoredPixels)
    object.member(
      "bounds",
      item.bounds.map { [Double($0.x), Double($0.y), Double($0.width), Double($0.height)] })
    object.member("strongest", item.strongest)
    object.member("details", item.details)
    object.member("problem", item.problem?.description)
    object.member("baseline", item.baseline?.rawValue)
    object.member("pictures", item.writtenPictures)
    object.array("frames") { frames in
      for frame in item.frames { frames.object { write(frame, to: &$0) } }
    }
  }

  private static func write(_ frame: ComparedFrame, to object: inout JSONObjectWriter) {
    object.member("state", frame.state.rawValue)
    object.member("first", frame.first.map(numbers))
    object.member("second", frame.second.map(numbers))
    object.member("firstTime", frame.firstTime)
    object.member("secondTime", frame.secondTime)
    object.member("differentPixels", frame.differentPixels)
    object.member("offset", frame.offset)
    object.member("phase", frame.phase)
  }

  private static func numbers(_ size: PixelSize) -> [Double] {
    [Double(size.width), Double(size.height)]
  }

  private static func numbers(_ range: ClosedRange<Int>) -> [Double] {
    [Double(range.lowerBound), Double(range.upperBound)]
  }
}

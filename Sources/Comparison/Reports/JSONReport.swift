import FileAccess
import PortableMath
import StrictJSON

/// A report as JSON; see `EmbeddedFile.reportSchema`.
package enum JSONReport {
  /// The report as one indented object with a line break at the end.
  package static func text(_ report: ComparisonReport) -> String {
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
      object.objects("items", report.items, write)
    }
    return writer.text + "\n"
  }

  private static func write(_ item: ComparedItem, to object: inout JSONObjectWriter) {
    object.member("name", item.name)
    object.member("kind", item.kind?.rawValue)
    object.member("status", item.status.rawValue)
    object.member("metric", item.metric)
    object.member("first", item.firstPath)
    object.member("second", item.secondPath)
    object.member("firstSize", item.firstSize.map(\.sides))
    object.member("secondSize", item.secondSize.map(\.sides))
    object.member("differentPixels", item.differentPixels)
    object.member("comparedPixels", item.comparedPixels)
    object.member("differentRatio", item.differentRatio)
    object.member("antialiasedPixels", item.antialiasedPixels)
    object.member("ignoredPixels", item.ignoredPixels)
    object.member("bounds", item.bounds.map(\.numbers))
    object.member("strongest", item.strongest)
    object.member("details", item.details)
    object.member("problem", item.problem?.description)
    object.member("problemStatus", item.problem.map { Int($0.code.rawValue) })
    object.member("baseline", item.baseline?.rawValue)
    object.member("pictures", item.writtenPictures)
    object.objects("frames", item.frames, write)
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

  private static func numbers(_ range: ClosedRange<Int>) -> [Double] {
    [Double(range.lowerBound), Double(range.upperBound)]
  }
}

extension PixelSize { var sides: [Double] { [Double(width), Double(height)] } }

extension PixelRect { var numbers: [Double] { [x, y, width, height].map(Double.init) } }

import HeaderModel
package import Numerics
import StrictJSON

extension TraceRecord {
  /// The record as one JSON object on one line, without a line break: keys in the order of the
  /// trace's schema, numbers in points with full precision, `null` for what is absent.
  public var jsonLine: String {
    JSONWriter.object { record in
      record.member("index", index)
      record.member("time", time)
      record.member("offset", state.offset)
      record.member("contentOffset", state.contentOffset)
      record.member("style", state.style.rawValue)
      record.member("variant", state.variant.rawValue)
      record.member("phase", state.phase.rawValue)
      record.object("header") { header in
        header.member("rect", state.header.rect.numbers)
        header.member("bottom", state.header.bottom)
        header.member("sourceCrop", state.header.sourceCrop?.numbers)
      }
      record.object("blur") { blur in
        let parts = BlurParts(state.blur)
        blur.member("kind", parts.kind)
        blur.member("alpha", parts.alpha)
        blur.member("step", parts.step)
        blur.member("radius", parts.radius)
      }
      record.object("avatar") { avatar in
        avatar.member("rect", state.avatar.rect.numbers)
        avatar.member("cornerRadius", state.avatar.cornerRadius)
        avatar.member("borderWidth", state.avatar.borderWidth)
        avatar.member("aboveHeader", state.avatar.aboveHeader)
      }
      record.optionalObject("title", state.title) { title, value in
        title.member("rect", value.rect.numbers)
        title.member("clip", value.clip.numbers)
        title.member("shift", value.shift)
        title.member("visible", value.visible)
      }
      record.optionalObject("subtitle", state.subtitle) { subtitle, value in
        subtitle.member("rect", value.rect.numbers)
        subtitle.member("visible", value.visible)
      }
      record.optionalObject("name", state.name) { name, value in
        name.member("rect", value.rect.numbers)
        name.member("pointSize", value.pointSize)
      }
      record.optionalObject("handle", state.handle) { handle, value in
        handle.member("rect", value.rect.numbers)
      }
      record.optionalObject("follow", state.follow) { follow, value in
        follow.member("rect", value.numbers)
      }
      record.optionalObject("sectionHeader", state.sectionHeader) { section, value in
        section.member("rect", value.rect.numbers)
        section.member("stuck", value.stuck)
      }
      record.optionalObject("rows", state.rows) { rows, value in
        rows.member("firstTop", value.firstTop)
        rows.member("pitch", value.pitch)
        rows.member("count", value.count)
      }
      record.member("paintOrder", state.paintOrder.map(\.rawValue))
    }
  }
}

extension JSONObjectWriter {
  /// An object made of a value, `null` without one.
  fileprivate mutating func optionalObject<Value>(
    _ key: String, _ value: Value?, _ members: (inout JSONObjectWriter, Value) -> Void
  ) {
    guard let value else {
      member(key, JSONScalar.null)
      return
    }
    object(key) { members(&$0, value) }
  }
}

extension PointRect {
  /// x, y, width, height.
  package var numbers: [Double] { [x, y, width, height] }
}

/// A trace as comma-separated values: a line of column names, then a line for each record, with the
/// names and numbers of the JSON lines; absent things are empty.
package enum TraceTable {
  /// The column names, without a line break.
  package static let header = columns.map(\.name).joined(separator: ",")

  /// One record, without a line break.
  package static func line(_ record: TraceRecord) -> String {
    columns.map { $0.field(record) ?? "" }.joined(separator: ",")
  }

  private struct Column: Sendable {
    var name: String
    var field: @Sendable (TraceRecord) -> String?
  }

  private static let columns: [Column] =
    [
      whole("index") { $0.index },
      number("time") { $0.time },
      number("offset") { $0.state.offset },
      number("contentOffset") { $0.state.contentOffset },
      Column(name: "style") { $0.state.style.rawValue },
      Column(name: "variant") { $0.state.variant.rawValue },
      Column(name: "phase") { $0.state.phase.rawValue },
    ]
    + rect("header.rect") { $0.state.header.rect }
    + [number("header.bottom") { $0.state.header.bottom }]
    + rect("header.sourceCrop") { $0.state.header.sourceCrop }
    + [
      Column(name: "blur.kind") { BlurParts($0.state.blur).kind },
      number("blur.alpha") { BlurParts($0.state.blur).alpha },
      whole("blur.step") { BlurParts($0.state.blur).step },
      number("blur.radius") { BlurParts($0.state.blur).radius },
    ]
    + rect("avatar.rect") { $0.state.avatar.rect }
    + [
      number("avatar.cornerRadius") { $0.state.avatar.cornerRadius },
      number("avatar.borderWidth") { $0.state.avatar.borderWidth },
      flag("avatar.aboveHeader") { $0.state.avatar.aboveHeader },
    ]
    + rect("title.rect") { $0.state.title?.rect }
    + rect("title.clip") { $0.state.title?.clip }
    + [
      number("title.shift") { $0.state.title?.shift },
      flag("title.visible") { $0.state.title?.visible },
    ]
    + rect("subtitle.rect") { $0.state.subtitle?.rect }
    + [flag("subtitle.visible") { $0.state.subtitle?.visible }]
    + rect("name.rect") { $0.state.name?.rect }
    + [number("name.pointSize") { $0.state.name?.pointSize }]
    + rect("handle.rect") { $0.state.handle?.rect }
    + rect("follow.rect") { $0.state.follow }
    + rect("sectionHeader.rect") { $0.state.sectionHeader?.rect }
    + [
      flag("sectionHeader.stuck") { $0.state.sectionHeader?.stuck },
      number("rows.firstTop") { $0.state.rows?.firstTop },
      number("rows.pitch") { $0.state.rows?.pitch },
      whole("rows.count") { $0.state.rows?.count },
      Column(name: "paintOrder") {
        $0.state.paintOrder.map(\.rawValue).joined(separator: " ")
      },
    ]

  private static func number(
    _ name: String, _ value: @escaping @Sendable (TraceRecord) -> Double?
  ) -> Column {
    Column(name: name) { value($0).map(JSONWriter.literal) }
  }

  private static func whole(
    _ name: String, _ value: @escaping @Sendable (TraceRecord) -> Int?
  ) -> Column {
    Column(name: name) { value($0).map { String($0) } }
  }

  private static func flag(
    _ name: String, _ value: @escaping @Sendable (TraceRecord) -> Bool?
  ) -> Column {
    Column(name: name) { value($0).map { $0 ? "true" : "false" } }
  }

  private static func rect(
    _ name: String, _ value: @escaping @Sendable (TraceRecord) -> PointRect?
  ) -> [Column] {
    [
      number("\(name).x") { value($0)?.x },
      number("\(name).y") { value($0)?.y },
      number("\(name).width") { value($0)?.width },
      number("\(name).height") { value($0)?.height },
    ]
  }
}

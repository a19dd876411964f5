import Files
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

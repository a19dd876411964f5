/// The way from the root to a node, as people write it: `keyframes[3].time`, `styles["my style"]`.
struct JSONKeyPath {
  private(set) var text = ""

  init() {}

  /// The path to the node `target`; while a document is being read (containers still open),
  /// `nodes.count` is the value expected next.
  init(to target: Int, in nodes: [JSONNode], of bytes: [UInt8]) {
    var container = 0
    while container < target {
      let isObject = nodes[container].form == .object
      var child = container + 1
      var number = 0
      descent: while true {
        let value = isObject ? child + 1 : child
        if value > target || value >= nodes.count || nodes[value].isOpen
          || Int(nodes[value].after) > target
        {
          break descent
        }
        child = Int(nodes[value].after)
        number += 1
      }
      if isObject {
        guard child < nodes.count else { return }
        append(key: JSONText.decoded(nodes[child], of: bytes))
        if target <= child + 1 { return }
        container = child + 1
      } else {
        append(element: number)
        container = child
      }
    }
  }

  mutating func append(element: Int) {
    text += "[\(element)]"
  }

  mutating func append(key: String) {
    if JSONKeyPath.isPlain(key) {
      text += text.isEmpty ? key : ".\(key)"
    } else {
      text += "[\(JSONText.quoted(key))]"
    }
  }

  /// Names that need no quotes: letters, digits, `_` and `-`, not starting with a digit.
  private static func isPlain(_ key: String) -> Bool {
    guard let first = key.utf8.first, key.utf8.count <= 64 else { return false }
    if first == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) {
      return false
    }
    return key.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
  }
}

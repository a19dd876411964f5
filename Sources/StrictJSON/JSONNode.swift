/// A value or key of a parsed document. A document is a flat list of nodes in text order: an array
/// is followed by its elements, an object by key, value, key, value. A node has 16 bytes, so that
/// parsing a curve of a million samples needs less than 50 MB.
struct JSONNode: Sendable {
  enum Form: UInt32 {
    case null, `true`, `false`, number
    /// A string without escapes, whose bytes are its text.
    case plainString
    /// A string with at least one escape.
    case escapedString
    case array, object
  }

  /// The offset of the first byte. For a string, the offset of the opening quote.
  var start: UInt32
  /// The offset after the last byte. 0 while a container is open.
  var end: UInt32
  /// The index of the node after this one and its descendants. 0 while a container is open.
  var after: UInt32
  /// The form in the low 3 bits, the number of elements or members above them.
  private var packed: UInt32

  init(_ form: Form, start: Int, end: Int, after: Int) {
    self.start = UInt32(truncatingIfNeeded: start)
    self.end = UInt32(truncatingIfNeeded: end)
    self.after = UInt32(truncatingIfNeeded: after)
    self.packed = form.rawValue
  }

  var form: Form { Form(rawValue: packed & 7) ?? .null }

  var count: Int {
    get { Int(packed >> 3) }
    set { packed = packed & 7 | UInt32(truncatingIfNeeded: newValue) << 3 }
  }

  var isOpen: Bool { after == 0 }

  /// The maximum text length in bytes, so that every offset and count fits its field.
  static let longestText = 1 << 29
}

/// The keys of an object that have been read so far. Compared byte by byte after decoding, because
/// Swift's string comparison treats two encodings of é as equal.
struct JSONKeySet {
  /// The index of the object's node.
  let container: Int
  private var count = 0
  /// The keys as a dictionary, used from the 17th key on to avoid quadratic time.
  private var nodeByName: [[UInt8]: Int] = [:]
  private static let few = 16

  init(container: Int) { self.container = container }

  /// Inserts the key at the last node, `key`. Returns the node of an equal key, or `nil` if the key
  /// is new.
  mutating func insert(_ key: Int, nodes: [JSONNode], bytes: [UInt8]) -> Int? {
    defer { count += 1 }
    var other = container + 1
    if count < JSONKeySet.few {
      while other < key {
        if JSONText.areEqual(nodes[other], nodes[key], of: bytes) { return other }
        other = JSONKeySet.key(after: other, nodes: nodes)
      }
      return nil
    }
    while count == JSONKeySet.few, other < key {
      nodeByName[Array(JSONText.decodedBytes(nodes[other], of: bytes))] = other
      other = JSONKeySet.key(after: other, nodes: nodes)
    }
    let name = Array(JSONText.decodedBytes(nodes[key], of: bytes))
    if let first = nodeByName[name] { return first }
    nodeByName[name] = key
    return nil
  }

  /// Returns the node of the next key, which follows the value of `key`.
  private static func key(after key: Int, nodes: [JSONNode]) -> Int { Int(nodes[key + 1].after) }
}

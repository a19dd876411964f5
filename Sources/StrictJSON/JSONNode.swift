/// One value or key of a parsed document. A document is a flat list of these in reading order: an
/// array is followed by its elements, an object by key, value, key, value. 16 bytes each, so that a
/// curve of a million samples stays under 50 MB while it is read.
struct JSONNode: Sendable {
  enum Form: UInt32 {
    case null, `true`, `false`, number
    /// A string whose bytes are its text.
    case plainString
    /// A string with at least one escape.
    case escapedString
    case array, object
  }

  /// The first byte; of a string, the opening quote.
  var start: UInt32
  /// One past the last byte; 0 while a container is open.
  var end: UInt32
  /// Index of the node that follows this one and all it contains; 0 while a container is open.
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

  /// Longer texts are refused: every offset and count fits its field.
  static let longestText = 1 << 29
}

/// The keys that an object has had so far, compared byte by byte after decoding (Swift's own
/// comparison would take two spellings of é for one key).
struct JSONKeySet {
  let container: Int
  private var count = 0
  /// Filled from the 17th key on, so that a million keys do not take a million squared.
  private var nodeByName: [[UInt8]: Int] = [:]
  private static let few = 16

  init(container: Int) { self.container = container }

  /// Takes the key at node `key`, the last node so far; returns the node of an equal key before it.
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

  /// A key is followed by its value, and that by the next key.
  private static func key(after key: Int, nodes: [JSONNode]) -> Int { Int(nodes[key + 1].after) }
}

/// The keys that an object has had so far, compared byte by byte after decoding (Swift's own
/// comparison would take two spellings of é for one key).
struct JSONKeySet {
  /// The index of the object's node.
  let container: Int
  private var count = 0
  /// Filled from the 17th key on, so that a million keys do not take a million squared.
  private var nodeByName: [[UInt8]: Int] = [:]
  private static let few = 16

  init(container: Int) {
    self.container = container
  }

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
  private static func key(after key: Int, nodes: [JSONNode]) -> Int {
    Int(nodes[key + 1].after)
  }
}

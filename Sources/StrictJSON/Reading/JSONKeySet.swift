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
    let name = JSONText.decodedBytes(nodes[key], of: bytes)
    if count < JSONKeySet.few {
      return keys(before: key, nodes: nodes).first { other in
        JSONText.decodedBytes(nodes[other], of: bytes).elementsEqual(name)
      }
    }
    if count == JSONKeySet.few {
      for other in keys(before: key, nodes: nodes) {
        nodeByName[Array(JSONText.decodedBytes(nodes[other], of: bytes))] = other
      }
    }
    if let first = nodeByName[Array(name)] { return first }
    nodeByName[Array(name)] = key
    return nil
  }

  /// A key is followed by its value, and that by the next key.
  private func keys(before last: Int, nodes: [JSONNode]) -> some Sequence<Int> {
    sequence(first: container + 1) { Int(nodes[$0 + 1].after) }.prefix { $0 < last }
  }
}

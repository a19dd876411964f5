/// The strings that a GIF decoder knows, as a tree: a string is its parent and one more symbol.
///
/// Plain memory, because the search walks it many times a pixel. Whoever makes one frees it.
struct LZWDictionary {
  static let capacity = 4096
  static let none: Int16 = -1

  struct Node {
    var firstChild: Int16
    var sibling: Int16
    var parent: Int16
    /// The longest way down from here, in symbols; 0 for a leaf. Never too small.
    var depthBelow: Int16
    /// The string's length.
    var length: Int16
    /// The last symbol of the string, and its first.
    var symbol: UInt8
    var firstSymbol: UInt8
  }

  let nodes: UnsafeMutablePointer<Node>
  /// Bits of the next code.
  private(set) var width = 0
  /// The code that the next emission defines.
  private(set) var next = 0
  private(set) var previous = -1
  /// The parent that lends `next` a place before it is defined; -1 for none.
  private var announcedParent = -1
  let clearCode: Int

  init(minimumCodeSize: Int) {
    nodes = .allocate(capacity: Self.capacity)
    clearCode = 1 << minimumCodeSize
    nodes.initialize(
      repeating: Node(
        firstChild: -1, sibling: -1, parent: -1, depthBelow: 0, length: 1, symbol: 0,
        firstSymbol: 0),
      count: Self.capacity)
    reset()
  }

  func free() { nodes.deallocate() }

  var endCode: Int { clearCode + 1 }
  var isFull: Bool { next >= Self.capacity }

  /// What a clear code does.
  mutating func reset() {
    for code in 0..<clearCode {
      nodes[code] = Node(
        firstChild: -1, sibling: -1, parent: -1, depthBelow: 0, length: 1,
        symbol: UInt8(truncatingIfNeeded: code), firstSymbol: UInt8(truncatingIfNeeded: code))
    }
    next = clearCode + 2
    width = 1
    while 1 << width < clearCode { width += 1 }
    width += 1
    previous = -1
    announcedParent = -1
  }

  @inline(__always)
  func child(of node: Int, symbol: UInt8) -> Int {
    var index = Int(nodes[node].firstChild)
    while index >= 0 {
      if nodes[index].symbol == symbol { return index }
      index = Int(nodes[index].sibling)
    }
    return -1
  }

  /// Makes findable the code that a decoder would define on reading it: the previous string and
  /// its own first symbol.
  @inline(__always)
  mutating func announce() {
    guard previous >= 0, next < Self.capacity else { return }
    let first = nodes[previous].firstSymbol
    guard child(of: previous, symbol: first) < 0 else { return }
    link(to: previous, symbol: first)
    announcedParent = previous
  }

  /// Does what a decoder does on reading `code`.
  @inline(__always)
  mutating func emitted(_ code: Int) {
    let first = nodes[code].firstSymbol
    if announcedParent >= 0 {
      nodes[announcedParent].firstChild = nodes[next].sibling
      announcedParent = -1
    }
    if previous >= 0, next < Self.capacity {
      link(to: previous, symbol: first)
      next += 1
      if next == 1 << width, width < 12 { width += 1 }
    }
    previous = code
  }

  @inline(__always)
  private func link(to parent: Int, symbol: UInt8) {
    nodes[next] = Node(
      firstChild: -1, sibling: nodes[parent].firstChild, parent: Int16(truncatingIfNeeded: parent),
      depthBelow: 0, length: nodes[parent].length + 1, symbol: symbol,
      firstSymbol: nodes[parent].firstSymbol)
    nodes[parent].firstChild = Int16(truncatingIfNeeded: next)
    var node = parent
    var depth: Int16 = 1
    while node >= 0, nodes[node].depthBelow < depth {
      nodes[node].depthBelow = depth
      depth += 1
      node = Int(nodes[node].parent)
    }
  }
}

// Unsafe memory: the dictionary is read many times a pixel, so its nodes and hash slots are plain
// allocations, owned by a noncopyable type.

/// The strings that a GIF decoder knows, as a tree: a string is its parent and one more symbol.
///
/// The rate-distortion search walks the children of a node, four at a time; the greedy search looks
/// one child up by its hash.
struct LZWDictionary: ~Copyable {
  static let capacity = 4096

  struct Node {
    /// The first four of the children that show a colour of the table; -1 for none.
    var children: Int16
    /// The child that shows the canvas; -1 for none.
    var transparentChild: Int16
    /// Symbols from here down to the deepest leaf, an upper bound; 0 for a leaf.
    var depthBelow: Int16
    /// The last symbol of the string, and its first.
    var symbol: UInt8
    var firstSymbol: UInt8
  }

  /// How a node was reached: what no walk reads.
  struct Origin {
    var parent: Int16
    /// The string's length.
    var length: Int16
    /// Four times the place of the node's `Children` and its lane there; -1 where it has none.
    var lane: Int16
  }

  /// Up to four children of a node that show a colour of the table.
  struct Children {
    var colors: FourColors
    /// The `depthBelow` of each.
    var depthsBelow: SIMD4<Float>
    var codes: SIMD4<Int16>
    var count: Int16
    /// The node's next four; -1 for none.
    var next: Int16
  }

  let nodes: UnsafeMutablePointer<Node>
  let origins: UnsafeMutablePointer<Origin>
  let children: UnsafeMutablePointer<Children>
  private var childrenCount = 0
  /// Of the symbols, the transparent one apart.
  private let colors: [YUVColor]
  /// Open addressing with linear probing; an entry is parent (12 bits), symbol (8), code (12).
  private let slots: UnsafeMutablePointer<UInt32>
  private static let slotCount = 1 << 14
  private static let emptySlot: UInt32 = 0xFFFF_FFFF

  private let clearCode: Int
  /// The code that the next insertion defines.
  private var next = 0
  /// The code emitted last; -1 after a clear code.
  private var previous = -1
  /// The parent of the entry that was inserted before the decoder defines it; -1 for none.
  private var provisionalParent = -1

  /// `minimumCodeSize` is 2...8. Where children are walked `colors` are those of the symbols; the one
  /// behind them is transparent.
  init(minimumCodeSize: Int, colors: [YUVColor] = []) {
    self.colors = colors
    clearCode = 1 << minimumCodeSize
    nodes = .allocate(capacity: Self.capacity)
    nodes.initialize(repeating: Self.root(symbol: 0), count: Self.capacity)
    origins = .allocate(capacity: Self.capacity)
    origins.initialize(
      repeating: Origin(parent: -1, length: 1, lane: -1), count: Self.capacity)
    children = .allocate(capacity: colors.isEmpty ? 0 : Self.capacity)
    slots = .allocate(capacity: Self.slotCount)
    slots.initialize(repeating: Self.emptySlot, count: Self.slotCount)
    reset()
  }

  deinit {
    nodes.deallocate()
    origins.deallocate()
    children.deallocate()
    slots.deallocate()
  }

  var isFull: Bool { next >= Self.capacity }

  private static func root(symbol: UInt8) -> Node {
    Node(
      children: -1, transparentChild: -1, depthBelow: 0, symbol: symbol, firstSymbol: symbol)
  }

  /// Forgets all strings but the single symbols: the effect of a clear code.
  mutating func reset() {
    for code in 0..<clearCode {
      nodes[code] = Self.root(symbol: UInt8(truncatingIfNeeded: code))
    }
    slots.update(repeating: Self.emptySlot, count: Self.slotCount)
    childrenCount = 0
    next = clearCode + 2
    previous = -1
    provisionalParent = -1
  }

  /// The slot of a string, or the empty one where it belongs.
  @inline(__always)
  func slot(of parent: Int, _ symbol: UInt8) -> Int {
    let key = UInt32(truncatingIfNeeded: parent << 8 | Int(symbol))
    var slot = Int((key &* 0x9E37_79B1) >> 18)
    while slots[slot] != Self.emptySlot, slots[slot] >> 12 != key {
      slot = (slot + 1) & (Self.slotCount - 1)
    }
    return slot
  }

  /// The code in `slot`; -1 where it is empty.
  @inline(__always)
  func code(in slot: Int) -> Int {
    slots[slot] == Self.emptySlot ? -1 : Int(slots[slot] & 0xFFF)
  }

  /// Defines the next code as `parent` and one more symbol, for `slot(of:_:)` alone: whoever walks
  /// no children is spared the links. Nothing once the dictionary is full.
  @inline(__always)
  mutating func insertUnlinked(_ parent: Int, _ symbol: UInt8, in slot: Int) {
    guard next < Self.capacity else { return }
    slots[slot] = UInt32(truncatingIfNeeded: (parent << 8 | Int(symbol)) << 12 | next)
    next += 1
  }

  /// Inserts the KwKwK entry before the decoder defines it: the previous string and its own first
  /// symbol. A decoder defines it on reading the very code that names it.
  @inline(__always)
  mutating func insertProvisional() {
    guard previous >= 0, next < Self.capacity else { return }
    let first = nodes[previous].firstSymbol
    let slot = slot(of: previous, first)
    guard code(in: slot) < 0 else { return }
    link(to: previous, first, in: slot)
    provisionalParent = previous
  }

  /// Does what a decoder does on reading `code`: defines the previous string and the first symbol
  /// of this one. Where that string is known already its second code stays unused: all that follows
  /// it is found behind the first.
  @inline(__always)
  mutating func didEmit(_ code: Int) {
    let first = nodes[code].firstSymbol
    removeProvisional()
    if previous >= 0, next < Self.capacity {
      let slot = slot(of: previous, first)
      if self.code(in: slot) < 0 { link(to: previous, first, in: slot) }
      next += 1
    }
    previous = code
  }

  /// Nothing was inserted since, so the entry is the last of its parent's first children and ends its
  /// probe.
  @inline(__always)
  private mutating func removeProvisional() {
    guard provisionalParent >= 0 else { return }
    let parent = provisionalParent
    provisionalParent = -1
    slots[slot(of: parent, nodes[next].symbol)] = Self.emptySlot
    let lane = Int(origins[next].lane)
    guard lane >= 0 else {
      nodes[parent].transparentChild = -1
      return
    }
    let place = lane >> 2
    children[place].colors[lane & 3] = FourColors.none[0]
    children[place].count -= 1
    if children[place].count == 0 {
      nodes[parent].children = children[place].next
      childrenCount -= 1
    }
  }

  @inline(__always)
  private mutating func link(to parent: Int, _ symbol: UInt8, in slot: Int) {
    slots[slot] = UInt32(truncatingIfNeeded: (parent << 8 | Int(symbol)) << 12 | next)
    nodes[next] = Node(
      children: -1, transparentChild: -1, depthBelow: 0, symbol: symbol,
      firstSymbol: nodes[parent].firstSymbol)
    origins[next] = Origin(
      parent: Int16(truncatingIfNeeded: parent), length: origins[parent].length + 1,
      lane: insertChild(symbol, below: parent))
    var node = parent
    var depth: Int16 = 1
    while node >= 0, nodes[node].depthBelow < depth {
      nodes[node].depthBelow = depth
      let lane = Int(origins[node].lane)
      if lane >= 0 { children[lane >> 2].depthsBelow[lane & 3] = Float(depth) }
      depth += 1
      node = Int(origins[node].parent)
    }
  }

  /// Makes the next code a child of `parent`; returns its `lane`.
  @inline(__always)
  private mutating func insertChild(_ symbol: UInt8, below parent: Int) -> Int16 {
    guard Int(symbol) < colors.count else {
      nodes[parent].transparentChild = Int16(truncatingIfNeeded: next)
      return -1
    }
    let first = nodes[parent].children
    if first < 0 || children[Int(first)].count == 4 {
      (children + childrenCount).initialize(
        to: Children(
          colors: .none, depthsBelow: .zero, codes: .zero, count: 0, next: first))
      nodes[parent].children = Int16(truncatingIfNeeded: childrenCount)
      childrenCount += 1
    }
    let place = Int(nodes[parent].children)
    let lane = Int(children[place].count)
    children[place].colors[lane] = colors[Int(symbol)]
    children[place].depthsBelow[lane] = 0
    children[place].codes[lane] = Int16(truncatingIfNeeded: next)
    children[place].count += 1
    return Int16(truncatingIfNeeded: place << 2 | lane)
  }
}

/// Decides when to clear a full dictionary: once it does worse than filling one did.
struct ClearPolicy {
  /// Codes that a full dictionary is given before it is judged, and the length of the running mean.
  private static let patience = 24
  /// How much better than the filling phase the running mean begins.
  private static let credit: Float = 1.2

  private var fillBits: Float = 0
  private var fillPixels: Float = 0
  private var codesSinceFull = 0
  private var recentLength: Float = 0

  /// Whether to clear now; asked once after each code of `bits` that stood for `pixels`.
  @inline(__always)
  mutating func shouldClear(isFull: Bool, bits: Float, pixels: Float, isLast: Bool) -> Bool {
    guard isFull else {
      fillBits += bits
      fillPixels += pixels
      return false
    }
    if codesSinceFull == 0 { recentLength = fillPixels / fillBits * bits * Self.credit }
    codesSinceFull += 1
    recentLength += (pixels - recentLength) / Float(Self.patience)
    guard codesSinceFull >= Self.patience, !isLast, bits * fillPixels > fillBits * recentLength
    else { return false }
    self = ClearPolicy()
    return true
  }
}

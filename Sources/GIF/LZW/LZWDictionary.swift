// Unsafe memory: the dictionary is read many times a pixel, so its nodes and hash slots are plain
// allocations, owned by a noncopyable type.

/// The strings that a GIF decoder knows, as a tree: a string is its parent and one more symbol.
///
/// The rate-distortion search walks the children of a node, four at a time; the greedy search looks
/// one child up by its hash.
struct LZWDictionary: ~Copyable {
  static let capacity = 4096
  /// Most fours of children: each node can have one that is not full.
  private static let mostFours = capacity + capacity / 4 + 1

  struct Node {
    /// The first of the node's `Children`; -1 for none.
    var children: Int16
    /// Symbols from here down to the deepest leaf, an upper bound; 0 for a leaf.
    var depthBelow: Int16
    /// The last symbol of the string, and its first.
    var symbol: UInt8
    var firstSymbol: UInt8
  }

  /// How a node was reached: what no walk reads.
  struct Origin {
    var parent: Int16
    var length: Int16
    /// Four times the place of the `Children` that list the node, and its lane there; for a child that
    /// shows the canvas -2 less the place; -1 for a single symbol.
    var lane: Int16
    /// The pixel where the string was written first.
    var start: Int32
  }

  /// Up to four children of a node that show a colour of the table; the first four of a node know the
  /// child that shows the canvas, too.
  struct Children {
    var colors: FourColors
    /// The `promise` of each one's `depthBelow`.
    var promises: SIMD4<Float>
    var codes: SIMD4<Int16>
    var symbols: SIMD4<UInt8>
    /// The first of each one's own `Children`; -1 for none.
    var children: SIMD4<Int16>
    var count: Int16
    /// The node's next four; -1 for none.
    var next: Int16
    /// Code, `Children` and `promise` of the child that shows the canvas; -1, -1 and 0 for none.
    var transparentCode: Int16
    var transparentChildren: Int16
    var transparentPromise: Float

    static let none = Children(
      colors: .none, promises: .zero, codes: .zero, symbols: .zero,
      children: SIMD4(repeating: -1), count: 0, next: -1, transparentCode: -1,
      transparentChildren: -1, transparentPromise: 0)
  }

  let nodes: UnsafeMutablePointer<Node>
  let origins: UnsafeMutablePointer<Origin>
  let children: UnsafeMutablePointer<Children>
  private var childrenCount = 0
  /// Of the symbols, the transparent one apart.
  private let colors: [XYBColor]
  /// See `GIFTuning.freeShare`.
  private let freeShare: Float
  /// Open addressing with linear probing; an entry is parent (12 bits), symbol (8), code (12).
  private let slots: UnsafeMutablePointer<UInt32>
  private static let slotCount = 1 << 14
  private static let emptySlot: UInt32 = 0xFFFF_FFFF

  private let clearCode: Int
  /// The code that the next insertion defines.
  private var next = 0
  /// The code emitted last, -1 after a clear code, and the pixel where its string began.
  private var previous = -1
  private var previousStart = 0
  /// The slot of the entry that was inserted before the decoder defines it; -1 for none.
  private var provisionalSlot = -1

  /// `minimumCodeSize` is 2...8. Where children are walked `colors` are those of the symbols; the one
  /// behind them is transparent.
  init(minimumCodeSize: Int, colors: [XYBColor] = [], freeShare: Float = 0) {
    (self.colors, self.freeShare) = (colors, freeShare)
    clearCode = 1 << minimumCodeSize
    nodes = .allocate(capacity: Self.capacity)
    nodes.initialize(repeating: Self.root(symbol: 0), count: Self.capacity)
    origins = .allocate(capacity: Self.capacity)
    origins.initialize(
      repeating: Origin(parent: -1, length: 1, lane: -1, start: 0), count: Self.capacity)
    children = .allocate(capacity: colors.isEmpty ? 0 : Self.mostFours)
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
    Node(children: -1, depthBelow: 0, symbol: symbol, firstSymbol: symbol)
  }

  /// Forgets all strings but the single symbols: the effect of a clear code.
  mutating func reset() {
    for code in 0..<clearCode { nodes[code] = Self.root(symbol: UInt8(truncatingIfNeeded: code)) }
    slots.update(repeating: Self.emptySlot, count: Self.slotCount)
    childrenCount = 0
    next = clearCode + 2
    previous = -1
    provisionalSlot = -1
  }

  /// The slot of a string, or the empty one where it belongs.
  func slot(of parent: Int, _ symbol: UInt8) -> Int {
    let key = UInt32(truncatingIfNeeded: parent << 8 | Int(symbol))
    var slot = Int((key &* 0x9E37_79B1) >> 18)
    while slots[slot] != Self.emptySlot, slots[slot] >> 12 != key {
      slot = (slot + 1) & (Self.slotCount - 1)
    }
    return slot
  }

  /// The code in `slot`; -1 where it is empty.
  func code(in slot: Int) -> Int { slots[slot] == Self.emptySlot ? -1 : Int(slots[slot] & 0xFFF) }

  /// Whether the string that was written last is known with `symbol` behind it, or will be by the very code
  /// that names it; false once the dictionary is full.
  func knowsPrevious(followedBy symbol: Int) -> Bool {
    previous >= 0 && next < Self.capacity
      && code(in: slot(of: previous, UInt8(truncatingIfNeeded: symbol))) >= 0
  }

  /// Defines the next code as `parent` and one more symbol, for `slot(of:_:)` alone: whoever walks
  /// no children is spared the links. Nothing once the dictionary is full.
  mutating func insertUnlinked(_ parent: Int, _ symbol: UInt8, in slot: Int) {
    guard next < Self.capacity else { return }
    slots[slot] = UInt32(truncatingIfNeeded: (parent << 8 | Int(symbol)) << 12 | next)
    next += 1
  }

  /// Inserts the KwKwK entry before the decoder defines it: the previous string and its own first
  /// symbol. A decoder defines it on reading the very code that names it.
  mutating func insertProvisional() {
    guard previous >= 0, next < Self.capacity else { return }
    let first = nodes[previous].firstSymbol
    let slot = slot(of: previous, first)
    guard code(in: slot) < 0 else { return }
    link(to: previous, first, in: slot)
    provisionalSlot = slot
  }

  /// Does what a decoder does on reading `code`, whose string begins at pixel `start`: defines the
  /// previous string and the first symbol of this one. Where that string is known already its second
  /// code stays unused: all that follows it is found behind the first.
  mutating func didEmit(_ code: Int, from start: Int) {
    let first = nodes[code].firstSymbol
    removeProvisional()
    if previous >= 0, next < Self.capacity {
      let slot = slot(of: previous, first)
      if self.code(in: slot) < 0 { link(to: previous, first, in: slot) }
      next += 1
    }
    previous = code
    previousStart = start
  }

  /// Nothing was inserted since, so the entry is the last of its parent's children and ends its
  /// probe. Its lane, and a four that has become empty, wait for the next child.
  @inline(__always)
  private mutating func removeProvisional() {
    guard provisionalSlot >= 0 else { return }
    slots[provisionalSlot] = Self.emptySlot
    provisionalSlot = -1
    let lane = Int(origins[next].lane)
    guard lane >= 0 else {
      let four = children + (-2 - lane)
      four.pointee.transparentCode = -1
      four.pointee.transparentPromise = 0
      return
    }
    children[lane >> 2].colors[lane & 3] = FourColors.none[0]
    children[lane >> 2].count -= 1
  }

  @inline(__always)
  private mutating func link(to parent: Int, _ symbol: UInt8, in slot: Int) {
    slots[slot] = UInt32(truncatingIfNeeded: (parent << 8 | Int(symbol)) << 12 | next)
    nodes[next] = Node(
      children: -1, depthBelow: 0, symbol: symbol, firstSymbol: nodes[parent].firstSymbol)
    origins[next] = Origin(
      parent: Int16(truncatingIfNeeded: parent), length: origins[parent].length + 1,
      lane: insertChild(symbol, below: parent), start: Int32(truncatingIfNeeded: previousStart))
    var node = parent
    var depth: Int16 = 1
    while node >= 0, nodes[node].depthBelow < depth {
      nodes[node].depthBelow = depth
      let lane = Int(origins[node].lane)
      if lane >= 0 {
        children[lane >> 2].promises[lane & 3] = promise(depth)
      } else if lane < -1 {
        children[-2 - lane].transparentPromise = promise(depth)
      }
      depth += 1
      node = Int(origins[node].parent)
    }
  }

  /// Pixels thought to come for nothing below a string whose deepest one is `depthBelow` under it.
  func promise(_ depthBelow: Int16) -> Float { Float(depthBelow) * freeShare }

  /// Makes the next code a child of `parent`; returns its `lane`.
  @inline(__always)
  private mutating func insertChild(_ symbol: UInt8, below parent: Int) -> Int16 {
    let first = firstChildren(of: parent)
    guard Int(symbol) < colors.count else {
      children[first].transparentCode = Int16(truncatingIfNeeded: next)
      children[first].transparentChildren = -1
      children[first].transparentPromise = 0
      return Int16(truncatingIfNeeded: -2 - first)
    }
    var place = first
    if children[first].count == 4 {
      place = Int(children[first].next)
      if place < 0 || children[place].count == 4 {
        place = newChildren()
        children[place].next = children[first].next
        children[first].next = Int16(truncatingIfNeeded: place)
      }
    }
    let lane = Int(children[place].count)
    children[place].colors[lane] = colors[Int(symbol)]
    children[place].promises[lane] = 0
    children[place].symbols[lane] = symbol
    children[place].codes[lane] = Int16(truncatingIfNeeded: next)
    children[place].children[lane] = -1
    children[place].count += 1
    return Int16(truncatingIfNeeded: place << 2 | lane)
  }

  /// The place of the first `Children` of `node`, which has one from now on.
  @inline(__always)
  private mutating func firstChildren(of node: Int) -> Int {
    if nodes[node].children >= 0 { return Int(nodes[node].children) }
    let place = newChildren()
    nodes[node].children = Int16(truncatingIfNeeded: place)
    let lane = Int(origins[node].lane)
    if lane >= 0 {
      children[lane >> 2].children[lane & 3] = Int16(truncatingIfNeeded: place)
    } else if lane < -1 {
      children[-2 - lane].transparentChildren = Int16(truncatingIfNeeded: place)
    }
    return place
  }

  private mutating func newChildren() -> Int {
    (children + childrenCount).initialize(to: .none)
    childrenCount += 1
    return childrenCount - 1
  }
}

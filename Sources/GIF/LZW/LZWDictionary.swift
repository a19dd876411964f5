// Unsafe memory: the dictionary is read many times per pixel, so its nodes and hash slots are plain
// allocations, owned by a noncopyable type.

/// The strings known to a GIF decoder, as a tree. A string is its parent's string plus one symbol.
///
/// The rate-distortion search walks the children of a node four at a time. The greedy search looks
/// up single children in a hash table.
struct LZWDictionary: ~Copyable {
  static let capacity = 4096
  /// The maximum number of `Children` blocks: each node can have one that is not full.
  private static let maximumBlocks = capacity + capacity / 4 + 1

  struct Node {
    /// The index of the node's first `Children`, or -1 if there is none.
    var children: Int16
    /// An upper bound of the depth of the subtree. 0 for a leaf.
    var depthBelow: Int16
    /// The last and the first symbol of the string.
    var symbol: UInt8
    var firstSymbol: UInt8
  }

  /// The fields of a node that walks do not read.
  struct Origin {
    var parent: Int16
    var length: Int16
    /// The position of the node in the children of its parent: 4 * block + lane, or -2 - block for
    /// a child that shows the canvas, or -1 for a single symbol.
    var lane: Int16
    /// The pixel at which the string first occurred.
    var start: Int32
  }

  /// A block of up to four children that show a color of the table. The first block of a node also
  /// contains the child that shows the canvas.
  struct Children {
    var colors: FourColors
    /// The `promise` of each child's `depthBelow`.
    var promises: SIMD4<Float>
    var codes: SIMD4<Int16>
    var symbols: SIMD4<UInt8>
    /// The index of each child's first `Children`, or -1 if there is none.
    var children: SIMD4<Int16>
    var count: Int16
    /// The index of the node's next block, or -1 if there is none.
    var next: Int16
    /// The code, the first `Children` and the `promise` of the child that shows the canvas. -1, -1
    /// and 0 if there is none.
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
  /// The colors of the symbols, without the transparent one.
  private let colors: [XYBColor]
  /// The fraction in `GIFTuning.freeShare`.
  private let freeShare: Float
  /// An open-addressing hash table with linear probing. An entry is the parent (12 bits), the
  /// symbol (8) and the code (12).
  private let slots: UnsafeMutablePointer<UInt32>
  private static let slotCount = 1 << 14
  private static let emptySlot: UInt32 = 0xFFFF_FFFF

  private let clearCode: Int
  /// The next code to define.
  private var next = 0
  /// The last emitted code, or -1 after a clear code, and the pixel at which its string starts.
  private var previous = -1
  private var previousStart = 0
  /// The slot of the entry that was inserted before the decoder defines it, or -1 if there is none.
  private var provisionalSlot = -1

  /// Creates a dictionary of single symbols. `minimumCodeSize` must be in 2...8. If children are
  /// walked, `colors` are the symbols' colors; the symbol after the last one is transparent.
  init(minimumCodeSize: Int, colors: [XYBColor] = [], freeShare: Float = 0) {
    self.colors = colors
    self.freeShare = freeShare
    clearCode = 1 << minimumCodeSize
    nodes = .allocate(capacity: Self.capacity)
    nodes.initialize(repeating: Self.root(symbol: 0), count: Self.capacity)
    origins = .allocate(capacity: Self.capacity)
    origins.initialize(
      repeating: Origin(parent: -1, length: 1, lane: -1, start: 0), count: Self.capacity)
    children = .allocate(capacity: colors.isEmpty ? 0 : Self.maximumBlocks)
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

  /// Removes all strings except single symbols, as a clear code does.
  mutating func reset() {
    for code in 0..<clearCode { nodes[code] = Self.root(symbol: UInt8(truncatingIfNeeded: code)) }
    slots.update(repeating: Self.emptySlot, count: Self.slotCount)
    childrenCount = 0
    next = clearCode + 2
    previous = -1
    provisionalSlot = -1
  }

  /// Returns the slot of a string, or the empty slot in which it belongs.
  func slot(of parent: Int, _ symbol: UInt8) -> Int {
    let key = UInt32(truncatingIfNeeded: parent << 8 | Int(symbol))
    var slot = Int((key &* 0x9E37_79B1) >> 18)
    while slots[slot] != Self.emptySlot, slots[slot] >> 12 != key {
      slot = (slot + 1) & (Self.slotCount - 1)
    }
    return slot
  }

  /// Returns the code in `slot`, or -1 if the slot is empty.
  func code(in slot: Int) -> Int { slots[slot] == Self.emptySlot ? -1 : Int(slots[slot] & 0xFFF) }

  /// Returns true if the dictionary contains the last emitted string followed by `symbol`,
  /// including a provisional entry. Always false if the dictionary is full.
  func containsPrevious(followedBy symbol: Int) -> Bool {
    previous >= 0 && next < Self.capacity
      && code(in: slot(of: previous, UInt8(truncatingIfNeeded: symbol))) >= 0
  }

  /// Defines the next code as `parent` plus one symbol, for `slot(of:_:)` only. Skips the child
  /// links, which the greedy search does not need. Does nothing if the dictionary is full.
  mutating func insertUnlinked(_ parent: Int, _ symbol: UInt8, in slot: Int) {
    guard next < Self.capacity else { return }
    slots[slot] = UInt32(truncatingIfNeeded: (parent << 8 | Int(symbol)) << 12 | next)
    next += 1
  }

  /// Inserts the KwKwK entry, the previous string plus its own first symbol, before the decoder
  /// defines it. The decoder defines that entry when it reads the code that refers to it.
  mutating func insertProvisional() {
    guard previous >= 0, next < Self.capacity else { return }
    let first = nodes[previous].firstSymbol
    let slot = slot(of: previous, first)
    guard code(in: slot) < 0 else { return }
    link(to: previous, first, in: slot)
    provisionalSlot = slot
  }

  /// Updates the dictionary like a decoder that reads `code`, whose string starts at pixel `start`:
  /// defines the previous string plus the first symbol of this one. If that string already has a
  /// code, the new code stays unused, because all extensions belong to the first one.
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

  /// Removes the provisional entry. Nothing was inserted since, so it is the last child of its
  /// parent and the last of its probe sequence. Its lane, and a block that became empty, are reused
  /// by the next child.
  @inline(__always)
  private mutating func removeProvisional() {
    guard provisionalSlot >= 0 else { return }
    slots[provisionalSlot] = Self.emptySlot
    provisionalSlot = -1
    let lane = Int(origins[next].lane)
    guard lane >= 0 else {
      let block = children + (-2 - lane)
      block.pointee.transparentCode = -1
      block.pointee.transparentPromise = 0
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

  /// Returns the number of pixels assumed to follow a string at no cost, if the deepest extension
  /// has `depthBelow` more symbols.
  func promise(_ depthBelow: Int16) -> Float { Float(depthBelow) * freeShare }

  /// Makes the next code a child of `parent` and returns its `lane`.
  @inline(__always)
  private mutating func insertChild(_ symbol: UInt8, below parent: Int) -> Int16 {
    let first = firstChildren(of: parent)
    guard Int(symbol) < colors.count else {
      children[first].transparentCode = Int16(truncatingIfNeeded: next)
      children[first].transparentChildren = -1
      children[first].transparentPromise = 0
      return Int16(truncatingIfNeeded: -2 - first)
    }
    var block = first
    if children[first].count == 4 {
      block = Int(children[first].next)
      if block < 0 || children[block].count == 4 {
        block = newChildren()
        children[block].next = children[first].next
        children[first].next = Int16(truncatingIfNeeded: block)
      }
    }
    let lane = Int(children[block].count)
    children[block].colors[lane] = colors[Int(symbol)]
    children[block].promises[lane] = 0
    children[block].symbols[lane] = symbol
    children[block].codes[lane] = Int16(truncatingIfNeeded: next)
    children[block].children[lane] = -1
    children[block].count += 1
    return Int16(truncatingIfNeeded: block << 2 | lane)
  }

  /// Returns the index of the first `Children` of `node`, creating it if necessary.
  @inline(__always)
  private mutating func firstChildren(of node: Int) -> Int {
    if nodes[node].children >= 0 { return Int(nodes[node].children) }
    let block = newChildren()
    nodes[node].children = Int16(truncatingIfNeeded: block)
    let lane = Int(origins[node].lane)
    if lane >= 0 {
      children[lane >> 2].children[lane & 3] = Int16(truncatingIfNeeded: block)
    } else if lane < -1 {
      children[-2 - lane].transparentChildren = Int16(truncatingIfNeeded: block)
    }
    return block
  }

  private mutating func newChildren() -> Int {
    (children + childrenCount).initialize(to: .none)
    childrenCount += 1
    return childrenCount - 1
  }
}

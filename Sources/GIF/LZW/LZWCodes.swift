// Unsafe memory: the dictionary is read many times a pixel, so its nodes and hash slots are plain
// allocations, owned by a noncopyable type.

/// The strings that a GIF decoder knows, as a tree: a string is its parent and one more symbol.
///
/// The rate-distortion search walks the children of a node; the greedy search looks one child up by
/// its hash.
struct LZWDictionary: ~Copyable {
  static let capacity = 4096

  struct Node {
    var firstChild: Int16
    var sibling: Int16
    var parent: Int16
    /// Symbols from here down to the deepest leaf, an upper bound; 0 for a leaf.
    var depthBelow: Int16
    /// The string's length.
    var length: Int16
    /// The last symbol of the string, and its first.
    var symbol: UInt8
    var firstSymbol: UInt8
  }

  let nodes: UnsafeMutablePointer<Node>
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

  /// `minimumCodeSize` is 2...8.
  init(minimumCodeSize: Int) {
    clearCode = 1 << minimumCodeSize
    nodes = .allocate(capacity: Self.capacity)
    nodes.initialize(repeating: Self.root(symbol: 0), count: Self.capacity)
    slots = .allocate(capacity: Self.slotCount)
    slots.initialize(repeating: Self.emptySlot, count: Self.slotCount)
    reset()
  }

  deinit {
    nodes.deallocate()
    slots.deallocate()
  }

  var isFull: Bool { next >= Self.capacity }

  private static func root(symbol: UInt8) -> Node {
    Node(
      firstChild: -1, sibling: -1, parent: -1, depthBelow: 0, length: 1, symbol: symbol,
      firstSymbol: symbol)
  }

  /// Forgets all strings but the single symbols: the effect of a clear code.
  mutating func reset() {
    for code in 0..<clearCode {
      nodes[code] = Self.root(symbol: UInt8(truncatingIfNeeded: code))
    }
    slots.update(repeating: Self.emptySlot, count: Self.slotCount)
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
  /// of this one.
  @inline(__always)
  mutating func didEmit(_ code: Int) {
    let first = nodes[code].firstSymbol
    removeProvisional()
    if previous >= 0, next < Self.capacity {
      link(to: previous, first, in: slot(of: previous, first))
      next += 1
    }
    previous = code
  }

  /// Nothing was inserted since, so the entry is its parent's first child and ends its probe.
  @inline(__always)
  private mutating func removeProvisional() {
    guard provisionalParent >= 0 else { return }
    slots[slot(of: provisionalParent, nodes[next].symbol)] = Self.emptySlot
    nodes[provisionalParent].firstChild = nodes[next].sibling
    provisionalParent = -1
  }

  @inline(__always)
  private func link(to parent: Int, _ symbol: UInt8, in slot: Int) {
    slots[slot] = UInt32(truncatingIfNeeded: (parent << 8 | Int(symbol)) << 12 | next)
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

/// Packs LZW codes, least significant bit first, each as wide as a decoder expects it (GIF89a,
/// appendix F).
///
/// The width follows from the number of codes since the last clear code alone.
struct LZWCodeWriter {
  private static let maximumWidth = 12

  private let minimumCodeSize: Int
  private var clearCode: Int { 1 << minimumCodeSize }
  /// Bits of the next code.
  private(set) var width: Int
  /// The code that a decoder will define last on reading the next one.
  private var lastDefined: Int
  private var bytes: [UInt8] = []
  private var accumulator: UInt64 = 0
  private var pendingBits = 0

  /// Begins with a clear code. `capacity` is the number of bytes to make room for.
  init(minimumCodeSize: Int, capacity: Int) {
    self.minimumCodeSize = minimumCodeSize
    width = minimumCodeSize + 1
    lastDefined = 1 << minimumCodeSize + 1
    bytes.reserveCapacity(capacity)
    putClear()
  }

  @inline(__always)
  mutating func put(_ code: Int) {
    write(code)
    lastDefined += 1
    if lastDefined == 1 << width, width < Self.maximumWidth { width += 1 }
  }

  mutating func putClear() {
    write(clearCode)
    width = minimumCodeSize + 1
    lastDefined = clearCode + 1
  }

  /// Writes the end code; returns all bytes, the last one filled up with zero bits.
  mutating func finish() -> [UInt8] {
    write(clearCode + 1)
    if pendingBits > 0 { bytes.append(UInt8(truncatingIfNeeded: accumulator)) }
    return bytes
  }

  @inline(__always)
  private mutating func write(_ code: Int) {
    accumulator |= UInt64(truncatingIfNeeded: code) << UInt64(pendingBits)
    pendingBits += width
    while pendingBits >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: accumulator))
      accumulator >>= 8
      pendingBits -= 8
    }
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

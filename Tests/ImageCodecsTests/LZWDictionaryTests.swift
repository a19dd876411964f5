import Testing

@testable import GIF

/// The tree of a decoder's strings, as the rate-distortion search walks it.
struct LZWDictionaryTests {
  /// Six colors, followed by a transparent symbol.
  private static let colors = (0..<6).map { XYBColor(y: Float($0) * 40, b: 0, x: 0) }

  /// Returns the children of `node` in the order of a walk: code by symbol.
  private static func children(
    of node: Int, in dictionary: borrowing LZWDictionary
  ) throws -> [Int: Int] {
    var found: [Int: Int] = [:]
    let first = Int(dictionary.nodes[node].children)
    guard first >= 0 else { return found }
    var place = first
    while place >= 0 {
      let four = dictionary.children[place]
      for lane in 0..<4 {
        guard lane < Int(four.count) else {
          #expect(four.colors.y[lane] == .infinity)
          continue
        }
        let code = Int(four.codes[lane])
        let symbol = Int(dictionary.nodes[code].symbol)
        #expect(four.colors[lane] == colors[symbol])
        #expect(Int(four.symbols[lane]) == symbol)
        let (next, depth) = (dictionary.nodes[code].children, dictionary.nodes[code].depthBelow)
        #expect(four.children[lane] == next)
        #expect(four.promises[lane] == dictionary.promise(depth))
        #expect(found.updateValue(code, forKey: symbol) == nil)
      }
      place = Int(four.next)
    }
    let four = dictionary.children[first]
    let transparent = Int(four.transparentCode)
    if transparent >= 0 {
      let (next, depth) = (
        dictionary.nodes[transparent].children, dictionary.nodes[transparent].depthBelow
      )
      #expect(four.transparentChildren == next)
      #expect(four.transparentPromise == dictionary.promise(depth))
      found[colors.count] = transparent
    }
    return found
  }

  /// With random codes, a walk finds each defined string exactly once, by its first code, even if
  /// the preceding strings could have been longer.
  @Test func findsEveryStringByItsFirstCode() throws {
    var random = RandomPictures(seed: 3)
    var dictionary = LZWDictionary(minimumCodeSize: 3, colors: Self.colors)
    // A simple decoder's table with all codes of each string, first one first.
    var strings: [Int: [Int]] = [:]
    var first: [[Int]: Int] = [:]
    for symbol in 0...Self.colors.count { strings[symbol] = [symbol] }
    var previous: [Int] = []
    var next = 10
    var pixel = 0
    for _ in 0..<900 {
      dictionary.insertProvisional()
      for symbol in 0...Self.colors.count where !previous.isEmpty {
        let isKnown = dictionary.containsPrevious(followedBy: symbol)
        #expect(isKnown == (first[previous + [symbol]] != nil || symbol == previous[0]))
      }
      var code = random.number(below: Self.colors.count + 1)
      while random.number(below: 4) > 0 {
        let children = try Self.children(of: code, in: dictionary).values.sorted()
        guard !children.isEmpty else { break }
        code = children[random.number(below: children.count)]
      }
      dictionary.didEmit(code, from: pixel)
      let symbols = try #require(
        strings[code] ?? (code == next ? previous + previous.prefix(1) : nil))
      if !previous.isEmpty {
        let defined = previous + symbols.prefix(1)
        strings[next] = defined
        if first[defined] == nil {
          first[defined] = next
          let start = Int(dictionary.origins[next].start)
          #expect(start == pixel - previous.count)
        }
        next += 1
      }
      pixel += symbols.count
      previous = symbols
    }
    for (string, code) in first {
      let parent = Array(string.dropLast())
      let node = parent.count == 1 ? parent[0] : try #require(first[parent])
      let children = try Self.children(of: node, in: dictionary)
      #expect(children[string[string.count - 1]] == code)
      let length = Int(dictionary.origins[code].length)
      #expect(length == string.count)
    }
    var count = 0
    for node in Array(0...Self.colors.count) + first.values {
      count += try Self.children(of: node, in: dictionary).count
    }
    #expect(count == first.count)
    #expect(first.count < strings.count - Self.colors.count - 1)
  }
}

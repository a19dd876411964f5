/// The timing function `linear(...)` of CSS Easing Level 2: straight lines between points.
public struct LinearEasing: Hashable, Sendable {
  /// One argument of `linear()`: `0.3 20% 40%`.
  public struct Stop: Hashable, Sendable {
    /// Progress out.
    public var output: Double
    /// Progress in, as fractions: 20 % is 0.2. None, one or two.
    public var inputs: [Double]

    /// `inputs` are fractions, at most two of them count.
    public init(_ output: Double, at inputs: [Double] = []) {
      self.output = output
      self.inputs = inputs
    }
  }

  /// Where a line starts and ends.
  public struct Point: Hashable, Sendable {
    /// Progress in.
    public let input: Double
    /// Progress out.
    public let output: Double
  }

  /// In the order of their inputs, at least one.
  public let points: [Point]

  /// Resolves stops to points: inputs never go back, the first defaults to 0, the last to 1, the
  /// others are spread evenly. nil without stops.
  public init?(stops: [Stop]) {
    guard !stops.isEmpty else { return nil }
    var inputs: [Double?] = []
    var outputs: [Double] = []
    var largest = -Double.infinity
    for (number, stop) in stops.enumerated() {
      var given = stop.inputs.prefix(2).map { Optional($0) }
      if given.isEmpty {
        given = number == 0 ? [0] : number == stops.count - 1 ? [max(1, largest)] : [nil]
      }
      for input in given {
        if let input { largest = max(largest, input) }
        inputs.append(input == nil ? nil : largest)
        outputs.append(stop.output)
      }
    }
    points = zip(LinearEasing.filled(inputs), outputs).map { Point(input: $0, output: $1) }
  }

  /// Spreads what has no input evenly between its neighbours; the ends have one.
  private static func filled(_ inputs: [Double?]) -> [Double] {
    var result: [Double] = []
    for (index, input) in inputs.enumerated() {
      if let input {
        result.append(input)
        continue
      }
      let next = inputs[index...].firstIndex { $0 != nil } ?? index
      let before = result.last ?? 0
      let after = (inputs[next] ?? nil) ?? before
      result.append(before + (after - before) / Double(next - index + 1))
    }
    return result
  }

  /// Progress out for progress in; outside the points the first or last line goes on, as far as a
  /// million either way: the line may be almost vertical.
  public func value(at progress: Double) -> Double {
    guard points.count > 1 else { return points.first?.output ?? progress }
    let last = max(0, points.partitionIndex { $0.input > progress } - 1)
    let a = points[min(last, points.count - 2)]
    let b = points[min(last, points.count - 2) + 1]
    if a.input == b.input { return progress < a.input ? a.output : b.output }
    let output = a.output + (progress - a.input) / (b.input - a.input) * (b.output - a.output)
    return min(max(output, -1_000_000), 1_000_000)
  }

  /// The slope of the last line; 0 where it is vertical.
  var endSlope: Double {
    guard points.count > 1 else { return 0 }
    let a = points[points.count - 2]
    let b = points[points.count - 1]
    return a.input == b.input ? 0 : (b.output - a.output) / (b.input - a.input)
  }
}

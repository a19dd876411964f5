extension LayerChange: CustomStringConvertible {
  /// `avatar: frames 31-48 (offset 73 to 121): moved 2 px down`
  public var description: String { "\(layer): \(place): \(what)" }

  private var place: String {
    if frames.count == 1 {
      return "frame \(frames.lowerBound) (offset \(plainNumber(firstOffset)))"
    }
    return "frames \(frames.lowerBound)-\(frames.upperBound) "
      + "(offset \(plainNumber(firstOffset)) to \(plainNumber(lastOffset)))"
  }

  private var what: String {
    switch kind {
    case .moved(let right, let down):
      "moved " + parts((right, "right", "left"), (down, "down", "up"))
    case .resized(let wider, let taller):
      parts((wider, "wider", "narrower"), (taller, "taller", "shorter"))
    case .repainted: "painted differently in the same place"
    case .appeared: "appeared"
    case .vanished: "vanished"
    }
  }

  private func parts(_ axes: (ClosedRange<Double>, String, String)...) -> String {
    axes.compactMap { range, positive, negative -> String? in
      if range.lowerBound == 0, range.upperBound == 0 { return nil }
      let isPositive = range.upperBound > 0
      let near = isPositive ? range.lowerBound : -range.upperBound
      let far = isPositive ? range.upperBound : -range.lowerBound
      let span = near == far ? plainNumber(near) : "\(plainNumber(near)) to \(plainNumber(far))"
      return "\(span) px \(isPositive ? positive : negative)"
    }.joined(separator: " and ")
  }
}

/// At most three decimals, none when whole.
package func plainNumber(_ value: Double) -> String {
  let thousandths = (value * 1000).rounded()
  guard abs(thousandths) < 9e15 else { return "\(value)" }
  let whole = Int(abs(thousandths)) / 1000
  var decimals = String(Int(abs(thousandths)) % 1000 + 1000).dropFirst()
  while decimals.last == "0" { decimals.removeLast() }
  let sign = thousandths < 0 ? "-" : ""
  return decimals.isEmpty ? "\(sign)\(whole)" : "\(sign)\(whole).\(decimals)"
}

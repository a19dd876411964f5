extension Int {
  /// The number with a comma between thousands, as messages show it: `9,120`.
  var grouped: String {
    let digits = Array(String(magnitude))
    var text = self < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return text
  }
}

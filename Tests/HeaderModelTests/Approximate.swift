import HeaderModel
import PortableMath

/// The tolerance for numbers that are rounded to four decimals, plus the rounding error of a sum.
let tableRounding = 5e-5 + 1e-9

/// Returns true if the computed number rounds to the printed one, or if both are `nil`.
func isPrinted(_ computed: Double?, as printed: Double?) -> Bool {
  guard let computed, let printed else { return computed == nil && printed == nil }
  return abs(computed - printed) <= tableRounding
}

func isPrinted(_ computed: PointRect?, as printed: [Double]) -> Bool {
  guard let computed else { return false }
  let numbers = [computed.x, computed.y, computed.width, computed.height]
  return zip(numbers, printed).allSatisfy { isPrinted($0, as: $1) } && printed.count == 4
}

/// Compares a square that is printed as (x, y, side).
func isPrintedSquare(_ computed: PointRect?, as printed: [Double]) -> Bool {
  printed.count == 3 && isPrinted(computed, as: printed + [printed[2]])
}

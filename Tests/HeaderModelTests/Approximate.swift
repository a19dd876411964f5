import HeaderModel
import PortableMath

/// Half a unit of the fourth decimal, to which the tables are rounded, plus the rounding error of
/// the sum.
let tableRounding = 5e-5 + 1e-9

/// Returns true if a computed number rounds to the printed one.
func isPrinted(_ computed: Double?, as printed: Double?) -> Bool {
  guard let computed, let printed else { return computed == nil && printed == nil }
  return abs(computed - printed) <= tableRounding
}

func isPrinted(_ computed: PointRect?, as printed: [Double]) -> Bool {
  guard let computed else { return false }
  let numbers = [computed.x, computed.y, computed.width, computed.height]
  return zip(numbers, printed).allSatisfy { isPrinted($0, as: $1) } && printed.count == 4
}

/// Compares an avatar printed as (x, y, side).
func isPrintedSquare(_ computed: PointRect?, as printed: [Double]) -> Bool {
  printed.count == 3 && isPrinted(computed, as: printed + [printed[2]])
}

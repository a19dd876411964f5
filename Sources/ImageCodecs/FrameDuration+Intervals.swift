extension FrameDuration {
  /// Whole frame intervals in this time, rounded to the nearest, halves up; `interval` is above 0.
  package func intervals(of interval: FrameDuration) -> Int {
    let divisor = denominator * interval.numerator
    let (quotient, remainder) = divisor.dividingFullWidth(
      numerator.multipliedFullWidth(by: interval.denominator))
    return remainder >= divisor - remainder ? quotient + 1 : quotient
  }
}

package import Files

extension HeaderKitError {
  /// A choice of frames, counted from 0, that goes beyond the `count` there are.
  package static func frames(
    _ range: ClosedRange<Int>, beyond count: Int, code: Code = .usage
  ) -> HeaderKitError {
    HeaderKitError(
      code, subject: "--frames",
      reason: "\(range.lowerBound)-\(range.upperBound) is not within 0-\(count - 1)",
      hint: "frames are counted from 0")
  }
}

import ArgumentParser

/// `key=value` as typed.
struct ConstantArgument: ExpressibleByArgument {
  let key: String
  let value: Double

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, let value = Double(parts[1]), value.isFinite else {
      return nil
    }
    key = String(parts[0])
    self.value = value
  }
}

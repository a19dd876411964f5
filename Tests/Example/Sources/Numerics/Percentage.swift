/// A ratio in whole percent.
public func percentage(_ ratio: Double) -> String { "\(Int(ratio * 100)) %" }

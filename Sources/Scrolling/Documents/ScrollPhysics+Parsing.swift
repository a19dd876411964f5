import StrictJSON

extension ScrollPhysics {
  init(_ value: JSONValue) throws(JSONError) {
    let members = try value.object(keys: [
      "decelerationRate", "rubberBand", "bounces", "bounceStiffness", "bounceDampingRatio",
    ])
    self.init()
    if let rate = members.optional("decelerationRate") {
      decelerationRate = try ScrollPhysics.decelerationRate(rate)
    }
    if let band = members.optional("rubberBand") {
      rubberBand = try band.number(in: 0.001...1)
    }
    if let flag = members.optional("bounces") {
      bounces = try flag.boolean()
    }
    if let stiffness = members.optional("bounceStiffness") {
      bounceStiffness = try stiffness.number(in: 1...10_000)
    }
    if let ratio = members.optional("bounceDampingRatio") {
      bounceDampingRatio = try ratio.number(in: 0.05...10)
    }
  }

  private static func decelerationRate(_ value: JSONValue) throws(JSONError) -> Double {
    switch value.kind {
    case .number:
      return try value.number(in: 0.1...0.9999, unit: "of the speed a millisecond")
    case .string:
      return try value.choice(of: ["normal", "fast"]) == "fast"
        ? fastDeceleration : normalDeceleration
    default:
      throw value.error("expected \"normal\", \"fast\" or a number, found \(value.literal)")
    }
  }
}

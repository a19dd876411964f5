import Numerics
import StrictJSON

extension Keyframe {
  /// `[{"time": 0, "offset": 0, "easing": "ease-out"}, ...]`; the easing defaults to `linear`, as
  /// it does for the keyframes of the Web Animations interface.
  static func list(_ value: JSONValue, limits: CurveLimits) throws(JSONError) -> [Keyframe] {
    let entries = try value.entries(within: limits, of: "keyframes")
    var keyframes: [Keyframe] = []
    keyframes.reserveCapacity(entries.count)
    var before: JSONValue?
    for entry in entries {
      let members = try entry.object(keys: ["time", "offset", "easing"])
      let time = try members.required("time")
      let seconds = try time.time()
      try time.checkLater(than: before, keyframes.last?.time ?? 0, seconds)
      keyframes.append(
        Keyframe(
          time: seconds, offset: try members.required("offset").offset(),
          easing: try members.optional("easing")?.easing() ?? .linear))
      before = time
    }
    return keyframes
  }
}

extension JSONValue {
  /// An easing string.
  func easing() throws(JSONError) -> Easing {
    let text = try string()
    do {
      return try Easing(text)
    } catch {
      switch error {
      case .unknownName(let name, let reason, let known):
        throw self.error("\(literal): \(reason); \(NearestName(to: name, among: known).remedy)")
      case .malformed(let message):
        throw self.error("\(literal): \(message)")
      }
    }
  }
}

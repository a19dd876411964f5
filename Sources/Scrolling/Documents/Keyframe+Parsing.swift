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

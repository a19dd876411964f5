import StrictJSON

extension SampleTrack {
  /// `[[time, offset], ...]` or `[{"time": ..., "offset": ...}, ...]`.
  init(
    _ value: JSONValue, interpolation: Interpolation, limits: CurveLimits
  ) throws(JSONError) {
    let samples = try value.entries(within: limits, of: "samples")
    var times: [Double] = []
    var offsets: [Double] = []
    times.reserveCapacity(samples.count)
    offsets.reserveCapacity(samples.count)
    var before: JSONValue?
    for sample in samples {
      let (time, offset) = try SampleTrack.parts(of: sample)
      let seconds = try time.time()
      try time.checkLater(than: before, times.last ?? 0, seconds)
      times.append(seconds)
      offsets.append(try offset.offset())
      before = time
    }
    guard let track = SampleTrack(times: times, offsets: offsets, interpolation: interpolation)
    else { throw value.error("times have to increase strictly") }
    self = track
  }

  private static func parts(
    of sample: JSONValue
  ) throws(JSONError) -> (time: JSONValue, offset: JSONValue) {
    switch sample.kind {
    case .array:
      var numbers = try sample.array(count: 2...2, of: "numbers").makeIterator()
      guard let time = numbers.next(), let offset = numbers.next() else {
        throw sample.error("expected [time, offset]")
      }
      return (time, offset)
    case .object:
      let members = try sample.object(keys: ["time", "offset"])
      return (try members.required("time"), try members.required("offset"))
    default:
      throw sample.error(
        "expected [time, offset] or {\"time\": ..., \"offset\": ...}, found \(sample.literal)")
    }
  }
}

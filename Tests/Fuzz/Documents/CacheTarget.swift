import Batch
import FileAccess

/// Damaged and forged files of a cache: the damage is found, or the object is delivered as it was
/// stored.
struct CacheTarget: FuzzTarget {
  private let cache: RenderCache
  private let scratch: ScratchFolder
  private let key = ContentDigest(of: Array("key".utf8))

  init() throws {
    scratch = try ScratchFolder()
    cache = try RenderCache(folder: scratch.path("cache"))
    try cache.store([1], digest: ContentDigest(of: [1]), under: key)
  }

  func input(_ random: inout SeededRandom) -> [UInt8] {
    let files = (0..<random.number(below: 4)).map { _ in bytes(&random, longest: 40) }
    var payload = random.chance(60) ? FrameArchive.packed(files) : bytes(&random, longest: 200)
    // A forged object with a valid digest.
    if random.chance(50) { change(&payload, &random) }
    var object = CacheObject.packed(payload, digest: ContentDigest(of: payload), key: key)
    if random.chance(40) { change(&object, &random) }
    return object
  }

  private func bytes(_ random: inout SeededRandom, longest: Int) -> [UInt8] {
    (0..<random.number(below: longest)).map { _ in random.byte() }
  }

  /// Changes a byte, removes or inserts a range, or replaces digits with a number.
  private func change(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    let numbers = ["0", "-1", "+3", "9223372036854775807", "-9223372036854775808", "00", "1e9", ""]
    let digits = bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) }
    if random.chance(50), let place = digits.last(where: { _ in random.chance(30) }) {
      bytes.replaceSubrange(place...place, with: random.pick(numbers).utf8)
    } else {
      let range = random.range(in: bytes.count, longest: 4)
      bytes.replaceSubrange(range, with: self.bytes(&random, longest: 4))
    }
  }

  func run(_ input: [UInt8]) throws -> Bool {
    _ = try scratch.write(input, to: String(cache.path(of: key).dropFirst(scratch.path("").count)))
    let reports = cache.verify()
    switch cache.find(key) {
    case .nothing: throw Finding("a file that is there was not found")
    case .damaged:
      try Finding.require(reports == [cache.path(of: key)], "damage that verify does not see")
      return false
    case .output(let payload, let digest):
      try Finding.require(reports.isEmpty, "verify sees damage where there is none")
      try Finding.require(
        input.suffix(payload.count) == payload[...] && digest == ContentDigest(of: payload),
        "an output that was not stored")
      if let files = FrameArchive.files(payload) {
        try Finding.require(
          payload.suffix(files.joined().count) == Array(files.joined())[...], "other frames")
        try Finding.require(
          FrameArchive.holdsFrames(payload)
            == (!files.isEmpty && !files.contains(where: \.isEmpty)),
          "frames where there are none")
      }
      return true
    }
  }
}

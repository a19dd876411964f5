import FileAccess
import ImageCodecs
import PortableMath

/// Joins numbered stills to animations: `spin_0.png`, `spin_1.png`, or `spin_0001.png`.
///
/// Numbers start at 0, or at 1 if they are padded with zeros. Unpadded numbers from 1 are not
/// joined: `testLogin.1.png` and `testLogin.2.png` of swift-snapshot-testing are two assertions,
/// not two frames.
enum NumberedStills {
  /// The common parts of a series' file names.
  private struct Key: Hashable {
    let start: String
    let ending: String

    func name(digits: Int) -> String { start + (digits == 1 ? "%d" : "%0\(digits)d") + ending }
  }

  private struct Member {
    let number: Int
    let digits: Int
    let plan: ItemPlan
    var isPadded: Bool { digits > String(number).count }
  }

  /// Replaces the plans of stills that form a series on both sides with one plan per series.
  ///
  /// - Parameter passed: The names of unchanged stills, which may be frames of a series.
  static func joined(
    _ plans: [ItemPlan], passed: Set<String>, _ request: DiffRequest
  ) -> [ItemPlan] {
    var groups: [Key: [Member]] = [:]
    for plan in plans { add(plan, to: &groups) }
    let keys = Set(groups.keys)
    for name in passed {
      let path = request.first + "/" + name
      add(ItemPlan(name: name, first: path, second: path, baseline: path), to: &groups)
    }
    var rest = Dictionary(plans.map { ($0.name, $0) }) { one, _ in one }
    for key in keys {
      guard let members = groups[key], var series = series(key, members, request) else { continue }
      for member in members { rest[member.plan.name] = nil }
      series.problem = rest[series.name]?.problem
      rest[series.name] = series
    }
    return rest.values.sorted { $0.name.naturallyPrecedes($1.name) }
  }

  private static func add(_ plan: ItemPlan, to groups: inout [Key: [Member]]) {
    let point = plan.name.lastIndex(of: ".") ?? plan.name.endIndex
    let stem = plan.name[..<point]
    let digits = stem.suffix(stem.reversed().prefix { ("0"..."9").contains($0) }.count)
    guard digits.count <= 9, let number = Int(digits) else { return }
    let key = Key(start: String(stem.dropLast(digits.count)), ending: String(plan.name[point...]))
    groups[key, default: []].append(Member(number: number, digits: digits.count, plan: plan))
  }

  /// Returns the plan of a series, or `nil` if the files of either side do not form one.
  private static func series(_ key: Key, _ members: [Member], _ request: DiffRequest) -> ItemPlan? {
    let digits = members.first(where: \.isPadded)?.digits ?? 1
    let members = members.sorted { $0.number < $1.number }
    func frames(_ path: KeyPath<ItemPlan, String?>) -> [ItemPlan.Frame]? {
      let numbers = members.filter { $0.plan[keyPath: path] != nil }.map(\.number)
      guard let first = numbers.first, numbers.count > 1, numbers.count <= request.limits.frames,
        first == 0 || first == 1 && digits > 1, numbers == Array(first..<first + numbers.count)
      else { return nil }
      let frames = members.compactMap { member in
        member.plan[keyPath: path].map { (member.plan.name, $0) }
      }
      return areStillsOfOneSize(frames.map(\.1), request.limits) ? frames : nil
    }
    guard
      members.allSatisfy({
        $0.plan.problem == nil && $0.digits == max(digits, String($0.number).count)
      }), let first = frames(\.first), let second = frames(\.second)
    else { return nil }
    let name = key.name(digits: digits)
    return ItemPlan(
      name: name, first: request.first + "/" + name, second: request.second + "/" + name,
      baseline: request.first + "/" + name, firstFrames: first, secondFrames: second)
  }

  private static func areStillsOfOneSize(_ paths: [String], _ limits: RenderLimits) -> Bool {
    let files = paths.lazy.map { path in
      (try? InputFile.read(path, limit: limits.inputBytes)).flatMap {
        try? ImageInspector.inspect(bytes: $0, limits: limits.decoding)
      }
    }
    let size = files.first?.map(\.size)
    return files.allSatisfy { $0?.isAnimated == false && $0?.size == size }
  }
}

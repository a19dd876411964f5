import FileAccess
import HeaderModel
import PortableMath
import Preview
import Rendering
@testable import Scrolling
import StrictJSON

extension VectorFile {
  private static let viewportHeight = 640.0
  private static let times = [0, 0.004, 0.05, 0.2, 0.45, 1, 2.5]

  /// Physics that differ from the system's.
  private static func physics(_ index: Int) -> ScrollPhysics {
    var physics = ScrollPhysics()
    switch index % 4 {
    case 1: physics.bounces = false
    case 2: physics.decelerationRate = ScrollPhysics.fastDeceleration
    case 3:
      physics.bounceDampingRatio = 0.4
      physics.bounceStiffness = 80
      physics.rubberBand = 0.3
    default: break
    }
    return physics
  }

  /// Decelerations, bounces, drags past edges, glides and springs.
  static func scrolling() throws -> VectorFile {
    var file = VectorFile("scrolling")
    var random = VectorRandom(7)
    for index in 0..<240 {
      let physics = physics(index / 5)
      let edges = [index % 3 == 0 ? -60 : 0, random.number(200...900)]
      let start = random.number(-120...edges[1] + 120)
      let amount = random.number(-3000...3000)
      let easing = try Easing(easings[index % easings.count])
      let duration = random.number(0.05...1)
      let environment = ScrollEnvironment(
        viewportHeight: viewportHeight, largestOffset: edges[1], smallestOffset: edges[0], scale: 2)
      var content = ScrollContent(physics: physics, environment: environment)
      content.jump(to: start, at: .zero)
      let operation = ["release", "release", "drag", "glide", "spring"][index % 5]
      var slow: Double?
      var target: Double?
      switch operation {
      case "release":
        let motion = content.freeMotion(
          velocity: amount, edges: edges[0]...edges[1], at: .zero)
        slow = motion.slow?.seconds
        target = motion.target
        content.follow(motion, at: .zero)
      case "drag":
        _ = content.drag(
          by: amount / 8, duration: ExactTime(duration), easing: easing,
          in: content.edges(edges[0]...edges[1]), at: .zero)
      case "glide":
        content.glide(
          to: amount / 8, duration: ExactTime(duration), easing: easing, at: .zero)
      default: content.spring(to: edges[0], velocity: amount, at: .zero)
      }
      file.add(operation) { row in
        row.object("physics") { $0.write(physics) }
        row.member("edges", edges)
        row.member("start", start)
        row.member("amount", amount)
        row.object("easing") { $0.write(easing) }
        row.member("duration", duration)
        row.member("times", times)
        row.object("out") { out in
          out.member("offsets", times.map { content.offset(at: ExactTime($0)) })
          out.member("rest", content.restTime.seconds)
          out.member("target", target)
          out.member("slow", slow)
          out.member("finger", content.finger.map { [$0.wanted, $0.velocity] })
        }
      }
    }
    return file
  }

  /// Values of input tracks, pans and their settling.
  static func inputs() throws -> VectorFile {
    var file = VectorFile("inputs")
    var random = VectorRandom(8)
    let descriptions = [
      InputDescription(name: "on"),
      InputDescription(name: "page", range: 0...3, step: 1, points: 320),
      InputDescription(name: "level", range: -1...1),
    ]
    let tracks = [
      #""on": [[0.2, true], [0.5, false], [0.7, true]]"#,
      #""page": [[0.1, 0], {"time": 0.6, "value": 2, "easing": "ease-out"}, [0.9, 1]]"#,
      #""level": [{"time": 0, "value": 1, "easing": "steps(3)"}, [1, -1]]"#,
    ]
    for index in 0..<80 {
      let shown = tracks.indices.filter { index >> $0 & 1 == 1 }.map { tracks[$0] }
      let curve = try ScrollCurve.parse(
        Array(
          "{\"version\": 1, \"inputs\": {\(shown.joined(separator: ","))}, \"gestures\": [{\"hold\": 1}]}"
            .utf8))
      var inputs = try SimulatedInputs(curve.inputs, of: descriptions)
      let by = random.number(-2...2)
      let velocity = index % 3 == 0 ? nil : Optional(random.number(-6...6))
      let pan = [0.3, random.number(0.05...0.4)]
      var changes = [inputs.launch()]
      let times = [0.05, 0.2, 0.31, 0.5, 0.62, 0.75, 0.9, 1.2]
      var settled = 0.0
      for time in times {
        let exact = ExactTime(time)
        if time == 0.31 {
          inputs.pan(
            1, by: by, duration: ExactTime(pan[1]), easing: .cubicBezier(.easeOut),
            at: ExactTime(pan[0]), value: 1)
        }
        if time == 0.75 {
          settled = inputs.releasePan(velocity: velocity, at: ExactTime(0.7)).seconds
        }
        changes.append(inputs.numbers(at: exact) + inputs.dueConditions(at: exact))
      }
      file.add("play") { row in
        row.object("inputs") { $0.write(curve.inputs) }
        row.objects("descriptions", descriptions) { description, object in
          object.member("name", description.name)
          object.member("range", description.range.map { [$0.lowerBound, $0.upperBound] })
          object.member("step", description.step)
          object.member("points", description.points)
        }
        row.member("by", by)
        row.member("velocity", velocity)
        row.member("pan", pan)
        row.member("times", times)
        row.object("out") { out in
          out.member("settled", settled)
          out.array("changes") { array in
            for change in changes {
              array.array { inner in
                for change in change {
                  inner.element(.numbers([Double(change.input), change.value]))
                }
              }
            }
          }
        }
      }
    }
    return file
  }

  private static let gestures = [
    #"{"drag":{"by":-200,"duration":0.3}},{"release":{}},{"hold":0.5}"#,
    #"{"drag":{"by":60,"duration":0.2}},{"release":{}},{"drag":{"by":90,"duration":0.1}},{"release":{"velocity":900}}"#,
    #"{"drag":{"by":150,"duration":0.1}},{"release":{"velocity":2400,"until":0.2}},{"hold":1}"#,
    #"{"drag":{"by":700,"duration":0.3}},{"release":{"velocity":1500}},{"scrollTo":{"offset":20,"duration":0.2}}"#,
    #"{"hold":0.1},{"drag":{"by":-120,"duration":0.2,"easing":"ease-out"}},{"hold":0.2},{"drag":{"by":5,"duration":0.02}}"#,
    #"{"drag":{"by":45,"duration":0.1}},{"release":{"velocity":5}},{"release":{"velocity":-400}},{"release":{}}"#,
    #"{"scrollTo":{"offset":300,"duration":0.4,"easing":"spring(1, 100, 10, 0)"}},{"hold":0.1}"#,
  ]

  private static let taps = [
    #"{"tap":{"layer":"done"}},{"drag":{"by":80,"duration":0.2}},{"release":{"velocity":300}}"#,
    #"{"tap":{"layer":"star","row":1}},{"drag":{"by":30,"duration":0.05}},{"release":{}}"#,
    #"{"pan":{"input":"page","by":0.4,"duration":0.1}},{"release":{"velocity":300}},{"hold":0.1}"#,
    #"{"pan":{"input":"page","by":9,"duration":0.2}},{"tap":{"at":[20,20]}},{"hold":0.3}"#,
  ]

  /// Curves under a header with rules, which answers releases and taps.
  static func simulation() throws -> VectorFile {
    try played("simulation", under: .interactive(), gestures + taps)
  }

  /// Curves under a header without rules.
  static func curves() throws -> VectorFile {
    try played(
      "curves",
      under: .drawing(#"[{ "type": "rectangle", "y": "-offset", "height": 40 }]"#, name: "plain"),
      gestures)
  }

  private static func played(
    _ name: String, under page: TestPage, _ gestures: [String]
  ) throws -> VectorFile {
    var file = VectorFile(name)
    let scene = try page.scene()
    let members = [
      "", #""physics":{"bounces":false},"#, #""snap":false,"#,
      #""physics":{"bounceDampingRatio":0.4,"bounceStiffness":80},"#,
    ]
    for gestures in gestures {
      for member in members {
        let curve = try ScrollCurve.parse(
          Array("{\"version\":1,\(member)\"gestures\":[\(gestures)]}".utf8))
        let playback = try CurvePlayback(
          .curve(curve), under: scene.header, scale: scene.device.scale,
          rate: .perSecond(30), limits: RenderLimits())
        file.add("play", page: page) { row in
          row.object("curve") { $0.write(playback, rate: .perSecond(30)) }
          row.member("scale", scene.device.scale)
          row.object("out") { out in
            out.array("events") { array in
              for event in playback.events {
                array.object { object in
                  object.member("kind", event.kind.name)
                  object.member("time", event.time)
                  object.member("offset", event.offset)
                  object.member("isDragging", event.isDragging)
                }
              }
            }
            out.member("duration", playback.end)
          }
        }
      }
    }
    return file
  }
}

extension JSONObjectWriter {
  fileprivate mutating func write(_ physics: ScrollPhysics) {
    member("decelerationRate", physics.decelerationRate)
    member("rubberBand", physics.rubberBand)
    member("bounces", physics.bounces)
    member("bounceStiffness", physics.bounceStiffness)
    member("bounceDampingRatio", physics.bounceDampingRatio)
  }

  fileprivate mutating func write(_ inputs: CurveInputs) {
    member("optional", inputs.isOptional)
    objects("tracks", inputs.tracks) { track, object in
      object.member("name", track.name)
      switch track.values {
      case .numbers(let numbers):
        object.objects("entries", numbers) { number, entry in
          entry.member("time", number.time)
          entry.member("value", number.offset)
          entry.object("easing") { $0.write(number.easing) }
        }
      case .conditions(let conditions):
        object.objects("entries", conditions) { condition, entry in
          entry.member("time", condition.time)
          entry.member("value", condition.value)
        }
      }
    }
  }
}

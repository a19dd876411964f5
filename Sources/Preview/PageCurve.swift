import HeaderModel
import PortableMath
package import Rendering
package import Scrolling
package import StrictJSON

extension JSONObjectWriter {
  /// Writes a curve for a page. The page plays gestures itself, because the user may have changed
  /// constants of its header. For samples and keyframes, the renderer's events are written.
  package mutating func write(_ playback: CurvePlayback, rate: EventRate) {
    let curve = playback.curve
    member("name", curve.name)
    member("isInteractive", playback.isInteractive)
    member("snap", curve.snaps)
    let ticks =
      switch rate {
      case .frame: curve.frameRate
      case .perSecond(let rate): rate
      }
    member("step", [Double(ticks.denominator), Double(ticks.numerator)])
    var physics = ScrollPhysics()
    if case .gestures(let gestures, let own) = curve.course {
      physics = own
      objects("gestures", gestures) { $1.write($0) }
    } else {
      objects("events", playback.events) { $1.write($0) }
      member("duration", playback.end)
    }
    object("inputs") { $0.write(curve.inputs) }
    object("physics") { object in
      object.member("decelerationRate", physics.decelerationRate)
      object.member("rubberBand", physics.rubberBand)
      object.member("bounces", physics.bounces)
      object.member("bounceStiffness", physics.bounceStiffness)
      object.member("bounceDampingRatio", physics.bounceDampingRatio)
    }
  }

  private mutating func write(_ gesture: Gesture) {
    switch gesture {
    case .hold(let duration): member("hold", duration)
    case .drag(let by, let duration, let easing):
      object("drag") { object in
        object.member("by", by)
        object.write(duration, easing)
      }
    case .release(let velocity, let until):
      object("release") { object in
        object.member("velocity", velocity)
        object.member("until", until)
      }
    case .scrollTo(let offset, let duration, let easing):
      object("scrollTo") { object in
        object.member("offset", offset)
        object.write(duration, easing)
      }
    case .tap(let target, let duration):
      object("tap") { object in
        switch target {
        case .layer(let layer, let row):
          object.member("layer", layer)
          object.member("row", row)
        case .point(let x, let y): object.member("at", [x, y])
        }
        object.member("duration", duration)
      }
    case .pan(let input, let by, let duration, let easing):
      object("pan") { object in
        object.member("input", input)
        object.member("by", by)
        object.write(duration, easing)
      }
    }
  }

  private mutating func write(_ duration: Double, _ easing: Easing) {
    member("duration", duration)
    object("easing") { $0.write(easing) }
  }

  private mutating func write(_ inputs: CurveInputs) {
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

  private mutating func write(_ event: ScrollEvent) {
    member("kind", event.kind.name)
    member("time", event.time)
    member("offset", event.offset)
    member("isDragging", event.isDragging)
    switch event.kind {
    case .scroll, .delay: break
    case .dragStart, .rest: member("velocity", 0.0)
    case .dragEnd(let velocity): member("velocity", velocity)
    case .input(let changes):
      objects("changes", changes) { change, object in
        object.member("input", change.input)
        object.member("value", change.value)
      }
    case .tap(let tapped), .touch(let tapped):
      member("velocity", 0.0)
      member("layer", tapped?.layer)
      member("row", tapped?.row)
    }
  }
}

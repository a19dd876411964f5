import Comparison
import Files
import GIF
import HeaderModel
import HeaderScene
import ImageCodecs
import Numerics
import Raster
import Rendering
import Scrolling
import StrictJSON

/// Everything a request says besides its inputs and its limits, always in the same words: part of
/// cache keys.
enum CanonicalOptions {
  /// One line of JSON; what the request leaves open is `null`.
  static func text(of request: RenderRequest) -> String {
    let header = request.header
    return JSONWriter.object { object in
      object.member("style", header.style?.rawValue)
      object.member("variant", header.variant?.rawValue)
      object.member("device", header.device)
      object.member("theme", header.theme?.rawValue)
      object.member("scale", header.scale)
      object.array("constants") { list in
        for constant in header.constants {
          list.array { pair in
            pair.element(.string(constant.key))
            pair.element(.number(constant.value))
          }
        }
      }
      object.member("fps", request.framesPerSecond.map(text))
      object.member("eventRate", text(request.eventRate))
      object.member("speed", text(request.speed))
      object.member("holdFirst", text(request.holdFirst))
      object.member("holdLast", text(request.holdLast))
      object.member("boomerang", request.boomerang)
      object.member("frames", request.frames.map { "\($0.lowerBound)-\($0.upperBound)" })
    }
  }

  /// The same for how an output is packed: only what its form looks at.
  static func packing(_ output: BatchOutput, of request: RenderRequest) -> String {
    if let moment = output.moment { return packing(still: moment, of: request) }
    let form = output.form
    let gif = request.gif
    let plays =
      switch gif.loop {
      case .forever: 0
      case .plays(let count): count
      }
    return JSONWriter.object { object in
      object.member("form", form.rawValue)
      switch form {
      case .gif:
        object.member("quality", gif.quality)
        object.member("effort", gif.effort)
        object.member("loop", plays)
        object.member("colors", gif.colors)
        object.member("dither", gif.dither)
        object.member("lossless", gif.lossless)
        object.member("maxBytes", request.maxBytes)
        object.member("yield", request.reductions.map(\.rawValue).sorted())
      case .apng, .png:
        object.member("loop", plays)
        object.member("level", request.pngLevel)
      case .frames: object.member("level", request.pngLevel)
      case .y4m: break
      }
    }
  }

  private static func packing(still moment: StillMoment, of request: RenderRequest) -> String {
    JSONWriter.object { object in
      object.member("form", "still")
      switch moment {
      case .offsets(let offsets):
        object.array("offsets") { list in list.element(.numbers(offsets)) }
      case .time(let time): object.member("at", .number(time))
      }
      object.member("level", request.pngLevel)
    }
  }

  private static func text(_ fraction: RationalTime) -> String {
    "\(fraction.numerator)/\(fraction.denominator)"
  }

  private static func text(_ rate: EventRate) -> String {
    switch rate {
    case .frame: "frame"
    case .perSecond(let rate): text(rate)
    }
  }
}

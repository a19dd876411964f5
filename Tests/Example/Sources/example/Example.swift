import HeaderKit
import Tracing

/// Renders a swipe to a GIF and a poster in memory, and measures the changes between frames.
///
///     swift run example [FOLDER]
@main
struct Example {
  static func main() async throws {
    let folder = CommandLine.arguments.dropFirst().first ?? "."
    let swipe = ScrollCurve(
      course: .gestures(
        [
          .hold(duration: 0.2),
          .drag(by: 200, duration: 0.3, easing: .linear),
          .release(velocity: nil, until: nil),
        ], ScrollPhysics()))

    var request = RenderRequest()
    request.header.style = .named("mimic")
    request.header.texts = [("name", "Jane Doe"), ("title", "Jane Doe")]
    request.header.framing.crop = .header
    request.header.framing.width = 160
    request.curve = .curve(swipe)
    request.playback.framesPerSecond = 6
    request.encoding.gif.effort = 1
    request.poster = folder + "/poster.png"

    let meter = ChangeMeter()
    let span = Span("render")
    do {
      let outcome = try await Renderer(request).render(
        to: [try OutputTarget(folder + "/swipe.gif")], sinks: [meter])
      for output in outcome.outputs { print(output.path, output.bytes, "bytes") }
      print(span.report)
    } catch let error as HeaderKitError {
      print(error.description)
      throw error
    }
  }
}

import CodecInterface
import Files
import HeaderScene
import CodecInterface
import ImageCodecs
import Numerics
import Raster
import VisualDiff

/// Paints one run, and encodes it where that can be done frame by frame.
struct FrameWorker: Sendable {
  let size: PixelSize
  let background: Color
  let keepsPictures: Bool
  let png: PNGOptions?
  let clock: StageClock

  func paint(_ run: FrameRun, assets: SceneAssets) throws(HeaderKitError) -> PaintedRun {
    let picture = clock.measure(.paint) {
      LayerPainter(assets: assets).paint(run.layers, size: size, background: background)
    }
    var data: [UInt8]?
    if let png {
      do {
        data = try clock.measure(.encode) { () throws(CodecError) in
          try PNGEncoder.encode(picture, options: png)
        }
      } catch {
        throw HeaderKitError(error, subject: "", writing: true)
      }
    }
    return PaintedRun(
      picture: keepsPictures ? picture : nil, png: data, states: run.states,
      durations: run.durations)
  }
}

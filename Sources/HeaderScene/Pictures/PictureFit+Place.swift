import HeaderModel
import Raster

extension PictureFit {
  /// Where the whole of a picture of `size` lies that is fitted into `frame`.
  func place(of size: PixelSize, in frame: DeviceRect) -> DeviceRect {
    let horizontal = frame.width / Double(size.width)
    let vertical = frame.height / Double(size.height)
    let factor: Double
    switch self {
    case .scaleToFill: return frame
    case .aspectFill: factor = max(horizontal, vertical)
    case .aspectFit: factor = min(horizontal, vertical)
    }
    let width = Double(size.width) * factor
    let height = Double(size.height) * factor
    return DeviceRect(
      x: frame.x + (frame.width - width) / 2, y: frame.y + (frame.height - height) / 2,
      width: width, height: height)
  }
}

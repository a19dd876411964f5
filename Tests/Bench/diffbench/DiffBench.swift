import Foundation
import PortableMath
import Raster
import VisualDiff

/// Measures the comparison of decoded pictures, and prints a line of JSON for each picture and
/// metric.
///
///     diffbench FOLDER WIDTH HEIGHT ROUNDS NAME...
///
/// The inputs are `FOLDER/NAME.first.rgba` and `FOLDER/NAME.second.rgba`. Times are the thread's
/// processor time, which excludes other programs.
@main
struct DiffBench {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    let numbers = arguments.dropFirst().prefix(3).compactMap { Int($0) }
    guard numbers.count == 3, arguments.count > 4, let folder = arguments.first,
      let size = PixelSize(width: numbers[0], height: numbers[1])
    else {
      FileHandle.standardError.write(
        Data("diffbench: usage: diffbench FOLDER WIDTH HEIGHT ROUNDS NAME...\n".utf8))
      exit(2)
    }
    for name in arguments.dropFirst(4) {
      let first = try picture("\(folder)/\(name).first.rgba", size)
      let second = try picture("\(folder)/\(name).second.rgba", size)
      for metric in [
        ComparisonMetric.exact, .pixelmatch(PixelmatchOptions()), .quantized,
      ] {
        let comparison = ImageComparison(metric: metric)
        var times: [Double] = []
        var found = comparison.difference(first, second)
        for _ in 0..<numbers[2] {
          let start = threadSeconds()
          found = comparison.difference(first, second)
          times.append(threadSeconds() - start)
        }
        times.sort()
        print(
          "{\"name\": \"\(name)\", \"metric\": \"\(metric.name)\", "
            + "\"best_ms\": \((times[0] * 1e6).rounded() / 1e3), "
            + "\"median_ms\": \((times[times.count / 2] * 1e6).rounded() / 1e3), "
            + "\"different\": \(found.differentPixels)}")
      }
    }
  }

  private static func picture(_ path: String, _ size: PixelSize) throws -> Pixmap {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    guard let picture = Pixmap(size: size, bytes: bytes) else {
      throw CocoaError(.fileReadCorruptFile, userInfo: [NSFilePathErrorKey: path])
    }
    return picture
  }

  private static func threadSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

/// The lines that make an app print its scrolling as `curve import` reads it.
enum ScrollLogger: String, CaseIterable, Hashable, Sendable {
  case swift, swiftui
  case reactNative = "react-native"
  case compose

  /// The lines, with how to use them.
  var text: String {
    switch self {
    case .swift:
      """
      // In the scroll view's delegate. Copy the lines from the console to log.csv, then:
      //   twheader curve import log.csv --rest-offset auto -o swipe.json
      func scrollViewDidScroll(_ scrollView: UIScrollView) {
        print("\\(CACurrentMediaTime()),\\(scrollView.contentOffset.y)")
      }

      """
    case .swiftui:
      """
      // On the ScrollView. Copy the lines from the console to log.csv, then:
      //   twheader curve import log.csv --rest-offset auto -o swipe.json
      .onScrollGeometryChange(for: Double.self) { $0.contentOffset.y } action: { _, offset in
        print("\\(ProcessInfo.processInfo.systemUptime),\\(offset)")
      }

      """
    case .reactNative:
      """
      // On the ScrollView. Copy the lines from the console to log.csv, then:
      //   twheader curve import log.csv --unit ms --rest-offset auto -o swipe.json
      scrollEventThrottle={1}
      onScroll={({ nativeEvent }) =>
        console.log(`${performance.now()},${nativeEvent.contentOffset.y}`)}

      """
    case .compose:
      """
      // Beside the column that uses the scroll state. Copy the lines from the log to log.csv, then:
      //   twheader curve import log.csv --unit ms --rest-offset auto -o swipe.json
      // A scroll state counts pixels; they are divided by the density here.
      val density = LocalDensity.current.density
      LaunchedEffect(scrollState) {
        snapshotFlow { scrollState.value }.collect {
          println("${System.nanoTime() / 1e6},${it / density}")
        }
      }

      """
    }
  }
}

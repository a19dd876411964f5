import Foundation
import Synchronization
import Testing

/// A browser for one test: a Chromium with a new profile in memory, without pages.
///
/// Starting a Chromium takes almost a second of processor time, so a process is used by one test
/// after the other. Each gets a browser context of its own, which shares nothing with the others.
final class Chromium {
  private let process: ChromiumProcess
  private let context: String

  /// The path of the browser, or `nil` if none is installed.
  static let executable = Executable.path(of: ["chromium", "chromium-browser", "google-chrome"])

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Processes that no test uses. They end when the tests end.
  private static let idle: Mutex<[ChromiumProcess]> = {
    atexit { Chromium.idle.withLock { $0.removeAll() } }
    return Mutex([])
  }()

  init() throws {
    let process = try Self.idle.withLock { $0.popLast() } ?? ChromiumProcess()
    let created = try process.call("Target.createBrowserContext")
    context = try #require(created["browserContextId"] as? String)
    self.process = process
  }

  deinit {
    // Closes the pages. A process that does not answer is ended.
    let closed = try? process.call(
      "Target.disposeBrowserContext", ["browserContextId": context], within: 30)
    if closed != nil, process.isRunning { Self.idle.withLock { $0.append(process) } }
  }

  /// Opens an empty page and returns its session.
  fileprivate func openPage() throws -> String {
    let target = try call(
      "Target.createTarget", ["url": "about:blank", "browserContextId": context])
    let identifier = try #require(target["targetId"] as? String)
    let attached = try call("Target.attachToTarget", ["targetId": identifier, "flatten": true])
    return try #require(attached["sessionId"] as? String)
  }

  /// Calls a method and waits for its result at most `seconds`.
  @discardableResult
  fileprivate func call(
    _ method: String, _ parameters: [String: Any] = [:], session: String? = nil,
    within seconds: Double = 180
  ) throws -> [String: Any] {
    try process.call(method, parameters, session: session, within: seconds)
  }
}

/// An open page of a browser.
struct BrowserPage {
  private let browser: Chromium
  private let session: String

  /// Opens a page and waits until `readiness` is `true`. By default this is its attribute
  /// `data-ready`.
  init(
    _ address: String, in browser: Chromium, width: Int = 1200, height: Int = 900,
    readiness: String = "document.documentElement.dataset.ready ?? ''"
  ) throws {
    self.browser = browser
    session = try browser.openPage()
    try call(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false])
    try call("Page.navigate", ["url": address])
    let end = Date(timeIntervalSinceNow: 180)
    while Date() < end {
      let state = try? evaluate(readiness, within: 10) as? String
      if state == "true" { return }
      if state == "failed" {
        let reason = try evaluate("document.getElementById('problem').textContent")
        throw Chromium.Failure(description: "\(address): \(reason ?? "failed")")
      }
      Thread.sleep(forTimeInterval: 0.05)
    }
    throw Chromium.Failure(description: "\(address) does not get ready")
  }

  @discardableResult
  func call(
    _ method: String, _ parameters: [String: Any] = [:], within seconds: Double = 180
  ) throws -> [String: Any] {
    try browser.call(method, parameters, session: session, within: seconds)
  }

  /// Evaluates a JavaScript expression and awaits its value at most `seconds`. A page that navigates
  /// meanwhile may never answer.
  func evaluate(_ expression: String, within seconds: Double = 180) throws -> Any? {
    let answer = try call(
      "Runtime.evaluate",
      ["expression": expression, "returnByValue": true, "awaitPromise": true], within: seconds)
    if let exception = answer["exceptionDetails"] {
      throw Chromium.Failure(description: "\(expression.prefix(200)): \(exception)")
    }
    return (answer["result"] as? [String: Any])?["value"]
  }

  func number(_ expression: String) throws -> Double {
    try #require(try evaluate(expression) as? NSNumber).doubleValue
  }

  /// Sends a mouse event at a point of the page with the timestamp `time` in seconds since 1970.
  func mouse(
    _ type: String, x: Double, y: Double, isPressed: Bool = true, at time: Double
  ) throws {
    try call(
      "Input.dispatchMouseEvent",
      [
        "type": type, "x": x, "y": y, "button": "left", "buttons": isPressed ? 1 : 0,
        "clickCount": 1, "timestamp": time,
      ])
  }

  func wheel(x: Double, y: Double, by delta: Double) throws {
    try call(
      "Input.dispatchMouseEvent",
      ["type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": delta])
  }

  func press(_ key: String, code: Int) throws {
    for type in ["keyDown", "keyUp"] {
      try call(
        "Input.dispatchKeyEvent",
        ["type": type, "key": key, "code": key, "windowsVirtualKeyCode": code])
    }
  }
}

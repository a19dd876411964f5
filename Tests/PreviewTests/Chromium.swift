import Foundation
import Synchronization
import Testing

/// A browser for one test.
///
/// Starting a Chromium takes almost a second of processor time, and opening a page in it half a
/// second. So a process and its pages are used by one test after the other. No page stores anything
/// in the browser, and each starts with a new session of the DevTools protocol, without the settings
/// of the page before.
final class Chromium {
  private let process: ChromiumProcess

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
    process = try Self.idle.withLock { $0.popLast() } ?? ChromiumProcess()
  }

  deinit {
    // A process that does not answer is ended.
    let answer = try? process.call("Browser.getVersion", within: 30)
    if answer != nil, process.isRunning { Self.idle.withLock { $0.append(process) } }
  }

  /// Opens an empty page, or one that was closed.
  fileprivate func openPage() throws -> (target: String, session: String) {
    let target =
      try process.closedPages.popLast()
      ?? (try #require(
        try call("Target.createTarget", ["url": "about:blank"])["targetId"] as? String))
    // A page that is not in front draws no frames.
    try call("Target.activateTarget", ["targetId": target])
    let attached = try call("Target.attachToTarget", ["targetId": target, "flatten": true])
    return (target, try #require(attached["sessionId"] as? String))
  }

  /// Ends everything in a page and keeps it for another one.
  fileprivate func closePage(_ target: String, session: String) {
    let isEmpty =
      try? call(
        "Page.navigate", ["url": "about:blank"], session: session, within: 30)["errorText"] == nil
    let detached = try? call("Target.detachFromTarget", ["sessionId": session], within: 30)
    if isEmpty == true, detached != nil { process.closedPages.append(target) }
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

/// An open page of a browser. It is closed when the object is deallocated.
final class BrowserPage {
  private let browser: Chromium
  private let target: String
  private let session: String

  /// Opens a page and waits until `readiness` is `true`. By default this is its attribute
  /// `data-ready`.
  init(
    _ address: String, in browser: Chromium, width: Int = 1200, height: Int = 900,
    readiness: String = "document.documentElement.dataset.ready ?? ''"
  ) throws {
    self.browser = browser
    (target, session) = try browser.openPage()
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

  deinit { browser.closePage(target, session: session) }

  @discardableResult
  func call(
    _ method: String, _ parameters: [String: Any] = [:], within seconds: Double = 180
  ) throws -> [String: Any] {
    try browser.call(method, parameters, session: session, within: seconds)
  }

  /// Evaluates a JavaScript expression and awaits its value at most `seconds`. A page that navigates
  /// meanwhile may never answer.
  @discardableResult
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

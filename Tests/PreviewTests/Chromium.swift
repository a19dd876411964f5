import Foundation
import Testing

/// A headless Chromium controlled with the DevTools protocol over pipes. It ends when the object is
/// deallocated.
final class Chromium {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  /// A folder with a short name: Chromium creates a socket in it, and the path of a socket is limited
  /// to 107 bytes.
  private let profile = NSTemporaryDirectory() + "browser-" + UUID().uuidString.prefix(8)
  private var received: [UInt8] = []
  private var lastID = 0

  /// The path of the browser, or `nil` if none is installed.
  static let executable = Executable.path(of: ["chromium", "chromium-browser", "google-chrome"])

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  init() throws {
    let executable = try #require(Chromium.executable)
    // The pipes of the protocol are the browser's file descriptors 3 and 4.
    let options = [
      "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
      "--force-color-profile=srgb", "--no-first-run", "--disable-background-networking",
      "--user-data-dir=\(profile)", "about:blank",
    ]
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      ["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>/dev/null", executable] + options
    process.standardInput = input
    process.standardOutput = output
    // Temporary files are removed with the profile.
    try FileManager.default.createDirectory(atPath: profile, withIntermediateDirectories: true)
    process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": profile]) { $1 }
    try process.run()
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
    // The browser's other processes write for some time after it ends.
    for _ in 0..<100 where FileManager.default.fileExists(atPath: profile) {
      do {
        try FileManager.default.removeItem(atPath: profile)
      } catch {
        usleep(20_000)
      }
    }
  }

  /// Calls a method and waits for its result at most `seconds`.
  @discardableResult
  func call(
    _ method: String, _ parameters: [String: Any] = [:], session: String? = nil,
    within seconds: Double = 180
  ) throws -> [String: Any] {
    let end = Date(timeIntervalSinceNow: seconds)
    lastID += 1
    var message: [String: Any] = ["id": lastID, "method": method, "params": parameters]
    message["sessionId"] = session
    let bytes = try JSONSerialization.data(withJSONObject: message)
    // A write to a closed pipe would end the tests.
    guard process.isRunning else { throw Failure(description: "the browser has ended") }
    try input.fileHandleForWriting.write(contentsOf: bytes + [0])
    while true {
      let answer = try nextMessage(before: end)
      guard answer["id"] as? Int == lastID else { continue }
      if let error = answer["error"] { throw Failure(description: "\(method): \(error)") }
      return answer["result"] as? [String: Any] ?? [:]
    }
  }

  private func nextMessage(before end: Date) throws -> [String: Any] {
    while true {
      if let end = received.firstIndex(of: 0) {
        let message = Data(received[..<end])
        received.removeSubrange(...end)
        return try JSONSerialization.jsonObject(with: message) as? [String: Any] ?? [:]
      }
      var waiting = pollfd(
        fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, Int32(max(0, end.timeIntervalSinceNow) * 1000)) > 0 else {
        throw Failure(description: "the browser has not answered in time")
      }
      let bytes = output.fileHandleForReading.availableData
      guard !bytes.isEmpty else { throw Failure(description: "the browser has ended") }
      received += bytes
    }
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
    let target = try browser.call("Target.createTarget", ["url": "about:blank"])
    let identifier = try #require(target["targetId"] as? String)
    let attached = try browser.call(
      "Target.attachToTarget", ["targetId": identifier, "flatten": true])
    session = try #require(attached["sessionId"] as? String)
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

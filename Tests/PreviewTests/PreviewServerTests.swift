import Foundation
import Preview
import Rendering
import Synchronization
import TestSupport
import Testing

/// The server of `preview --watch`, asked over plain sockets and by a browser.
///
/// Server and client need threads of the runtime's pool at once, which tests that block take up: run
/// them alone, with `TWHEADER_TEST_SERVER=1 swift test --filter PreviewServerTests`.
@Suite(
  .serialized, .enabled(if: ProcessInfo.processInfo.environment["TWHEADER_TEST_SERVER"] == "1"))
struct PreviewServerTests {
  /// A server that runs while the body does; the body is given its port.
  private func serving<Value>(_ body: (PreviewServer, UInt16) throws -> Value) async throws -> Value
  {
    let server = try PreviewServer()
    let address = Mutex<String?>(nil)
    let task = Task { try await server.run { text in address.withLock { $0 = text } } }
    defer { task.cancel() }
    for _ in 0..<1000 where address.withLock({ $0 }) == nil {
      try await Task.sleep(for: .milliseconds(10))
    }
    let text = try #require(address.withLock { $0 })
    let url = try #require(URL(string: text))
    #expect(url.host() == "127.0.0.1")
    return try body(server, UInt16(try #require(url.port)))
  }

  /// The answer to a request, as it was received.
  private func ask(
    _ port: UInt16, _ method: String = "GET", _ path: String = "/", host: String? = nil
  ) throws -> String {
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(connection) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        connect(connection, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(connected == 0)
    let request =
      "\(method) \(path) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(port)")\r\n"
      + "Content-Length: 0\r\nConnection: close\r\n\r\n"
    _ = Array(request.utf8).withUnsafeBytes { send(connection, $0.baseAddress, $0.count, 0) }
    var answer: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(connection, &piece, piece.count, 0)
      guard count > 0 else { break }
      answer += piece[..<count]
    }
    return String(decoding: answer, as: UTF8.self)
  }

  @Test func theNewestEditionIsServed() async throws {
    try await serving { server, port in
      try #expect(ask(port).contains("the page is being made"))
      server.publish("<p>one</p>")
      try #expect(ask(port).hasSuffix("<p>one</p>"))
      try #expect(ask(port, "GET", "/changes").hasSuffix(#"{"edition":1, "error":null}"#))
      server.publish(error: "swipe.json:1:2: no")
      try #expect(ask(port).hasSuffix("<p>one</p>"))
      try #expect(ask(port, "GET", "/changes").contains("swipe.json:1:2: no"))
    }
  }

  @Test func onlyItsOwnPagesAreServedToItsOwnName() async throws {
    try await serving { server, port in
      server.publish("<p>one</p>")
      try #expect(ask(port).hasPrefix("HTTP/1.1 200"))
      try #expect(ask(port, "POST").hasPrefix("HTTP/1.1 405"))
      try #expect(ask(port, "GET", "/etc/passwd").hasPrefix("HTTP/1.1 404"))
      for host in ["example.com", "127.0.0.1", "example.com:\(port)"] {
        let answer = try ask(port, "GET", "/", host: host)
        #expect(answer.hasPrefix("HTTP/1.1 421"))
        #expect(!answer.contains("one"))
      }
    }
  }

  @Test(.enabled(if: Chromium.executable != nil)) func aWatchedPageLoadsItselfAgain() async throws {
    var preview = PreviewPage()
    preview.header = TestPage.mimic.request
    let made = try preview.make(with: Renderer.Resources(fonts: try TestPage.fonts.get()))
    try await serving { server, port in
      server.publish(made.html(edition: server.nextEdition))
      let page = try BrowserPage("http://127.0.0.1:\(port)/#paused", in: try Chromium())
      func waits(for expression: String) throws -> Bool {
        for _ in 0..<200 {
          if try page.evaluate(expression) as? Bool == true { return true }
          Thread.sleep(forTimeInterval: 0.05)
        }
        return false
      }
      _ = try page.evaluate("(preview.player.seek(1.5), 0)")
      server.publish(error: "card.json:3:4: no")
      #expect(
        try waits(for: "document.getElementById('problem').textContent.includes('card.json')"))
      server.publish(made.html(edition: server.nextEdition))
      #expect(
        try waits(
          for: "document.documentElement.dataset.edition === '2' && window.preview !== undefined"
            + " && preview.player.time === 1.5"))
    }
  }
}

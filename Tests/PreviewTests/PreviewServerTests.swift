import Foundation
import Preview
import Rendering
import Synchronization
import TestSupport
import Testing

/// The server of `preview --watch`, tested with plain sockets and with a browser.
@Suite struct PreviewServerTests {
  /// Runs a server during the body, which gets its port.
  ///
  /// The body blocks, so it runs on a separate thread: the few threads of the runtime are for the
  /// server. It must use `#require` instead of `#expect`, because expectations on other threads are
  /// not attributed to a test.
  private func serving(
    warn: @escaping @Sendable (String) -> Void = { _ in },
    _ body: @escaping @Sendable (PreviewServer, UInt16) throws -> Void
  ) async throws {
    let server = try PreviewServer()
    let (addresses, found) = AsyncStream.makeStream(of: String.self)
    // Without a high priority its work would wait behind that of all tests which are ready to run,
    // for minutes on a busy machine.
    let task = Task(priority: .high) {
      try await server.run(ready: { found.yield($0) }, warn: warn)
    }
    defer { task.cancel() }
    var waiting = addresses.makeAsyncIterator()
    let address = try #require(await waiting.next())
    let url = try #require(URL(string: address))
    #expect(url.host() == "127.0.0.1")
    let port = UInt16(try #require(url.port))
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      Thread.detachNewThread { done.resume(with: Result { try body(server, port) }) }
    }
  }

  /// Returns the response to a request without parsing it.
  private func ask(
    _ port: UInt16, _ method: String = "GET", _ path: String = "/", host: String? = nil
  ) throws -> String {
    try ask(
      port,
      sending: "\(method) \(path) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(port)")\r\n"
        + "Content-Length: 0\r\nConnection: close\r\n\r\n")
  }

  private func connected(to port: UInt16) throws -> Int32 {
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
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
    return connection
  }

  /// Returns the response to any bytes, after which the connection is closed for sending.
  private func ask(_ port: UInt16, sending request: String) throws -> String {
    let connection = try connected(to: port)
    defer { close(connection) }
    _ = Array(request.utf8).withUnsafeBytes { send(connection, $0.baseAddress, $0.count, 0) }
    shutdown(connection, Int32(SHUT_WR))
    var answer: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(connection, &piece, piece.count, 0)
      guard count > 0 else { break }
      answer += piece[..<count]
    }
    return String(decoding: answer, as: UTF8.self)
  }

  @Test func servesNewestRevision() async throws {
    let one = try TestPage.mimic.made()
    try await serving { server, port in
      try #require(ask(port).contains("the page is being made"))
      server.publish(one)
      try #require(ask(port).hasSuffix(one.html(revision: 1)))
      try #require(
        ask(port, "GET", "/changes").hasSuffix(#"{"revision":1, "error":null, "changeCount":1}"#))
      server.publish(error: "swipe.json:1:2: no")
      try #require(ask(port).hasSuffix(one.html(revision: 1)))
      try #require(ask(port, "GET", "/changes").contains("swipe.json:1:2: no"))
      // The problem was fixed.
      server.publish(one)
      try #require(
        ask(port, "GET", "/changes").hasSuffix(#"{"revision":2, "error":null, "changeCount":3}"#))
    }
  }

  /// A request from a page with the newest version is answered when there is a newer one.
  @Test func answersWhenNewVersionIsPublished() async throws {
    let one = try TestPage.mimic.made()
    try await serving { server, port in
      server.publish(one)
      try #require(ask(port, "GET", "/changes?").contains(#""revision":1"#))
      let start = ContinuousClock.now
      Thread.detachNewThread {
        Thread.sleep(forTimeInterval: 0.3)
        server.publish(one)
      }
      try #require(ask(port, "GET", "/changes?1").contains(#""revision":2"#))
      try #require(ContinuousClock.now - start > .milliseconds(100))
      // Pictures that the page already has are sent as references. Other pages get all pictures.
      try #require(ask(port, "GET", "/data?1").contains(#""pictures":[0,1"#))
      try #require(ask(port, "GET", "/data?0").contains(#""pictures":["data:image/png"#))
    }
  }

  @Test func servesOnlyKnownPagesToLocalHost() async throws {
    let one = try TestPage.mimic.made()
    try await serving { server, port in
      server.publish(one)
      try #require(ask(port).hasPrefix("HTTP/1.1 200"))
      try #require(ask(port, "POST").hasPrefix("HTTP/1.1 405"))
      try #require(ask(port, "GET", "/etc/passwd").hasPrefix("HTTP/1.1 404"))
      for host in ["example.com", "127.0.0.1", "example.com:\(port)"] {
        let answer = try ask(port, "GET", "/", host: host)
        try #require(answer.hasPrefix("HTTP/1.1 421"))
        try #require(!answer.contains("<p>"))
      }
      for text in ["", "GET\r\n\r\n", "GET http://127.0.0.1:\(port)/ HTTP/1.1\r\n\r\n"] {
        try #require(!ask(port, sending: text).contains("<p>"))
      }
      let twoHosts = "Host: 127.0.0.1:\(port)\r\nHost: example.com\r\n"
      let answer = try ask(port, sending: "GET / HTTP/1.1\r\n\(twoHosts)\r\n")
      try #require(answer.hasPrefix("HTTP/1.1 421"))
    }
  }

  /// Responses prevent caching, loading from other origins and framing by other sites.
  @Test func responsesHaveSecurityHeaders() async throws {
    let one = try TestPage.mimic.made()
    try await serving { server, port in
      server.publish(one)
      for (path, type) in [
        ("/", "text/html; charset=utf-8"), ("/changes", "application/json"),
        ("/data", "application/json"), ("/none", "text/plain; charset=utf-8"),
      ] {
        let answer = try ask(port, "GET", path)
        let head = answer.components(separatedBy: "\r\n\r\n")[0].components(separatedBy: "\r\n")
        for line in [
          "Content-Type: \(type)", "Cache-Control: no-store", "X-Content-Type-Options: nosniff",
          "Connection: close",
          "Content-Length: \(answer.utf8.count - head.joined(separator: "\r\n").utf8.count - 4)",
        ] {
          try #require(head.contains(line), "\(path): \(line)")
        }
        let policy = head.first { $0.hasPrefix("Content-Security-Policy: default-src 'none'; ") }
        try #require(policy?.hasSuffix("frame-ancestors 'none'") == true)
      }
    }
  }

  @Test func rejectsExcessConnectionsAndKeepsServing() async throws {
    let one = try TestPage.mimic.made()
    let warnings = Mutex<[String]>([])
    try await serving(warn: { warning in warnings.withLock { $0.append(warning) } }) {
      server, port in
      server.publish(one)
      let crowd = try (0..<100).map { _ in try connected(to: port) }
      // Rejected connections see the end; accepted ones are kept open.
      var last: UInt8 = 0
      try #require(recv(crowd[99], &last, 1, 0) == 0)
      try #require(recv(crowd[0], &last, 1, Int32(MSG_DONTWAIT)) == -1)
      crowd.forEach { close($0) }
      for _ in 0..<200 where try ask(port).isEmpty { Thread.sleep(forTimeInterval: 0.05) }
      try #require(ask(port).hasSuffix(one.html(revision: 1)))
    }
    #expect(
      warnings.withLock { $0 } == [
        "too many open files; connections beyond 64 are rejected"
      ])
  }

  @Test(.enabled(if: Chromium.executable != nil)) func watchedPageReloads() async throws {
    let made = try TestPage.mimic.made()
    try await serving { server, port in
      server.publish(made)
      let page = try BrowserPage("http://127.0.0.1:\(port)/#paused", in: try Chromium())
      // An evaluation that the reload interrupts fails or gets no answer.
      func waits(for expression: String) -> Bool {
        let end = Date(timeIntervalSinceNow: 180)
        while Date() < end {
          if (try? page.evaluate(expression, within: 10)) as? Bool == true { return true }
          Thread.sleep(forTimeInterval: 0.05)
        }
        return false
      }
      _ = try page.evaluate("(preview.player.seek(1.5), 0)")
      server.publish(error: "card.json:3:4: no\ncard.json:5:6: neither")
      try #require(
        waits(for: "document.getElementById('problem').textContent.includes('card.json:3:4')"))
      // Each error is on a line of its own.
      let lines = "document.getElementById('problem').innerText.split('\\n').length"
      try #require(try page.evaluate(lines) as? Int == 2)
      server.publish(made)
      try #require(
        waits(
          for: "document.documentElement?.dataset.revision === '2'"
            + " && window.preview?.player.time === 1.5"))
      _ = try page.evaluate("(preview.player.restore({ offset: 70, inputs: {} }), 0)")
      server.publish(made)
      try #require(
        waits(
          for: "document.documentElement?.dataset.revision === '3'"
            + " && window.preview?.player.live?.offset === 70"))
    }
  }
}

package import FileAccess
import FlyingSocks
import PortableFoundation
import StrictJSON
import Synchronization

/// Serves the newest revision of a page on this machine only.
///
/// Listens on 127.0.0.1 at a port chosen by the system. Responds only to GET requests for three
/// paths whose Host is its own address, so that pages of other sites cannot read it through a host
/// name of their own (DNS rebinding).
package final class PreviewServer: Sendable {
  private struct Revision {
    var number = 0
    var page: PreviewPage.Result?
    var before: PreviewPage.Result?
    var error: String?
    /// The number of published revisions and errors. Pages compare it with the number they know.
    var changeCount = 0
  }

  private let socket: Socket
  /// The address and port that requests must have as Host.
  private let host: String
  private let revision = Mutex(Revision())
  /// The number of open connections.
  private let connections = Mutex(0)
  /// The maximum number of connections. A browser opens six.
  private static let maxConnections = 64
  /// Temporary errors: the system lacks resources, or a client disconnected.
  private static let passingErrors = [EMFILE, ENFILE, ENOBUFS, ENOMEM, ECONNABORTED, EINTR]
  /// The maximum time for a request.
  private static let patience = Duration.seconds(10)
  /// The maximum time that a page waits for changes, and the polling interval.
  private static let longestWait = Duration.seconds(8)
  private static let interval = Duration.milliseconds(20)

  package init() throws(HeaderKitError) {
    do {
      socket = try Socket(domain: AF_INET)
      try socket.bind(to: try sockaddr_in.inet(ip4: "127.0.0.1", port: 0))
      try socket.listen()
      guard case .ip4(let address, let port) = try socket.sockname() else {
        throw SocketError.unsupportedAddress
      }
      host = "\(address):\(port)"
    } catch {
      throw Self.failure(error)
    }
  }

  private static func failure(_ error: any Error) -> HeaderKitError {
    HeaderKitError(
      .tryAgain, reason: "no server can be started: \(error)",
      remedy: "write the page to a file once, and load it by hand")
  }

  /// Publishes a new revision. Browsers show it immediately.
  package func publish(_ page: PreviewPage.Result) {
    revision.withLock { revision in
      revision = Revision(
        number: revision.number + 1, page: page, before: revision.page,
        changeCount: revision.changeCount + 1)
    }
  }

  /// Publishes the error that prevents a newer revision. Browsers show it over the current one.
  package func publish(error: String) {
    revision.withLock { revision in
      revision.error = error
      revision.changeCount += 1
    }
  }

  /// Serves requests until the task is cancelled, then closes the socket.
  ///
  /// - Parameters:
  ///   - ready: Receives the page's address.
  ///   - warn: Receives a message when connections are rejected.
  /// - Throws: `.tryAgain` if the server cannot start.
  package func run(
    ready: @escaping @Sendable (String) -> Void, warn: @escaping @Sendable (String) -> Void
  ) async throws(HeaderKitError) {
    defer { try? socket.close() }
    do {
      let pool = SocketPool<Poll>.make()
      try await pool.prepare()
      let listener = try AsyncSocket(socket: socket, pool: pool)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await pool.run() }
        group.addTask { try await self.serve(listener, warn) }
        ready("http://\(host)/")
        try await group.waitForAll()
      }
    } catch {
      throw Self.failure(error)
    }
  }

  // MARK: - Responses

  /// Accepts connections and serves them concurrently. The limit leaves file descriptors for other
  /// uses.
  private func serve(
    _ listener: AsyncSocket, _ warn: @escaping @Sendable (String) -> Void
  ) async throws {
    try await withThrowingDiscardingTaskGroup { group in
      var isCrowded = false
      func crowded(_ consequence: String) {
        if !isCrowded { warn("too many open files; " + consequence) }
        isCrowded = true
      }
      while true {
        let connection: AsyncSocket
        do {
          connection = try await listener.accept()
        } catch SocketError.failed(_, let error, _) where Self.passingErrors.contains(error) {
          crowded("new connections wait until files are closed")
          try await Task.sleep(for: .milliseconds(100))
          continue
        }
        let open = connections.withLock { count in
          count += 1
          return count
        }
        if open <= Self.maxConnections / 2 { isCrowded = false }
        let isTaken = open <= Self.maxConnections
        if !isTaken { crowded("connections beyond \(Self.maxConnections) are rejected") }
        group.addTask {
          defer {
            try? connection.close()
            self.connections.withLock { $0 -= 1 }
          }
          // Clients that disconnect or are too slow get no response.
          if isTaken { try? await self.serveOne(connection) }
        }
      }
    }
  }

  private func serveOne(_ connection: AsyncSocket) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        let request = try await HTTPRequestHead.read(from: connection)
        if request?.path == "/changes" { try await self.waitForChange(after: request?.query) }
        let response = self.response(to: request)
        try await connection.write(response.bytes)
      }
      group.addTask {
        try await Task.sleep(for: Self.patience)
        throw CancellationError()
      }
      try await group.next()
      group.cancelAll()
    }
  }

  /// Returns when the change count differs from `known`, or after `longestWait`.
  private func waitForChange(after known: String?) async throws {
    let end = ContinuousClock.now + Self.longestWait
    while String(revision.withLock { $0.changeCount }) == known, ContinuousClock.now < end {
      try await Task.sleep(for: Self.interval)
    }
  }

  private func response(to request: HTTPRequestHead?) -> HTTPResponse {
    guard let request else { return HTTPResponse(status: .badRequest, body: "malformed request\n") }
    guard request.host == host else {
      return HTTPResponse(status: .misdirectedRequest, body: "this is \(host)\n")
    }
    guard request.method == "GET" else {
      return HTTPResponse(status: .methodNotAllowed, body: "only GET is supported\n")
    }
    switch request.path {
    case "/": return page
    case "/changes": return changes
    case "/data": return data(knowing: request.query)
    default: return HTTPResponse(status: .notFound, body: "only / is available\n")
    }
  }

  private var page: HTTPResponse {
    let revision = revision.withLock { $0 }
    let html =
      revision.page?.html(revision: revision.number)
      ?? PreviewPage.waiting(revision.error ?? "the page is being made")
    return HTTPResponse(status: .ok, type: "text/html; charset=utf-8", body: html)
  }

  /// Returns the data for a page that updates itself. Pictures of the previous revision are not sent
  /// again if the page has that revision.
  private func data(knowing known: String) -> HTTPResponse {
    let revision = revision.withLock { $0 }
    guard let page = revision.page else {
      return HTTPResponse(status: .notFound, body: "the page is not ready yet\n")
    }
    let before = known == String(revision.number - 1) ? revision.before : nil
    return HTTPResponse(status: .ok, type: "application/json", body: page.json(after: before))
  }

  private var changes: HTTPResponse {
    let revision = revision.withLock { $0 }
    let json = JSONWriter.object { object in
      object.member("revision", revision.number)
      object.member("error", revision.error)
      object.member("changeCount", revision.changeCount)
    }
    return HTTPResponse(status: .ok, type: "application/json", body: json)
  }
}

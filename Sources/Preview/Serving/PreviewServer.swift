package import Files
import FlyingFox
import FlyingSocks
import Foundation
import StrictJSON
import Synchronization

/// Serves the newest edition of a page on this machine alone.
///
/// It listens on 127.0.0.1, at a port that the system chooses; it answers GET alone, two paths alone,
/// and only requests whose Host is its own address, so that no page of another site can read it
/// under a name of that site's.
package final class PreviewServer: Sendable {
  private struct Edition {
    var number = 0
    var html: String?
    var error: String?
  }

  private let server: HTTPServer
  private let edition = Mutex(Edition())

  package init() throws(HeaderKitError) {
    do {
      server = HTTPServer(
        address: try sockaddr_in.inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
    } catch {
      throw Self.failure(error)
    }
  }

  private static func failure(_ error: any Error) -> HeaderKitError {
    HeaderKitError(
      .tryAgain, reason: "no server can be started: \(error)",
      remedy: "write the page to a file once, and load it by hand")
  }

  /// The number of the edition that comes next, which its page has to say.
  package var nextEdition: Int { edition.withLock { $0.number + 1 } }

  /// A new edition; browsers load it.
  package func publish(_ html: String) {
    edition.withLock { edition in
      edition = Edition(number: edition.number + 1, html: html, error: nil)
    }
  }

  /// Why there is no newer edition; browsers say it over the one that they have.
  package func publish(error: String) {
    edition.withLock { $0.error = error }
  }

  /// Answers until the task is cancelled.
  ///
  /// - Parameter ready: is given the page's address.
  package func run(ready: @escaping @Sendable (String) -> Void) async throws(HeaderKitError) {
    let server = server
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          try await server.waitUntilListening()
          guard case .ip4(_, let port) = await server.listeningAddress else { return }
          let host = "127.0.0.1:\(port)"
          await server.appendRoute("*", to: Handler(owner: self, host: host))
          ready("http://\(host)/")
        }
        group.addTask { try await server.run() }
        try await group.waitForAll()
      }
    } catch {
      throw Self.failure(error)
    }
  }

  // MARK: - Answers

  private struct Handler: HTTPHandler {
    let owner: PreviewServer
    let host: String

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
      guard request.headers[.host] == host else {
        return PreviewServer.text(.misdirectedRequest, "this is \(host)\n")
      }
      guard request.method == .GET else {
        return PreviewServer.text(.methodNotAllowed, "only GET is answered\n")
      }
      switch request.path {
      case "/": return owner.page
      case "/changes": return owner.changes
      default: return PreviewServer.text(.notFound, "there is only / here\n")
      }
    }
  }

  private var page: HTTPResponse {
    let edition = edition.withLock { $0 }
    let html = edition.html ?? PreviewPage.waiting(edition.error ?? "the page is being made")
    return Self.answer(.ok, "text/html; charset=utf-8", html)
  }

  private var changes: HTTPResponse {
    let edition = edition.withLock { $0 }
    let json = JSONWriter.object { object in
      object.member("edition", edition.number)
      object.member("error", edition.error)
    }
    return Self.answer(.ok, "application/json", json)
  }

  private static func text(_ status: HTTPStatusCode, _ text: String) -> HTTPResponse {
    answer(status, "text/plain; charset=utf-8", text)
  }

  private static func answer(
    _ status: HTTPStatusCode, _ type: String, _ body: String
  ) -> HTTPResponse {
    HTTPResponse(
      statusCode: status,
      headers: [
        .contentType: type, HTTPHeader("Cache-Control"): "no-store",
        HTTPHeader("X-Content-Type-Options"): "nosniff",
        HTTPHeader("Content-Security-Policy"):
          "default-src 'none'; img-src data:; script-src 'unsafe-inline'; "
          + "style-src 'unsafe-inline'; connect-src 'self'; frame-ancestors 'none'",
      ],
      body: Data(body.utf8))
  }
}

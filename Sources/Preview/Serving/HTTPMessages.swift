import FlyingSocks
import PortableFoundation

/// The parts of a request's head that the server needs.
struct HTTPRequestHead {
  let method: String
  /// The path without the query.
  let path: String
  /// The text after the `?`. Empty without a query.
  let query: String
  /// The `Host` header, or `nil` if it is missing or repeated.
  let host: String?

  /// The maximum size of a head in bytes. Browsers send less.
  private static let maxBytes = 32_768

  init?(_ text: String) {
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2].hasPrefix("HTTP/1."), words[1].hasPrefix("/") else {
      return nil
    }
    method = String(words[0])
    path = String(words[1].prefix { $0 != "?" })
    query = String(words[1].dropFirst(path.count + 1))
    let hosts = lines.dropFirst().compactMap { line -> String? in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].lowercased() == "host" else { return nil }
      return parts[1].split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    host = hosts.count == 1 ? hosts[0] : nil
  }

  /// Reads a head up to the empty line. Returns `nil` if it is too long or malformed.
  static func read(from connection: AsyncSocket) async throws -> HTTPRequestHead? {
    var bytes: [UInt8] = []
    while bytes.count < maxBytes {
      bytes += try await connection.read(atMost: 4096)
      if let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) {
        return HTTPRequestHead(String(decoding: bytes[..<end.lowerBound], as: UTF8.self))
      }
    }
    return nil
  }
}

/// A response. The connection is closed after it.
struct HTTPResponse {
  enum Status: String {
    case ok = "200 OK"
    case badRequest = "400 Bad Request"
    case notFound = "404 Not Found"
    case methodNotAllowed = "405 Method Not Allowed"
    case misdirectedRequest = "421 Misdirected Request"
  }

  let status: Status
  var type = "text/plain; charset=utf-8"
  let body: String

  /// The response as bytes. Its headers forbid caching, external resources and framing by other
  /// sites.
  var bytes: Data {
    let body = Data(self.body.utf8)
    let head = [
      "HTTP/1.1 \(status.rawValue)", "Content-Type: \(type)", "Content-Length: \(body.count)",
      "Connection: close", "Cache-Control: no-store", "X-Content-Type-Options: nosniff",
      "Content-Security-Policy: default-src 'none'; img-src data:; script-src 'unsafe-inline'; "
        + "style-src 'unsafe-inline'; connect-src 'self'; frame-ancestors 'none'",
    ]
    return Data((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
  }
}

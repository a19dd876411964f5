import FlyingSocks
import Foundation

/// The head of a request, as far as a server of pages asks for it.
struct HTTPRequestHead {
  let method: String
  /// Without what follows a `?`.
  let path: String
  /// What follows it; empty: nothing does.
  let query: String
  /// Nil for a request without the header, or with several.
  let host: String?

  /// More than browsers send.
  private static let mostBytes = 32_768

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
      return parts[1].trimmingCharacters(in: .whitespaces)
    }
    host = hosts.count == 1 ? hosts[0] : nil
  }

  /// Reads up to the empty line; nil for what is too long or no request.
  static func read(from connection: AsyncSocket) async throws -> HTTPRequestHead? {
    var bytes: [UInt8] = []
    while bytes.count < mostBytes {
      bytes += try await connection.read(atMost: 4096)
      if let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) {
        return HTTPRequestHead(String(decoding: bytes[..<end.lowerBound], as: UTF8.self))
      }
    }
    return nil
  }
}

/// An answer, after which the connection is closed.
struct HTTPAnswer {
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

  /// Nothing is kept, nothing is loaded from elsewhere, no other site shows it in a frame.
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

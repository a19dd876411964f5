package import CImageIO

/// An error of decoding or encoding a picture or an animation.
public struct CodecError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The category of an error. Determines the exit status.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// The bytes are in an unknown format.
    case unrecognized
    /// The bytes violate their format's rules, or a checksum is wrong.
    case malformed
    /// The bytes end too early.
    case truncated
    /// A limit set by the caller is exceeded.
    case tooLarge
    /// The file is valid but uses a feature that the decoder or encoder does not support.
    case unsupported
    /// A frame passed to an encoder does not match the animation, or no frame was passed.
    case invalidFrame
    /// An encoder option is out of range or cannot be satisfied.
    case invalidOption
    /// The encoding library failed.
    case writeFailed
    /// An allocation failed.
    case outOfMemory
  }

  /// The category of the error.
  public let kind: Kind
  /// The problem: what was found, then what was expected. Starts in lower case and has no final
  /// period.
  public let message: String
  /// The suggested fix. May be empty.
  public let hint: String
  /// The exceeded limit, or `nil` if the error has another cause.
  public let limit: DecodeLimits.Limit?

  package init(kind: Kind, message: String, hint: String = "") {
    self.kind = kind
    self.message = message
    self.hint = hint
    limit = nil
  }

  /// Creates a `.tooLarge` error with the hint to raise the limit.
  package init(beyond limit: DecodeLimits.Limit, message: String) {
    kind = .tooLarge
    self.message = message
    self.limit = limit
    hint = "raise the limit with \(limit.rawValue)"
  }

  /// The message, followed by a semicolon and the hint if there is one.
  public var description: String { hint.isEmpty ? message : "\(message); \(hint)" }

  package static let exportAgain = "re-export the file"

  /// Creates the error for a status other than `TWHEADER_OK`.
  ///
  /// - Parameters:
  ///   - format: The format's name, such as `PNG`.
  ///   - truncation: The message for bytes that end too early: what was found and what was needed.
  package init(
    _ status: twheader_status, _ error: twheader_error, format: String,
    truncation: @autoclosure () -> String
  ) {
    let message = withUnsafeBytes(of: error.message) { buffer in
      String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
    }
    let text = message.isEmpty ? "no reason given" : message
    switch status {
    case TWHEADER_TRUNCATED: self.init(truncated: truncation())
    case TWHEADER_MALFORMED: self.init(damaged: format, text)
    case TWHEADER_UNSUPPORTED:
      self.init(
        kind: .unsupported, message: "unsupported \(format): \(text)",
        hint: "export it as an ordinary 8-bit \(format) or PNG")
    case TWHEADER_OUT_OF_MEMORY:
      self.init(kind: .outOfMemory, message: "not enough memory for this \(format)")
    default: self.init(kind: .writeFailed, message: "the \(format) library failed: \(text)")
    }
  }

  package init(damaged format: String, _ text: String) {
    self.init(kind: .malformed, message: "damaged \(format): \(text)", hint: CodecError.exportAgain)
  }

  package init(truncated text: String) {
    self.init(kind: .truncated, message: "truncated: \(text)", hint: CodecError.exportAgain)
  }

  package static let noFrame = CodecError(
    kind: .invalidFrame, message: "the animation has no frames", hint: "give at least one")

  /// A call of a CImageIO function that returns a status and may fill in an error.
  package typealias Call = (_ error: UnsafeMutablePointer<twheader_error>) -> twheader_status

  /// Performs a call.
  ///
  /// - Throws: The error of `format` that corresponds to a status other than `TWHEADER_OK`.
  package static func check(
    _ format: String, truncation: @autoclosure () -> String = "", _ call: Call
  ) throws(CodecError) {
    var error = twheader_error()
    let status = call(&error)
    guard status == TWHEADER_OK else {
      throw CodecError(status, error, format: format, truncation: truncation())
    }
  }

  /// Returns the bytes that a call allocates, and releases the allocation with `free`.
  package static func bytes(
    _ format: String, free: (UnsafeMutablePointer<UInt8>?) -> Void,
    _ call: (
      UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, UnsafeMutablePointer<Int>,
      UnsafeMutablePointer<twheader_error>
    ) -> twheader_status
  ) throws(CodecError) -> [UInt8] {
    var file: UnsafeMutablePointer<UInt8>?
    var count = 0
    defer { free(file) }
    try check(format) { call(&file, &count, $0) }
    return [UInt8](UnsafeBufferPointer(start: file, count: count))
  }

  package static func check(
    _ name: String, _ value: Int, in range: ClosedRange<Int>
  ) throws(CodecError) {
    guard !range.contains(value) else { return }
    throw CodecError(
      kind: .invalidOption, message: "\(name) \(value)",
      hint: "must be \(range.lowerBound)...\(range.upperBound)")
  }
}

/// A reference-counted CImageIO reader or writer, closed when it is deallocated.
package final class CodecHandle {
  package let pointer: OpaquePointer
  private let close: (OpaquePointer?) -> Void

  package init(
    _ format: String, truncation: @autoclosure () -> String = "",
    close: @escaping (OpaquePointer?) -> Void,
    _ open: (UnsafeMutablePointer<OpaquePointer?>, UnsafeMutablePointer<twheader_error>)
      -> twheader_status
  ) throws(CodecError) {
    var opened: OpaquePointer?
    try CodecError.check(format, truncation: truncation()) { open(&opened, $0) }
    guard let opened else { throw CodecError(damaged: format, "no reason given") }
    pointer = opened
    self.close = close
  }

  deinit { close(pointer) }
}

extension Array {
  /// Creates an array of `count` elements written by `fill`. The standard library's initializer
  /// does not support typed throws.
  package init(
    count: Int, filledBy fill: (UnsafeMutablePointer<Element>) throws(CodecError) -> Void
  ) throws(CodecError) {
    var failure: CodecError?
    self.init(unsafeUninitializedCapacity: count) { target, used in
      guard let start = target.baseAddress else { return }
      do throws(CodecError) {
        try fill(start)
        used = count
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}

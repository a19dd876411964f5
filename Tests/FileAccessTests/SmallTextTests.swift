import FileAccess
import Foundation
import TestSupport
import Testing

/// The formatting of byte counts, digests, markup and errors.
@Suite struct SmallTextTests {
  @Test(
    arguments: [
      ("0", 0), ("4096", 4096), ("500M", 500 << 20), ("2G", 2 << 30), ("3MB", 3_000_000),
      ("1k", 1024), ("1kb", 1000), ("1T", 1 << 40), ("7TB", 7_000_000_000_000), ("12B", 12),
      ("", nil), ("M", nil), ("B", nil), ("-1", nil), ("1.5M", nil), ("1 M", nil), ("1MM", nil),
      ("1P", nil), ("9999999999999T", nil), ("0x10", nil), ("1BM", nil),
    ] as [(String, Int?)])
  func formatsBytesInBothUnits(text: String, bytes: Int?) {
    #expect(ByteCount(text)?.bytes == bytes)
  }

  @Test func renamingKeepsSuggestedOptions() {
    let options: [HeaderKitError.OptionValue] = [.init("encoding.maxBytes", "9")]
    let error = HeaderKitError(.badData, subject: .file("a"), reason: "is large")
    #expect(error.options.isEmpty)
    #expect(error.withOptions(options).naming { _ in "x" }.options == options)
    #expect(error.withOptions(options).description == error.description)
  }

  /// The examples in FIPS 180-2.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func digestsAreSHA256(text: String, digest: String) {
    #expect(ContentDigest(of: text).hexadecimal == digest)
    #expect(ContentDigest(of: Array(text.utf8)).description == digest)
    #expect(ContentDigest(hexadecimal: digest) == ContentDigest(of: text))
  }

  @Test(arguments: 0..<10) func digestOfPiecesEqualsDigestOfWhole(seed: Int) {
    var random = SeededRandom(seed)
    let bytes = (0..<random.number(below: 5000)).map { _ in random.byte() }
    var place = 0
    let digest = ContentDigest(ofPieces: { () -> ArraySlice<UInt8>? in
      guard place < bytes.count else { return nil }
      let end = min(bytes.count, place + random.number(below: 700))
      defer { place = end }
      return bytes[place..<end]
    })
    #expect(digest == ContentDigest(of: bytes), "seed \(seed)")
  }

  @Test(arguments: [
    "", "abc", String(repeating: "A", count: 64), String(repeating: "g", count: 64),
    String(repeating: "0", count: 63), String(repeating: "0", count: 65),
  ])
  func rejectsInvalidDigests(text: String) { #expect(ContentDigest(hexadecimal: text) == nil) }

  @Test(arguments: [
    ("a<b>&\"c\"", "a&lt;b&gt;&amp;&quot;c&quot;"), ("a\nb\tc", "a&#10;b&#9;c"), ("ü😀", "ü😀"),
    ("\u{1}\u{1F}", "\u{FFFD}\u{FFFD}"), ("\u{FFFE}\u{FFFF}", "\u{FFFD}\u{FFFD}"), ("'", "'"),
    ("&amp;", "&amp;amp;"),
  ])
  func markupIsEscaped(text: String, escaped: String) { #expect(markup(text) == escaped) }

  // MARK: - Errors

  @Test(
    arguments: [
      (HeaderKitError.Subject.none, "", "no"), (.file("a.gif"), "yes", "a.gif: no; yes"),
      (.location("x.y"), "", "x.y: no"), (.file(""), "", "no"),
      (.property(.frames), "yes", "frames: no; yes"),
    ] as [(HeaderKitError.Subject, MessageText, String)])
  func errorDescriptionJoinsItsParts(
    subject: HeaderKitError.Subject, remedy: MessageText, text: String
  ) {
    let error = HeaderKitError(.usage, subject: subject, reason: "no", remedy: remedy)
    #expect(error.description.hasSuffix(text))
    #expect(error.localizedDescription == error.description)
  }

  /// File names with control characters do not break lines or control the terminal.
  @Test func replacesControlCharactersWithSpaces() {
    let error = HeaderKitError(.noInput, subject: .file("a\n\u{1B}[2Jb\u{7F}"), reason: "no")
    #expect(error.description == "a  [2Jb : no")
  }

  /// System errors have messages with a remedy. Some change the exit status.
  @Test(
    arguments: [
      (ENOENT, .cannotCreate, "no such file or folder"), (EISDIR, .cannotCreate, "is a folder"),
      (EACCES, .cannotCreate, "permission denied"), (EPERM, .cannotCreate, "permission denied"),
      (EROFS, .cannotCreate, "is on a read-only file system"),
      (ENAMETOOLONG, .cannotCreate, "the name is too long"),
      (ELOOP, .cannotCreate, "symbolic links form a loop"),
      (ENOSPC, .writeFailed, "no space is left on the disk"),
      (EDQUOT, .writeFailed, "no space is left on the disk"),
      (EFBIG, .writeFailed, "the file would exceed the limit of file sizes"),
      (EPIPE, .writeFailed, "the reader closed the pipe"), (EIO, .writeFailed, "the device failed"),
      (EMFILE, .tryAgain, "too many files are open"),
      (ENFILE, .tryAgain, "too many files are open"),
      (ENOMEM, .tryAgain, "too little memory is left"),
      (EXDEV, .cannotCreate, "the system reports error \(EXDEV)"),
    ] as [(Int32, HeaderKitError.Code, String)])
  func explainsSystemErrors(
    systemError: Int32, code: HeaderKitError.Code, reason: String
  ) {
    let error = HeaderKitError(.cannotCreate, systemError, of: "a")
    #expect(error.code == code)
    #expect(error.reason.description == reason)
    #expect(!error.remedy.isEmpty)
    // The code stays `.noInput` if the input cannot be read.
    let input = HeaderKitError(.noInput, systemError, of: "a")
    #expect(input.code == (code == .tryAgain ? .tryAgain : .noInput))
  }

  @Test(
    arguments: [
      ("a.png", .png), ("a", .png), ("a.JPG", .jpeg), ("a.jpeg", .jpeg), ("a.webp", .webp),
      ("a.gif", nil), ("a.apng", nil), ("a.bmp", nil), ("a.svg", nil), ("a/", nil), ("%d.png", nil),
      ("a.txt", .png),
    ] as [(String, OutputFormat?)])
  func picturesArePNGsByDefault(path: String, format: OutputFormat?) {
    #expect(OutputFormat.picture(named: path) == format)
  }
}

import FileAccess
import Foundation
import Testing

/// Wrong usage: status 64, one line that names subject, fault and remedy, nothing written.
@Suite struct UsageErrorTests {
  /// Arguments as typed, and the error behind `twheader: error: `.
  static let cases: [(String, String)] = [
    ("bogus", "unknown command 'bogus'; see twheader help"),
    ("help bogus", "unknown command 'bogus'; see twheader help"),
    ("help limts", "unknown command 'limts'; did you mean 'limits'?"),
    ("rendr", "unknown command 'rendr'; did you mean 'render'?"),
    ("help rendr", "unknown command 'rendr'; did you mean 'render'?"),
    ("curve lnt swipe.json", "unknown command 'lnt'; did you mean 'lint'?"),
    ("help curve lnt", "unknown command 'lnt'; did you mean 'lint'?"),
    (
      "batch cache gc",
      "missing expected argument '--max-size <max-size>'; see twheader help batch cache gc"
    ),
    (
      "render --quiet=1",
      "the option '--quiet' does not take any value, but '1' was specified; see twheader help render"
    ),
    (
      "schema nope",
      "the value 'nope' is invalid for '<name>'; give one of the following: curve, fit, manifest, "
        + "report, scene, style, trace"
    ),
    (
      "batch run m.json --out-dir o --shard 0/3",
      "--shard: '0/3' is not valid; give i/n with n from 1 to 10000 and i from 1 to n, for example "
        + "3/8"
    ),
    ("batch run m.json --out-dir o --jobs 0", "--jobs: 0 is out of range; give 1 to 1024"),
    ("batch plan m.json --shards 0", "--shards: 0 is out of range; give 1 to 10000"),
    ("curve bogus", "unknown command 'bogus'; see twheader help curve"),
    ("render extra", "unexpected argument 'extra'; see twheader help render"),
    ("render --bogus", "unknown option '--bogus'; did you mean '--jobs'?"),
    ("render --scal 2", "unknown option '--scal'; did you mean '--scale'?"),
    ("render -j", "unknown option '-j'; see twheader help render"),
    (
      "render --style mimc",
      "--style: mimc is not known; did you mean \"mimic\"?"
    ),
    (
      "render --variant nope",
      "--variant: nope: style mimic has no such variant; it has final, first, doc"
    ),
    (
      "render --style mimic-first",
      "--style: mimic-first is not known; write --style mimic --variant first"
    ),
    ("schema", "missing expected argument '<name>'; see twheader help schema"),
    ("encode", "missing expected argument '<inputs> ...'; see twheader help encode"),
    ("render -o", "missing value for '-o <output>'; see twheader help render"),
    ("still --offset", "missing value for '--offset <offset>'; see twheader help still"),
    (
      "still --offset 1,x",
      "--offset: '1,x' is not valid: offset 2: \"x\" is not a number; write points from "
        + "rest, for example 0,40,-5"
    ),
    ("render --jobs abc", "--jobs: 'abc' is not valid; give a whole number, 1 to 1024"),
    ("render --jobs 0", "--jobs: 0 is out of range; give 1 to 1024"),
    ("render --fps 0", "--fps: 0 is out of range; give 0.1 to 240"),
    ("render --scale 9", "--scale: 9 is out of range; give 0.25 to 4, for example 2 or 1.5"),
    ("render --speed 0", "--speed: 0 is out of range; give 0.01 to 100"),
    ("render --hold-last 601", "--hold-last: 601 is out of range; give 0 to 600 seconds"),
    ("encode f --hold-first 601", "--hold-first: 601 is out of range; give 0 to 600 seconds"),
    ("encode f --speed 0", "--speed: 0 is out of range; give 0.01 to 100"),
    (
      "encode f --background red",
      "the value 'red' is invalid for '--background <color>'; see twheader help encode"
    ),
    ("render --reduce size", "--reduce: 'size' is not valid; give scale or fps"),
    (
      "render --reduce scale",
      "--reduce: requires a size limit; add --max-bytes"
    ),
    ("render --yield scale", "unknown option '--yield'; did you mean '--title'?"),
    ("render --loop -1", "missing value for '--loop <loop>'; see twheader help render"),
    ("render --loop=-1", "--loop: -1 is out of range; give 0 to 65535"),
    ("render --max-frames 0", "--max-frames: 0 is out of range; give 1 to 1099511627776"),
    (
      "render --set headerHeigth=1",
      "--set: headerHeigth: style mimic has no such constant; did you mean \"headerHeight\"?"
    ),
    (
      "render --set headerHeight=1e9",
      "--set: headerHeight: 1000000000 is out of range; give 1 to 2000"
    ),
    ("render --frames 5-2", "--frames: '5-2' is not valid; give a range such as 10-40"),
    (
      "render --curve swipe.json --frames 7-10",
      "--frames: 7-10 is not within 0-9; frames are counted from 0"
    ),
    (
      "render --curve swipe.json --fps 60",
      "--fps: 60 is too fast for a GIF: browsers play delays below 2/100 s as 10/100 s; "
        + "give at most 50, including --speed, or choose .apng"
    ),
    ("diff a b --json --annotations", "--annotations: excludes --json; give one of them"),
    (
      "batch verify m.json --baselines b --frames-folders",
      "--frames-folders: numbered frames are always one animation here; omit it"
    ),
    ("still --offset 1 --at 1", "--at: excludes --offset; give one of them"),
    ("still --curve swipe.json", "--curve: requires a time; give --at too"),
    (
      "still --curve swipe.json --at 9",
      "--at: 9.0 is not within the curve; it lasts from 0 to 0.3 s"
    ),
    ("sheet --styles mimic,", "--styles: contains an empty style; separate names by single commas"),
    ("sheet --width 1", "--width: 1 is out of range; give 16 to 2000"),
    (
      "sheet --devices iphone-8,,",
      "--devices: contains an empty device; separate names by single commas"
    ),
    (
      "trace",
      "offsets: expected one source; give --offsets, --curve, or --from with --to and --step"
    ),
    ("trace --from 1", "--from: requires --to and --step; give all three"),
    (
      "trace --from 0 --to 5 --step -1",
      "--step: a step of -1.0 does not lead from 0.0 to 5.0; give a nonzero step with the other sign"
    ),
    (
      "curve sample swipe.json --rate 5 --times 0", "--times: excludes --rate; give one of them"
    ),
  ]

  @Test(arguments: cases)
  func isOneLine(arguments: String, message: String) async throws {
    let place = try TemporaryDirectory()
    let words = arguments.split(separator: " ").map(String.init)
    let outcome = try await place.program.run(words)
    #expect(outcome.errors == "twheader: error: \(message)\n")
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(place.contents == ["swipe.json"])
  }

  /// The same for names of outputs.
  @Test(arguments: [
    (
      "-o capture.avi",
      "capture.avi: the name has an unknown extension; end it in .gif, .webp, .apng, .avif, .mp4, .webm, .y4m "
        + "or /, or give --format"
    ),
    (
      "-o http://127.0.0.1:9/a.mp4",
      "http://127.0.0.1:9/a.mp4: is a URL, not a file; name a file, or "
        + "./http://127.0.0.1:9/a.mp4"
    ),
    (
      "-o a.jpg",
      "a.jpg: a JPEG cannot contain an animation; end the name in .gif, .webp or .apng"
    ),
    (
      "-o - --format mp4",
      "--output: a video cannot be written to a stream; name a file, or choose --format y4m"
    ),
    (
      "-o frames/%04d.jpg",
      "frames/%04d.jpg: frames must be PNG files; end the name in .png, for example frames/%04d.png"
    ),
    (
      "-o a/ --format gif",
      "a/: is a folder, but the format is one file; name a file, or give --format frames"
    ),
    (
      "-o - --format frames",
      "--output: frames cannot be written to a stream; choose --format gif, apng or y4m, or name a folder"
    ),
    ("-o a.gif -o ./a.gif", "./a.gif: is given as output twice; give each output its own name"),
    ("-o a/%04d.png -o a/", "a/: is given as output twice; give each output its own name"),
    ("-o a/ -o a/0003.png", "a/0003.png: is given as output twice; give each output its own name"),
    (
      "-o a.gif --frame-manifest a.gif",
      "a.gif: is given as output twice; give each output its own name"
    ),
    (
      "--format gif -o swipe.json",
      "swipe.json: is both input and output; give the output another name"
    ),
    (
      "--format gif -o ./swipe.json",
      "./swipe.json: is both input and output; give the output another name"
    ),
    (
      "--banner - --avatar - -o a.gif",
      "-: standard input is named twice; name a file for one of the inputs"
    ),
    (
      "--json -o -",
      "--json: standard output already carries the image; write the image to a file"
    ),
  ])
  func refusesOutputs(arguments: String, message: String) async throws {
    let place = try TemporaryDirectory()
    let words = arguments.split(separator: " ").map(String.init)
    let outcome = try await place.program.run(["render", "--curve", "swipe.json"] + words)
    #expect(outcome.errors == "twheader: error: \(message)\n")
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(place.contents == ["swipe.json"])
  }

  @Test(arguments: ["still", "sheet"], ["x.gif", "x.bmp", "x/"])
  func picturesAreNoAnimations(command: String, name: String) async throws {
    let place = try TemporaryDirectory()
    let outcome = try await place.program.run([command, "-o", name])
    #expect(
      outcome.errors
        == "twheader: error: \(name): a still must be PNG, JPEG or WebP; end the name in "
        + ".png, .jpg or .webp\n")
    #expect(outcome.status == 64)
    #expect(place.contents == ["swipe.json"])
  }

  /// An input by another name: through a link, through a hard link, through a folder.
  @Test(arguments: ["link.json", "hard.json", "sub/../swipe.json", "away/swipe.json"])
  func neverReplacesAnInput(name: String) async throws {
    let place = try TemporaryDirectory()
    try place.makeFolder("sub")
    try place.makeLink("link.json", to: "swipe.json")
    try place.makeLink("away", to: ".")
    try FileManager.default.linkItem(
      atPath: place.full("swipe.json"), toPath: place.full("hard.json"))
    let before = try place.data("swipe.json")
    let outcome = try await place.program.run(
      ["render", "--curve", "swipe.json", "--format", "gif", "-o", name])
    #expect(
      outcome.errors
        == "twheader: error: \(name): is both input and output; give the output another name\n")
    #expect(outcome.status == 64)
    #expect(try place.data("swipe.json") == before)
  }

  /// A picture that only the scene document names.
  @Test(arguments: ["still", "sheet", "render"])
  func neverReplacesAScenesPicture(command: String) async throws {
    let place = try TemporaryDirectory()
    let picture = try Data(contentsOf: URL(fileURLWithPath: Fixtures.image("banner.png")))
    try place.write("banner.png", picture)
    try place.write("scene.json", #"{"version": 1, "banner": "banner.png"}"#)
    let outcome = try await place.program.run(
      [command, "--scene", "scene.json", "-o", "banner.png"])
    #expect(
      outcome.errors
        == "twheader: error: banner.png: is both input and output; give the output another name\n")
    #expect(outcome.status == 64)
    #expect(try place.data("banner.png") == picture)
  }

  @Test(.enabled(if: Terminal.isAvailable, Terminal.reason))
  func keepsBinaryDataFromATerminal() async throws {
    let place = try TemporaryDirectory()
    let terminal = try #require(Terminal())
    for command in [["render"], ["still"], ["sheet"], ["encode", Fixtures.image("disc.png")]] {
      let outcome = try await place.program.run(
        command + ["-o", "-"], sink: .handle(terminal.user))
      #expect(
        outcome.errors
          == "twheader: error: --output: binary data would go to a terminal; redirect standard "
          + "output, or give --force\n")
      #expect(outcome.status == 64)
    }
  }
}

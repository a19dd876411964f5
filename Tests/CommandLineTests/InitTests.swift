import Foundation
import HeaderModel
import Testing

struct InitTests {
  private static let names = [
    "README.md", "assets.jsonl", "avatar.png", "banner.jpg", "curve.json", "curve.schema.json",
    "header.json", "header.schema.json", "scene.json", "scene.schema.json",
  ]

  /// Each file of the starter is valid, and the scene renders.
  @Test func starterFilesAreValidAndDrawn() async throws {
    let directory = try TemporaryDirectory()
    let made = try await directory.program.run(["init", "my/header"])
    #expect(made.errors == "twheader: my/header: 10 files; README.md explains each key\n")
    #expect(
      directory.contents.filter { !$0.hasSuffix("/") } == Self.names.map { "my/header/" + $0 } + [
        "swipe.json"
      ])
    for arguments in [
      ["style", "check", "header.json"], ["curve", "lint", "curve.json"],
      ["batch", "plan", "assets.jsonl"], ["inspect", "banner.jpg"], ["inspect", "avatar.png"],
      [
        "render", "--scene", "scene.json", "--curve", "curve.json", "--crop", "header", "--width",
        "120", "--frames", "0-2", "--effort", "1", "-o", "a.gif",
      ],
    ] {
      let outcome = try await directory.program.run(arguments, in: directory.full("my/header"))
      #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
      #expect(outcome.errors == "", "\(arguments)")
    }
    for name in Self.names where name.hasSuffix(".schema.json") {
      _ = try JSONSerialization.jsonObject(with: try directory.data("my/header/" + name))
    }
    let again = try await directory.program.run(["init", "my/header"])
    #expect(again.status == 73)
    #expect(
      again.errors
        == "twheader: error: my/header/README.md: already exists; name another folder, or pass "
        + "--force to overwrite it\n")
  }

  /// The starter's scene contains the header's own texts, so it looks like the header without a
  /// scene.
  @Test(arguments: [[], ["--style", "mimic"], ["--style", "x-profile"]])
  func starterSceneChangesNothing(style: [String]) async throws {
    let directory = try TemporaryDirectory()
    #expect(try await directory.program.run(["init", "x", "--quiet"] + style).errors == "")
    for (name, arguments) in [
      ("a.png", ["--scene", "x/scene.json"]), ("b.png", ["--style", "x/header.json"]),
    ] {
      let outcome = try await directory.program.run(
        ["still", "--offset", "150", "--scale", "0.5", "-o", name] + arguments)
      #expect(outcome.errors == "")
    }
    #expect(try directory.data("a.png") == directory.data("b.png"))
  }

  @Test func starterCopiesBuiltInHeader() async throws {
    let directory = try TemporaryDirectory()
    let made = try await directory.program.run(["init", "x", "--style", "x-profile", "--quiet"])
    #expect(made.errors == "")
    let shown = try await directory.program.run(["style", "show", "x-profile"])
    #expect(try directory.data("x/header.json") == shown.output)
    let drawn = try await directory.program.run(
      ["still", "--scene", "x/scene.json", "--scale", "1", "-o", "a.png"])
    #expect(drawn.errors == "")
    let wrong = try await directory.program.run(["init", "y", "--style", "x-profil"])
    #expect(wrong.status == 64)
    #expect(
      wrong.errors.contains("--style: unknown style \"x-profil\"; did you mean \"x-profile\"?"))
  }

  /// The starter of each built-in header has a valid scene and a valid batch manifest.
  @Test(arguments: BuiltInHeader.all.map(\.name))
  func rendersStarterOfEveryHeader(name: String) async throws {
    let directory = try TemporaryDirectory()
    #expect(
      try await directory.program.run(["init", "x", "--style", name, "--quiet"]).errors == "")
    let drawn = try await directory.program.run(
      ["still", "--scene", "x/scene.json", "--scale", "0.25", "-o", "a.png"])
    #expect(drawn.errors == "")
    let planned = try await directory.program.run(
      ["batch", "run", "x/assets.jsonl", "--out-dir", "out", "--dry-run"])
    #expect(planned.status == 0)
  }

  @Test(arguments: [
    "pull-and-release", "collapse", "fling", "full-tour", "hesitate", "tap-follow", "swipe-tabs",
    "refresh",
  ])
  func namedSwipesEndAtRest(name: String) async throws {
    let directory = try TemporaryDirectory()
    let lint = try await directory.program.run(["curve", "lint", name, "--json"])
    #expect(lint.errors == "")
    #expect(lint.text.contains(#""warnings": []"#) || lint.text.contains(#""warnings":[]"#))
    let made = try await directory.program.run(["curve", "new", name, "-o", "new.json"])
    #expect(made.status == 0)
    let own = try await directory.program.run(["curve", "lint", "new.json", "--json"])
    #expect(own.text == lint.text)
  }

  @Test func suggestsSwipeForMisspelledName() async throws {
    let directory = try TemporaryDirectory()
    let outcome = try await directory.program.run(["render", "--curve", "ful-tour"])
    #expect(
      outcome.errors == "twheader: error: ful-tour: no such file; did you mean \"full-tour\"?\n")
    #expect(outcome.status == 66)
  }
}

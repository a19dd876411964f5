import Foundation
import HeaderModel
import Testing

struct InitTests {
  private static let names = [
    "README.md", "assets.jsonl", "avatar.png", "banner.jpg", "curve.json", "curve.schema.json",
    "header.json", "header.schema.json", "scene.json", "scene.schema.json",
  ]

  /// Every file is read by a command of its own, and the lot is drawn.
  @Test func everyFileOfAStarterIsReadAndDrawn() async throws {
    let place = try TemporaryDirectory()
    let made = try await place.program.run(["init", "my/header"])
    #expect(made.errors == "twheader: my/header: 10 files; README.md explains each key\n")
    #expect(
      place.contents.filter { !$0.hasSuffix("/") } == Self.names.map { "my/header/" + $0 } + [
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
      let outcome = try await place.program.run(arguments, in: place.full("my/header"))
      #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
      #expect(outcome.errors == "", "\(arguments)")
    }
    for name in Self.names where name.hasSuffix(".schema.json") {
      _ = try JSONSerialization.jsonObject(with: try place.data("my/header/" + name))
    }
    let again = try await place.program.run(["init", "my/header"])
    #expect(again.status == 73)
    #expect(
      again.errors
        == "twheader: error: my/header/README.md: already exists; name another folder, or pass "
        + "--force to overwrite it\n")
  }

  /// Its words are those of the header, to be changed.
  @Test(arguments: [[], ["--style", "mimic"], ["--style", "x-profile"]])
  func theSceneOfAStarterChangesNothingYet(style: [String]) async throws {
    let place = try TemporaryDirectory()
    #expect(try await place.program.run(["init", "x", "--quiet"] + style).errors == "")
    for (name, arguments) in [
      ("a.png", ["--scene", "x/scene.json"]), ("b.png", ["--style", "x/header.json"]),
    ] {
      let outcome = try await place.program.run(
        ["still", "--offset", "150", "--scale", "0.5", "-o", name] + arguments)
      #expect(outcome.errors == "")
    }
    #expect(try place.data("a.png") == place.data("b.png"))
  }

  @Test func aBuiltInHeaderIsCopied() async throws {
    let place = try TemporaryDirectory()
    let made = try await place.program.run(["init", "x", "--style", "x-profile", "--quiet"])
    #expect(made.errors == "")
    let shown = try await place.program.run(["style", "show", "x-profile"])
    #expect(try place.data("x/header.json") == shown.output)
    let drawn = try await place.program.run(
      ["still", "--scene", "x/scene.json", "--scale", "1", "-o", "a.png"])
    #expect(drawn.errors == "")
    let wrong = try await place.program.run(["init", "y", "--style", "x-profil"])
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("--style: x-profil is not known; did you mean \"x-profile\"?"))
  }

  /// Whatever the header's texts are, its starter is a scene that can be drawn.
  @Test(arguments: BuiltInHeader.all.map(\.name))
  func theStarterOfEveryHeaderIsDrawn(name: String) async throws {
    let place = try TemporaryDirectory()
    #expect(
      try await place.program.run(["init", "x", "--style", name, "--quiet"]).errors == "")
    let drawn = try await place.program.run(
      ["still", "--scene", "x/scene.json", "--scale", "0.25", "-o", "a.png"])
    #expect(drawn.errors == "")
    let planned = try await place.program.run(
      ["batch", "run", "x/assets.jsonl", "--out-dir", "out", "--dry-run"])
    #expect(planned.status == 0)
  }

  @Test(arguments: [
    "pull-and-release", "collapse", "fling", "full-tour", "hesitate", "tap-follow", "swipe-tabs",
    "refresh",
  ])
  func namedSwipesEndAtRest(name: String) async throws {
    let place = try TemporaryDirectory()
    let lint = try await place.program.run(["curve", "lint", name, "--json"])
    #expect(lint.errors == "")
    #expect(lint.text.contains(#""warnings": []"#) || lint.text.contains(#""warnings":[]"#))
    let made = try await place.program.run(["curve", "new", name, "-o", "new.json"])
    #expect(made.status == 0)
    let own = try await place.program.run(["curve", "lint", "new.json", "--json"])
    #expect(own.text == lint.text)
  }

  @Test func aMisspeltSwipeIsNamed() async throws {
    let place = try TemporaryDirectory()
    let outcome = try await place.program.run(["render", "--curve", "ful-tour"])
    #expect(
      outcome.errors == "twheader: error: ful-tour: no such file; did you mean \"full-tour\"?\n")
    #expect(outcome.status == 66)
  }
}

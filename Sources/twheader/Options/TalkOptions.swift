import ArgumentParser

/// How much is said on standard error.
struct TalkOptions: ParsableArguments {
  @Flag(help: "Say nothing but errors.")
  var quiet = false

  @Flag(help: "Say what was done.")
  var verbose = false
}

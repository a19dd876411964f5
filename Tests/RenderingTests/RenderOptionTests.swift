import FileAccess
import FrameEncoding
import HeaderModel
import HeaderScene
import PortableMath
import Rendering
import StrictJSON
import Testing

/// Every render option has a valid row.
@Suite struct RenderOptionTests {
  @Test(arguments: RenderOption.allCases)
  func optionsNameRequestProperties(option: RenderOption) {
    let names = option.property.rawValue.split(separator: ".")
    let request = RenderRequest()
    let found = [request as Any, request.header as Any].contains { owner in
      var owner = Optional(owner)
      for name in names {
        owner = owner.flatMap { owner in
          Mirror(reflecting: owner).children.first { $0.label.map { $0 == name } ?? false }?.value
        }
      }
      return owner != nil
    }
    #expect(found, "\(option.property.rawValue)")
  }

  @Test(arguments: RenderOption.allCases)
  func optionsHaveOneSentenceDescriptions(option: RenderOption) {
    for sentence in [option.row.help.description, option.row.negatedHelp ?? "On"] {
      #expect(sentence.first?.isUppercase == true && sentence.last != ".", "\(sentence)")
    }
  }

  /// Lower modules name properties in their errors. Each is the property of an option.
  @Test(arguments: [
    RequestProperty.framesPerSecond, .speed, .frames, .scale, .maxBytes, .reductions, .lossless,
    .effort, .pngLevel, .colors, .inputByteLimit, .pixelLimit, .frameLimit, .canvasPixelLimit,
    .sampleLimit, "playback.holdFirst", "playback.holdLast",
  ])
  func errorsUseOptionNames(property: RequestProperty) throws {
    let option = try #require(RenderOption(rawValue: property.option))
    #expect(option.property == property)
  }

  /// Options in JSON, and their texts in cache keys, which must not change.
  private static let values: [(RenderOption, json: String, cacheText: String)] = [
    (.scale, "1.5", "1.5"), (.constants, #"{"headerHeight": 120}"#, #""headerHeight"=120.0"#),
    (.inputs, #"{"page": 0.5}"#, #""page"=number(0.5)"#),
    (.crop, #""0,0,320,200""#, #""0,0,320,200""#), (.width, "480", "480"),
    (.fps, #""30000/1001""#, "30000/1001"), (.fps, "29.97", "2997/100"),
    (.holdLast, "0.5", "1/2"), (.eventRate, #""frame""#, "frame"), (.eventRate, "60", "60/1"),
    (.boomerang, "true", "true"), (.frames, "[3, 5]", "3-5"), (.quality, "9", "9"),
    (.maxBytes, "3000000", "3000000"), (.maxBytes, #""3MB""#, "3000000"),
    (.reduce, #"["scale", "fps"]"#, "fps,scale"), (.reduce, #""fps""#, "fps"), (.loop, "2", "2"),
    (.loop, "0", "0"), (.title, #""a""#, #""a""#),
    (.accent, ##""#1d9bf0""##, ##""#1D9BF0""##), (.layers, "false", "false"),
    (.theme, #""dark""#, "dark"), (.style, #""stretch""#, "stretch"),
    (.style, #""a.json""#, "document"), (.device, #""iphone-8""#, #""iphone-8""#),
  ]

  @Test(arguments: values)
  func optionIsParsedAndCounted(option: RenderOption, json: String, cacheText: String) throws {
    var request = RenderRequest()
    try request.set(option, to: try JSONValue.parse(Array(json.utf8)))
    #expect(request.cacheText(of: option) == cacheText)
  }

  /// An option has a text in cache keys if it changes outputs.
  @Test(arguments: RenderOption.allCases)
  func cacheTextCoversOutputOptions(option: RenderOption) {
    let isCounted = if case .none = option.row.cache { false } else { true }
    #expect((RenderRequest().cacheText(of: option) != nil) == isCounted, "\(option)")
  }

  @Test(arguments: [
    (RenderOption.holdLast, "601", "601 is out of range", "give 0 to 600 seconds"),
    (.scale, "9", "9 is out of range", "give 0.25 to 4, for example 2 or 1.5"),
    (.cornerRadius, "-1", "-1 is out of range", "give 0 to 1000 points"),
    (.loop, "65536", "65536 is out of range", "give 0 to 65535"),
    (.reduce, "size", "'size' is not valid", "give scale or fps"),
    (.frames, "5-2", "'5-2' is not valid", "give a range such as 10-40"),
    (.maxBytes, "3X", "'3X' is not valid", "give a size such as 4096, 800K or 3MB"),
  ])
  func rejectsInvalidOptionValues(
    option: RenderOption, typed: String, reason: String, remedy: String
  ) throws {
    let problem = try #require(throws: OptionProblem.self) {
      switch option {
      case .holdLast: let _: RationalTime = try option.value(typed)
      case .scale, .cornerRadius: let _: Double = try option.value(typed)
      case .loop: let _: Int = try option.value(typed)
      case .reduce: let _: ReductionPolicy = try option.value(typed)
      case .frames: let _: FrameRange = try option.value(typed)
      default: let _: ByteCount = try option.value(typed)
      }
    }
    #expect((problem.reason, problem.remedy) == (reason, remedy))
  }

  /// Each limit option sets its own limit.
  @Test func limitsAreIndependent() throws {
    var request = RenderRequest()
    for (option, typed) in [
      (RenderOption.maxInputBytes, "1001"), (.maxPixels, "1002"), (.maxFrames, "1003"),
      (.maxCanvasPixels, "1004"), (.maxSamples, "1005"),
    ] {
      try request.set(option, to: try JSONValue.parse(Array(typed.utf8)))
    }
    let limits = request.header.limits
    #expect(
      [limits.inputBytes, limits.pixels, limits.frames, limits.canvasPixels, limits.samples]
        == [1001, 1002, 1003, 1004, 1005])
  }

  /// A value without a name, names without a value, and invalid numbers.
  @Test(arguments: ["=3", "a", "a=", "a=x", "a=nan"])
  func parsesConstants(typed: String) throws {
    let problem = try #require(throws: OptionProblem.self) {
      let _: NamedNumber = try RenderOption.constants.value(typed)
    }
    #expect(problem.reason == "'\(typed)' is not valid")
  }

  /// A crop is printed in the form of the command line.
  @Test(arguments: ["header", "title", "1,-2,30,40.5"])
  func cropDescriptionMatchesCommandLineSyntax(typed: String) throws {
    #expect(try #require(SceneFraming.Crop(typed)).text == typed)
  }

  @Test(arguments: [("dark", [SceneTheme.dark]), ("light,dark", [.light, .dark])])
  func parsesOneOrTwoThemes(typed: String, themes: [SceneTheme]) throws {
    let list: ThemeList = try RenderOption.theme.value(typed)
    #expect(list.themes == themes)
  }
}

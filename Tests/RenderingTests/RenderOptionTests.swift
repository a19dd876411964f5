import FileAccess
import FrameEncoding
import HeaderModel
import Rendering
import StrictJSON
import Testing

/// Properties of all rows in the table of render options.
@Suite struct RenderOptionTests {
  @Test(arguments: RenderOption.allCases)
  func everyOptionNamesAPropertyOfARequest(option: RenderOption) {
    let names = option.row.property.rawValue.split(separator: ".")
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
    #expect(found, "\(option.row.property.rawValue)")
  }

  @Test(arguments: RenderOption.allCases)
  func everyOptionSaysWhatItMeansInOneSentence(option: RenderOption) {
    for sentence in [option.row.sentence.description, option.row.off ?? "On"] {
      #expect(sentence.first?.isUppercase == true && sentence.last != ".", "\(sentence)")
    }
  }

  /// Modules below the table name properties, by which errors find the option.
  @Test(arguments: [
    RequestProperty.framesPerSecond, .speed, .frames, .scale, .maxBytes, .reductions, .lossless,
    .effort, .pngLevel, .colors, .inputByteLimit, .pixelLimit, .frameLimit, .canvasPixelLimit,
    .sampleLimit, "playback.holdFirst", "playback.holdLast",
  ])
  func errorsCallAnOptionAsItsRowDoes(property: RequestProperty) throws {
    let option = try #require(RenderOption(rawValue: property.option))
    #expect(option.row.property == property)
  }

  /// Each option with a command-line value, a JSON value and an invalid value for each.
  private static let values: [(RenderOption, typed: String, json: String)] = [
    (.scale, "1.5", "1.5"), (.constants, "headerHeight=120", #"{"headerHeight": 120}"#),
    (.crop, "0,0,320,200", #""0,0,320,200""#), (.accent, "#1DA1F2", ##""#1DA1F2""##),
    (.fps, "30000/1001", #""30000/1001""#), (.fps, "29.97", "29.97"), (.holdLast, "0.5", "0.5"),
    (.eventRate, "frame", #""frame""#), (.boomerang, "true", "true"), (.frames, "3-5", "[3, 5]"),
    (.quality, "9", "9"), (.maxBytes, "3MB", "3000000"), (.reduce, "fps", #"["fps"]"#),
    (.loop, "2", "2"), (.loop, "0", "0"), (.title, "a", #""a""#), (.layers, "false", "false"),
    (.theme, "dark", #""dark""#), (.style, "stretch", #""stretch""#),
    (.device, "iphone-8", #""iphone-8""#),
  ]

  @Test(arguments: values)
  func whatIsTypedAndWhatStandsInJSONAreOne(
    option: RenderOption, typed: String, json: String
  ) throws {
    let row = option.row
    let plain = RenderRequest()
    var (first, second) = (plain, plain)
    try row.parse(typed, &first)
    try row.read(try JSONValue.parse(Array(json.utf8)), &second)
    #expect(row.canonical(first) == row.canonical(second))
    if typed != "0" { #expect(row.canonical(first) != row.canonical(plain)) }
  }

  @Test(arguments: [
    (RenderOption.holdLast, "601", "601.0 is out of range", "give 0 to 600 seconds"),
    (.scale, "9", "9 is out of range", "give 0.25 to 4, for example 2 or 1.5"),
    (.cornerRadius, "-1", "-1 is out of range", "give 0 to 1000 points"),
    (.loop, "65536", "65536 is out of range", "give 0 to 65535"),
    (.reduce, "size", "'size' is not valid", "give scale or fps"),
    (.frames, "5-2", "'5-2' is not valid", ""), (.maxBytes, "3X", "'3X' is not valid", ""),
  ])
  func whatIsTypedWronglyIsRefused(
    option: RenderOption, typed: String, reason: String, remedy: String
  ) throws {
    let problem = try #require(throws: OptionProblem.self) {
      var request = RenderRequest()
      try option.row.parse(typed, &request)
    }
    #expect((problem.reason, problem.remedy) == (reason, remedy))
  }

  /// Each limit has a different value.
  @Test func limitsAreNotTakenForEachOther() throws {
    var request = RenderRequest()
    for (option, typed) in [
      (RenderOption.maxInputBytes, "1001"), (.maxPixels, "1002"), (.maxFrames, "1003"),
      (.maxCanvasPixels, "1004"), (.maxSamples, "1005"),
    ] {
      try option.row.parse(typed, &request)
    }
    let limits = request.header.limits
    #expect(
      [limits.inputBytes, limits.pixels, limits.frames, limits.canvasPixels, limits.samples]
        == [1001, 1002, 1003, 1004, 1005])
  }

  /// A name without a value, a value without a name, and an invalid number.
  @Test(arguments: ["=3", "a", "a=", "a=x", "a=nan"])
  func aConstantHasANameAndANumber(typed: String) throws {
    let problem = try #require(throws: OptionProblem.self) {
      var request = RenderRequest()
      try RenderOption.constants.row.parse(typed, &request)
    }
    #expect(problem.reason == "'\(typed)' is not valid")
  }

  @Test func whatIsTypedTwiceIsTheLast() throws {
    var request = RenderRequest()
    for typed in ["one", "other"] { try RenderOption.title.row.parse(typed, &request) }
    for typed in ["#102030", "#FFFFFF"] { try RenderOption.accent.row.parse(typed, &request) }
    #expect(RenderOption.title.row.canonical(request) == #""other""#)
    #expect(
      RenderOption.accent.row.canonical(request)
        == "\(DocumentColor(red: 255, green: 255, blue: 255))")
  }

  /// A crop is printed in the form of the command line.
  @Test(arguments: ["header", "title", "1.0,-2.0,30.0,40.5"])
  func aCropIsToldAsItIsTyped(typed: String) throws {
    #expect(try #require(SceneFraming.Crop(typed)).text == typed)
  }

  @Test func constantsAndReductionsFollowEachOther() throws {
    var request = RenderRequest()
    for text in ["a=1", "b=2", "a=3"] { try RenderOption.constants.row.parse(text, &request) }
    #expect(request.header.constants.map(\.key) == ["a", "b", "a"])
    for text in ["scale", "fps"] { try RenderOption.reduce.row.parse(text, &request) }
    #expect(request.encoding.reductions == [.scale, .fps])
  }
}

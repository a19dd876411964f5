extension LayerProperty {
  /// The row of the property. `nil` for the second and later parts of a pair or four, which use the
  /// row of the first part.
  var written: PropertyRow? {
    switch self {
    case .x: .init(.number, "pt", 0, "Where the anchor stands, from the parent's left.")
    case .y: .init(.number, "pt", 0, "Where the anchor stands, from the parent's top.")
    case .width:
      .init(
        .number, "pt", .absent("the parent's; of a text and a horizontal list its own"),
        "How wide the frame is; never negative.")
    case .height:
      .init(
        .number, "pt", .absent("the parent's; of a text and a list its own"),
        "How high the frame is; never negative.")
    case .anchorX: .init(.pair, "of the frame", 0, "The point of the frame that stands at (x, y).")
    case .scale: .init(.number, "times", 1, "Enlarges the layer and what is in it.", in: .transform)
    case .scaleX:
      .init(.number, "times", .same(.scale), "Instead of scale, across.", in: .transform)
    case .scaleY: .init(.number, "times", .same(.scale), "Instead of scale, down.", in: .transform)
    case .rotate: .init(.number, "degrees", 0, "Turns the layer clockwise.", in: .transform)
    case .originX:
      .init(.pair, "of the frame", 0.5, "The fixed point of scale and rotation.", in: .transform)
    case .translateX: .init(.number, "pt", 0, "Moves the layer to the right.", in: .transform)
    case .translateY: .init(.number, "pt", 0, "Moves it down.", in: .transform)
    case .z: .init(.number, "", 0, "Order of painting among siblings; equal ones as written.")
    case .visible: .init(.condition, "", true, "Whether the layer and what is in it is shown.")
    case .opacity:
      .init(
        .number, "0 to 1", 1, "How opaque the layer is; a group's picture as a whole.", from: 0,
        to: 1)
    case .clip: .init(.condition, "", false, "Whether content and children end at the frame.")
    case .cornerTopLeft:
      .init(
        .four("radii"), "pt", 0,
        "One radius, or four clockwise from the top left; at most half the shorter side.", from: 0,
        key: "cornerRadius")
    case .borderWidth:
      .init(.number, "pt", .required, "How thick the line is.", in: .border, from: 0)
    case .borderColor: .init(.color, "", .ink, "The colour of the line.", in: .border)
    case .shadowColor:
      .init(
        .color, "", .color(DocumentColor(number: 0x0000_0055)),
        "The colour of the shadow, with its opacity.", in: .shadow)
    case .shadowRadius:
      .init(
        .number, "pt", 3, "How soft it is: Core Animation's, a Gaussian's sigma.", in: .shadow,
        from: 0)
    case .shadowX: .init(.number, "pt", 0, "How far to the right it falls.", in: .shadow)
    case .shadowY: .init(.number, "pt", 0, "How far down it falls.", in: .shadow)
    case .backdropRadius:
      .init(
        .number, "pt of the screen", .required, "The blur's Gaussian, its sigma.",
        in: .backdropFilter, from: 0)
    case .backdropSaturation:
      .init(
        .number, "times", 1, "How much stronger its colours are; 0: gray.", in: .backdropFilter,
        from: 0)
    case .backdropTint: .init(.color, "", .none, "A colour laid over it.", in: .backdropFilter)
    case .snap:
      .init(.condition, "", false, "Whether the frame on the screen is rounded to device pixels.")
    case .image:
      .init(
        .names, "", .required,
        "banner, avatar or a name of images, or a choice between names; in rows a list of names, "
          + "taken row by row.", of: [.image])
    case .fit:
      .init(
        .choice(ImageFit.words), "", .word("cover"),
        "How the picture is fitted into the frame: CSS's object-fit.", of: [.image])
    case .positionX:
      .init(
        .pair, "of what is left over", 0.5, "Where the picture stands in the frame.", of: [.image])
    case .sampling:
      .init(
        .choice(ImageSampling.words), "", .word("area"),
        "How it is resampled: means of what a pixel covers, or between the four nearest.",
        of: [.image])
    case .tint: .init(.color, "", .none, "A colour laid over the picture.", of: [.image])
    case .tintMode:
      .init(
        .choice(["over", "template"]), "", .word("over"),
        "Whether the tint is laid over the picture's colours or takes their place; mode for short.",
        of: [.image], otherKeys: ["mode"])
    case .blurType:
      .init(
        .choice(PropertyGroup.blurTypes), "", .required,
        "gaussian, or for the built-in headers crossfade and ladder.", in: .blur)
    case .blurRadius:
      .init(
        .number, "pt; crossfade: image points", .required,
        "How strong it is: the Gaussian's sigma; of a ladder its top step's.", in: .blur, from: 0,
        tracedIn: "gaussian")
    case .blurPasses:
      .init(
        .whole, "", .required, "How often a box of that radius is run.", in: .blur,
        variants: ["crossfade"])
    case .blurAmount:
      .init(
        .number, "0 to 1", .required, "How opaque the blurred picture lies over the sharp one.",
        in: .blur, variants: ["crossfade"], from: 0, to: 1, tracedIn: "crossfade")
    case .blurStep:
      .init(
        .whole, "", .required, "Which picture is shown; 0: the sharp one, untinted.", in: .blur,
        variants: ["ladder"], tracedIn: "ladder")
    case .blurSteps:
      .init(
        .whole, "", .required, "How many blurred pictures there are.", in: .blur,
        variants: ["ladder"])
    case .blurSaturation:
      .init(
        .number, "times", 1, "How much stronger the colours are.", in: .blur,
        variants: ["gaussian", "ladder"], from: 0)
    case .blurTint:
      .init(
        .color, "", .none, "A colour laid over the blurred picture.", in: .blur,
        variants: ["gaussian", "ladder"])
    case .text:
      .init(
        .names, "", .required,
        "A name of texts, or a choice between names; in rows a list of names, taken row by row.",
        of: [.text])
    case .font:
      .init(
        .names, "", .absent("the scene's"), "A name of fonts, files beside the document.",
        of: [.text])
    case .italic: .init(.flag, "", false, "Whether letters slant.", of: [.text])
    case .pointSize:
      .init(.number, "pt", 17, "The size of the letters.", of: [.text], from: 0, tracedIn: "")
    case .weight:
      .init(.weight, "", 400, "100 to 900 or a word; a run may have its own.", of: [.text])
    case .progress:
      .init(
        .number, "0 to 1", .absent("it turns with the time"),
        "How many spokes have appeared while the content is pulled.", of: [.activityIndicator],
        from: 0, to: 1, tracedIn: "")
    case .color:
      .init(
        .color, "", .byType([.activityIndicator: .color(DocumentColor(number: 0x8E8E_93FF))]),
        "The colour of the letters or spokes; a run may have its own.",
        of: [.text, .activityIndicator])
    case .letterSpacing: .init(.number, "pt", 0, "Added between letters.", of: [.text])
    case .alignment:
      .init(
        .choice(TextAlignment.words), "", .word("left"),
        "Where lines stand in the frame's width; start and end by the paragraph's direction.",
        of: [.text])
    case .verticalAlignment:
      .init(
        .choice(["top", "center", "bottom"]), "", .word("center"),
        "Where the lines stand in the frame's height.", of: [.text])
    case .baseline:
      .init(
        .number, "pt", .absent("by verticalAlignment"),
        "The first line's baseline, from the frame's top.", of: [.text])
    case .lines:
      .init(
        .integer(0...10_000), "", 1, "At most so many, the last ellipsised; 0: any number.",
        of: [.text])
    case .lineHeight:
      .init(
        .number, "pt", .absent("1.193 times pointSize, the system font's"),
        "From one baseline to the next; \"font\": as the font's file has it.", of: [.text], from: 0)
    case .shrinkToFit:
      .init(
        .number, "of pointSize", .absent("letters keep their size"),
        "The least size that letters shrink to until the text fits its frame.", of: [.text],
        from: 0, to: 1)
    case .icon:
      .init(
        .icon, "", .absent("path gives the shape"),
        "A built-in icon, or a choice between icons; twheader style icons lists them.", of: [.icon])
    case .path:
      .init(
        .path, "", .absent("icon gives the shape"), "SVG path data, all commands, in a unit box.",
        of: [.icon])
    case .fill:
      .init(
        .color, "", .byType([.rectangle: .none]), "The colour of the shape.",
        of: [.rectangle, .icon])
    case .gradient:
      .init(.stops, "", .required, "Two or more [position, colour], from 0 to 1.", in: .fill)
    case .gradientAngle:
      .init(.number, "degrees", 180, "CSS's: 0 goes upward, 90 to the right.", in: .fill)
    case .gradientCenterX:
      .init(.pair, "of the frame", 0.5, "The point that the colours lie around.", in: .fill)
    case .gradientRadius:
      .init(
        .number, "pt", .absent("along a line"), "How far from the point the last colour begins.",
        in: .fill, from: 0)
    case .stroke:
      .init(
        .color, "", .absent("none"),
        "Draws the shape's line in this colour, over the fill where one is given.", of: [.icon])
    case .lineWidth: .init(.number, "pt", 1, "How thick the line is.", of: [.icon], from: 0)
    case .mask:
      .init(
        .stops, "", .required, "As in a fill; only how opaque the colours are counts.", in: .mask,
        key: "gradient")
    case .maskAngle: .init(.number, "degrees", 180, "As of a fill.", in: .mask)
    case .maskCenterX: .init(.pair, "of the frame", 0.5, "As of a fill.", in: .mask)
    case .maskRadius:
      .init(.number, "pt", .absent("along a line"), "As of a fill.", in: .mask, from: 0)
    case .layout:
      .init(
        .choice(LayerLayout.words), "", .absent("children stand where they say"),
        "Visible children follow each other down or across; their own x and y are added, and the "
          + "group is as long as their sum.", of: [.group])
    case .gap: .init(.number, "pt", 0, "Between one child and the next.", of: [.group])
    case .paddingTop:
      .init(
        .four("insets"), "pt", 0,
        "One inset, or four clockwise from the top: around the children of a layout; of rows of "
          + "their own height, what follows the lowest child.", of: [.group, .list], key: "padding")
    case .count: .init(.whole, "", .required, "How many rows there are.", of: [.list], tracedIn: "")
    case .rowHeight:
      .init(
        .rowLength, "pt", .absent("pitch"),
        "How long each row is; may use index and the row's texts; auto: as long as what is in it.",
        of: [.list])
    case .pitch:
      .init(
        .rowLength, "pt", .absent("rowHeight"), "From one row to the next; may use index.",
        of: [.list])
    case .layers:
      .init(
        .layers, "", .absent("none"), "What is in it; of a list, one row.", of: [.group, .list])
    case .horizontal: .init(.flag, "", false, "Whether rows stand beside each other.", of: [.list])
    case .separatorColor:
      .init(
        .color, "",
        .colors(
          light: DocumentColor(number: 0xC6C6_C8FF), dark: DocumentColor(number: 0x3838_3AFF)),
        "The colour of the line.", in: .separator)
    case .separatorInset:
      .init(.number, "pt", 0, "From the list's left edge to the line.", in: .separator)
    case .separatorEndInset:
      .init(
        .number, "pt", .absent("0; between columns inset"), "From the line to the list's far edge.",
        in: .separator)
    case .separatorWidth:
      .init(.number, "pt", .devicePixel, "How thick the line is.", in: .separator, from: 0)
    case .style:
      .init(
        .color, "",
        .byType([
          .scrollIndicator: .color(DocumentColor(number: 0x8282_82FF)),
          .touch: .color(DocumentColor(number: 0x8080_8080)),
        ]), "light or dark content, by condition; any colour will do.",
        of: [.statusBar, .homeIndicator, .scrollIndicator, .touch])
    case .look:
      .init(
        .choice(StatusBarLook.words), "", .absent("the screen's"),
        "Of which system, and of which time of it.", of: [.statusBar])
    case .anchorY, .originY, .cornerTopRight, .cornerBottomRight, .cornerBottomLeft, .positionY,
      .fontLineHeight, .gradientCenterY, .strokeOverFill, .maskCenterY, .paddingRight,
      .paddingBottom, .paddingLeft:
      nil
    }
  }
}

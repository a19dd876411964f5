extension LayerProperty {
  /// The row of the property. `nil` for the second and later parts of a pair or four, which use the
  /// row of the first part.
  var written: PropertyRow? {
    switch self {
    case .x: .init(.number, "pt", 0, "The position of the anchor, from the parent's left edge.")
    case .y: .init(.number, "pt", 0, "The position of the anchor, from the parent's top edge.")
    case .width:
      .init(
        .number, "pt", .absent("the parent's; for a text or a horizontal list its own"),
        "The width of the frame; never negative.")
    case .height:
      .init(
        .number, "pt", .absent("the parent's; for a text or a list its own"),
        "The height of the frame; never negative.")
    case .anchorX: .init(.pair, "of the frame", 0, "The point of the frame at (x, y).")
    case .scale:
      .init(.number, "times", 1, "The scale of the layer and its children.", in: .transform)
    case .scaleX:
      .init(
        .number, "times", .same(.scale), "The horizontal scale, instead of scale.", in: .transform)
    case .scaleY:
      .init(
        .number, "times", .same(.scale), "The vertical scale, instead of scale.", in: .transform)
    case .rotate: .init(.number, "degrees", 0, "The clockwise rotation.", in: .transform)
    case .rotateX:
      .init(
        .number, "degrees", 0, "The rotation about the horizontal axis; the top tilts away.",
        in: .transform)
    case .rotateY:
      .init(
        .number, "degrees", 0, "The rotation about the vertical axis; the right side tilts away.",
        in: .transform)
    case .perspective:
      .init(
        .number, "pt", .absent("orthographic"),
        "The distance of the eye for rotateX and rotateY; more than 0.", in: .transform)
    case .originX:
      .init(.pair, "of the frame", 0.5, "The fixed point of scale and rotations.", in: .transform)
    case .translateX: .init(.number, "pt", 0, "The translation to the right.", in: .transform)
    case .translateY: .init(.number, "pt", 0, "The translation down.", in: .transform)
    case .z:
      .init(
        .number, "", 0, "The drawing order among siblings; equal values keep the document's order.")
    case .visible: .init(.condition, "", true, "Whether the layer and its children are drawn.")
    case .opacity:
      .init(
        .number, "0 to 1", 1, "The opacity of the layer; a group is composited as a whole.",
        from: 0,
        to: 1)
    case .clip:
      .init(.condition, "", false, "Whether content and children are clipped to the frame.")
    case .cornerTopLeft:
      .init(
        .four("radii"), "pt", 0,
        "One radius, or four clockwise from the top left; at most half the shorter side.", from: 0,
        key: "cornerRadius")
    case .borderWidth:
      .init(.number, "pt", .required, "The thickness of the line.", in: .border, from: 0)
    case .borderColor: .init(.color, "", .ink, "The color of the line.", in: .border)
    case .shadowColor:
      .init(
        .color, "", .color(DocumentColor(number: 0x0000_0055)),
        "The color of the shadow, with its opacity.", in: .shadow)
    case .shadowRadius:
      .init(
        .number, "pt", 3, "The blur radius as in Core Animation, a Gaussian's sigma.", in: .shadow,
        from: 0)
    case .shadowX: .init(.number, "pt", 0, "The horizontal offset.", in: .shadow)
    case .shadowY: .init(.number, "pt", 0, "The vertical offset.", in: .shadow)
    case .backdropRadius:
      .init(
        .number, "pt of the screen", .required, "The sigma of the Gaussian blur.",
        in: .backdropFilter, from: 0)
    case .backdropSaturation:
      .init(
        .number, "times", 1, "The factor of color saturation; 0 is gray.", in: .backdropFilter,
        from: 0)
    case .backdropTint:
      .init(.color, "", .none, "A color drawn over the backdrop.", in: .backdropFilter)
    case .snap:
      .init(.condition, "", false, "Whether the frame on the screen is rounded to device pixels.")
    case .image:
      .init(
        .names, "", .required,
        "banner, avatar or a declared image, or a choice between names; in rows a list of names, "
          + "used row by row.", of: [.image])
    case .fit:
      .init(
        .choice(ImageFit.keywords), "", .word("cover"),
        "The scaling of the image into the frame, as CSS's object-fit.", of: [.image])
    case .positionX:
      .init(
        .pair, "of the remaining space", 0.5, "The position of the image in the frame.",
        of: [.image])
    case .sampling:
      .init(
        .choice(ImageSampling.keywords), "", .word("area"),
        "The resampling: the mean of the area that a pixel covers, or bilinear interpolation.",
        of: [.image])
    case .tint: .init(.color, "", .none, "A color drawn over the image.", of: [.image])
    case .tintMode:
      .init(
        .choice(["over", "template"]), "", .word("over"),
        "Whether the tint is drawn over the image's colors or replaces them; mode is a short name.",
        of: [.image], otherKeys: ["mode"])
    case .blurType:
      .init(
        .choice(PropertyGroup.blurTypes), "", .required,
        "The kind of blur: gaussian, or crossfade or ladder for the built-in headers.", in: .blur)
    case .blurRadius:
      .init(
        .number, "pt; crossfade: image points", .required,
        "The strength: the Gaussian's sigma; for a ladder, that of its top step.", in: .blur,
        from: 0,
        tracedIn: "gaussian")
    case .blurPasses:
      .init(
        .whole, "", .required, "The number of box blurs of that radius.", in: .blur,
        variants: ["crossfade"])
    case .blurAmount:
      .init(
        .number, "0 to 1", .required, "The opacity of the blurred image over the sharp one.",
        in: .blur, variants: ["crossfade"], from: 0, to: 1, tracedIn: "crossfade")
    case .blurStep:
      .init(
        .whole, "", .required, "The index of the image; 0 is the sharp one without tint.",
        in: .blur,
        variants: ["ladder"], tracedIn: "ladder")
    case .blurSteps:
      .init(
        .whole, "", .required, "The number of blurred images.", in: .blur,
        variants: ["ladder"])
    case .blurSaturation:
      .init(
        .number, "times", 1, "The factor of color saturation.", in: .blur,
        variants: ["gaussian", "ladder"], from: 0)
    case .blurTint:
      .init(
        .color, "", .none, "A color drawn over the blurred image.", in: .blur,
        variants: ["gaussian", "ladder"])
    case .text:
      .init(
        .names, "", .required,
        "A declared text, or a choice between names; in rows a list of names, used row by row.",
        of: [.text])
    case .font:
      .init(
        .names, "", .absent("the scene's"), "A declared font.",
        of: [.text])
    case .italic: .init(.flag, "", false, "Whether the font is italic.", of: [.text])
    case .pointSize:
      .init(
        .number, "pt", 17, "The font size; fontSize is the same key.", of: [.text], from: 0,
        tracedIn: "", otherKeys: ["fontSize"])
    case .weight:
      .init(
        .weight, "", 400, "The font weight, 100 to 900 or a name; a run can have its own.",
        of: [.text])
    case .progress:
      .init(
        .number, "0 to 1", .absent("rotates with time"),
        "The fraction of visible spokes while the content is pulled.", of: [.activityIndicator],
        from: 0, to: 1, tracedIn: "")
    case .color:
      .init(
        .color, "", .byType([.activityIndicator: .color(DocumentColor(number: 0x8E8E_93FF))]),
        "The color of the text or the spokes; a run can have its own.",
        of: [.text, .activityIndicator])
    case .letterSpacing: .init(.number, "pt", 0, "Extra space between letters.", of: [.text])
    case .alignment:
      .init(
        .choice(TextAlignment.keywords), "", .word("left"),
        "The horizontal alignment of lines; start and end depend on the paragraph's direction.",
        of: [.text])
    case .verticalAlignment:
      .init(
        .choice(["top", "center", "bottom"]), "", .word("center"),
        "The vertical alignment of the lines in the frame.", of: [.text])
    case .baseline:
      .init(
        .number, "pt", .absent("from verticalAlignment"),
        "The first line's baseline, from the frame's top.", of: [.text])
    case .lines:
      .init(
        .integer(0...10_000), "", 1,
        "The maximum number of lines, the last with an ellipsis; 0 is unlimited.",
        of: [.text], from: 0, to: 10_000)
    case .lineHeight:
      .init(
        .number, "pt", .absent("1.193 times pointSize, the system font's"),
        "The distance between baselines; \"font\" uses the font file's.", of: [.text], from: 0)
    case .shrinkToFit:
      .init(
        .number, "of pointSize", .absent("no shrinking"),
        "The smallest size to which the text shrinks to fit its frame.", of: [.text],
        from: 0, to: 1)
    case .icon:
      .init(
        .icon, "", .absent("path"),
        "A built-in icon, or a choice between icons; twheader style icons lists them.", of: [.icon])
    case .path:
      .init(
        .path, "", .absent("icon"), "SVG path data, all commands, in a unit box.",
        of: [.icon])
    case .fill:
      .init(
        .color, "", .byType([.rectangle: .none]), "The color of the shape.",
        of: [.rectangle, .icon])
    case .gradient:
      .init(.stops, "", .required, "Two or more [position, color], from 0 to 1.", in: .fill)
    case .gradientAngle:
      .init(
        .number, "degrees", 180, "The angle as in CSS: 0 points up, 90 to the right.", in: .fill)
    case .gradientCenterX:
      .init(.pair, "of the frame", 0.5, "The center of a radial gradient.", in: .fill)
    case .gradientRadius:
      .init(
        .number, "pt", .absent("linear gradient"),
        "The distance from the center at which the last color starts.",
        in: .fill, from: 0)
    case .stroke:
      .init(
        .color, "", .absent("none"),
        "The color of the outline, drawn over the fill if there is one.", of: [.icon])
    case .lineWidth: .init(.number, "pt", 1, "The thickness of the line.", of: [.icon], from: 0)
    case .mask:
      .init(
        .stops, "", .required, "Gradient stops as in fill; only their opacity counts.", in: .mask,
        key: "gradient")
    case .maskAngle: .init(.number, "degrees", 180, "The angle, as in fill.", in: .mask)
    case .maskCenterX: .init(.pair, "of the frame", 0.5, "The center, as in fill.", in: .mask)
    case .maskRadius:
      .init(
        .number, "pt", .absent("linear gradient"), "The radius, as in fill.", in: .mask, from: 0)
    case .layout:
      .init(
        .choice(LayerLayout.keywords), "", .absent("children keep their positions"),
        "Visible children follow each other vertically or horizontally; their own x and y are "
          + "added. The group's length is their sum.", of: [.group])
    case .gap: .init(.number, "pt", 0, "The space between children.", of: [.group])
    case .paddingTop:
      .init(
        .four("insets"), "pt", 0,
        "One inset, or four clockwise from the top, around the children of a layout; in rows with "
          + "automatic height, the space below the lowest child.", of: [.group, .list],
        key: "padding")
    case .count: .init(.whole, "", .required, "The number of rows.", of: [.list], tracedIn: "")
    case .rowHeight:
      .init(
        .rowLength, "pt", .absent("pitch"),
        "The length of each row; can use index and the row's texts; auto fits the row's content.",
        of: [.list])
    case .pitch:
      .init(
        .rowLength, "pt", .absent("rowHeight"),
        "The distance between the starts of rows; can use index.",
        of: [.list])
    case .layers:
      .init(
        .layers, "", .absent("none"), "The children; for a list, those of one row.",
        of: [.group, .list])
    case .horizontal: .init(.flag, "", false, "Whether rows are placed horizontally.", of: [.list])
    case .separatorColor:
      .init(
        .color, "",
        .colors(
          light: DocumentColor(number: 0xC6C6_C8FF), dark: DocumentColor(number: 0x3838_3AFF)),
        "The color of the line.", in: .separator)
    case .separatorInset:
      .init(.number, "pt", 0, "The space from the list's left edge to the line.", in: .separator)
    case .separatorEndInset:
      .init(
        .number, "pt", .absent("0; inset between columns"),
        "The space from the line to the list's far edge.",
        in: .separator)
    case .separatorWidth:
      .init(.number, "pt", .devicePixel, "The thickness of the line.", in: .separator, from: 0)
    case .style:
      .init(
        .color, "",
        .byType([
          .scrollIndicator: .color(DocumentColor(number: 0x8282_82FF)),
          .touch: .color(DocumentColor(number: 0x8080_8080)),
        ]), "The color of the content: light, dark, a condition that selects one, or any color.",
        of: [.statusBar, .homeIndicator, .scrollIndicator, .touch])
    case .look:
      .init(
        .choice(StatusBarLook.keywords), "", .absent("the screen's"),
        "The design: of iOS 8, of iOS 13 and later, or of Android.", of: [.statusBar])
    case .anchorY, .originY, .cornerTopRight, .cornerBottomRight, .cornerBottomLeft, .positionY,
      .fontLineHeight, .gradientCenterY, .strokeOverFill, .maskCenterY, .paddingRight,
      .paddingBottom, .paddingLeft:
      nil
    }
  }
}

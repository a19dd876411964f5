import Raster

@testable import HeaderModel
@testable import HeaderScene

/// The four headers as layers of a document, from the states of their machines.
struct AdaptedHeader {
  let document: SceneDocument
  let constants: StyleConstants
  let device: Device
  let bannerSize: PixelSize

  private var width: Double { device.width }
  private var palette: ScenePalette { document.palette }
  private var texts: SceneTexts { document.texts }

  func frame(_ state: HeaderState) -> DocumentState {
    var layers: [TestLayer] = []
    for part in state.paintOrder { layers += self.layers(part, state) }
    if document.furniture.scrollIndicator {
      let top =
        switch state.style {
        case .contacts: statusBarHeight + 200
        case .mimic: statusBarHeight + (constants.value(of: .navigationBarHeight) ?? 0)
        default: statusBarHeight
        }
      layers.append(
        TestLayer(
          .scrollIndicator(DocumentColor(0x828282)), y: top, width: width,
          height: device.height - top - safeAreaBottom))
    }
    if document.furniture.homeIndicator {
      layers.append(
        TestLayer(
          .homeIndicator(DocumentColor(palette.text)), width: width, height: device.height))
    }
    return TestLayer.frame(layers, offset: state.offset)
  }

  var appearance: SceneAppearance {
    let furniture = document.furniture
    return SceneAppearance(
      background: palette.background, pressedRow: palette.pressedRow, carrier: texts.carrier,
      time: texts.time, window: texts.window,
      chrome: ScreenChrome(
        statusBar: furniture.statusBar, recordingPill: furniture.recordingPill,
        homeIndicator: furniture.homeIndicator, scrollIndicator: furniture.scrollIndicator,
        windowTitleBar: furniture.windowTitleBar,
        pointer: furniture.pointer.map { ScreenPoint(x: $0.x, y: $0.y) },
        pressedRow: furniture.pressedRow))
  }

  private var statusBarHeight: Double {
    constants.value(of: .statusBarHeight) ?? device.statusBarHeight
  }

  private var safeAreaBottom: Double {
    constants.value(of: .safeAreaBottom) ?? device.safeAreaBottom
  }

  private func layers(_ part: PaintedPart, _ state: HeaderState) -> [TestLayer] {
    switch part {
    case .rows: rows(state)
    case .subheader: subheader(state)
    case .banner: [banner(state)]
    case .title: []
    case .avatar: [avatar(state)]
    case .sectionHeader: sectionHeader(state)
    case .bar: bar(state)
    case .content: content(state)
    case .tableHeader: state.tableHeader.map { [fill($0, palette.background)] } ?? []
    case .background:
      state.background.map { rect in
        var layer = fill(rect, palette.background)
        layer.snap = true
        return [layer]
      } ?? []
    case .name: state.style == .contacts ? contactsName(state) : []
    case .header, .handle, .follow: []
    }
  }

  private func fill(_ rect: PointRect, _ color: Color) -> TestLayer {
    TestLayer(
      .rectangle(.color(DocumentColor(color))), x: rect.x, y: rect.y, width: rect.width,
      height: rect.height)
  }

  private func text(
    _ text: String, _ size: Double, _ weight: Double, _ color: Color,
    _ alignment: TextAlignment = .left, _ vertical: TextVerticalAlignment = .center,
    x: Double, y: Double, width: Double, height: Double
  ) -> TestLayer {
    TestLayer(
      .text(
        TextContent(
          runs: [TextRunContent(text: text, weight: nil, color: nil)], pointSize: size,
          weight: weight, color: DocumentColor(color), letterSpacing: 0, alignment: alignment,
          verticalAlignment: vertical, lines: 1, lineHeight: nil)), x: x, y: y, width: width,
      height: height)
  }

  private func banner(_ state: HeaderState) -> TestLayer {
    let rect = state.header.rect
    let isTransformed = state.style == .thinkandbuild || state.style == .stretch
    let scale = isTransformed ? rect.width / width : 1
    let size = (width: width, height: isTransformed ? constants[.headerHeight] : rect.height)
    let blur: ImageBlur? =
      switch state.blur {
      case .none: nil
      case .crossfade(let alpha):
        .crossfade(
          radius: constants[.blurRadius], passes: Int(constants[.blurIterations]), amount: alpha)
      case .ladder(let step, _):
        .ladder(
          step: step, steps: 10, radius: 30, saturation: 1.5,
          tint: DocumentColor(0xFFFFFF, alpha: 51))
      case .systemLight:
        .ladder(
          step: 10, steps: 10, radius: 30, saturation: 1.5,
          tint: DocumentColor(0xFFFFFF, alpha: 51))
      }
    let image = TestLayer(
      .image(
        ImageContent(
          name: "banner", path: nil, fit: .cover, positionX: 0.5, positionY: 0.5, sampling: .area,
          tint: nil, blur: blur,
          sourceCrop: PictureSize(width: bannerSize.width, height: bannerSize.height)
            .aspectFillSource(viewWidth: size.width, viewHeight: size.height))),
      width: size.width, height: size.height
    ) { $0.snap = state.style == .mimic }
    return TestLayer(.group, y: 0, width: size.width, height: size.height) {
      $0.origin = (0.5, 0)
      $0.scale = scale
      $0.translation = (0, rect.y)
      $0.clip = state.style == .thinkandbuild
      $0.children = [image]
      if state.style == .thinkandbuild, let title = state.title {
        let (x, wide) = ((width - constants[.labelWidth]) / 2, constants[.labelWidth])
        $0.children.append(
          text(
            texts.title, title.pointSize, 500, palette.barText, .center, x: x,
            y: (title.rect.y - rect.y) / scale, width: wide, height: constants[.labelHeight]))
      }
    }
  }

  private func avatar(_ state: HeaderState) -> TestLayer {
    let avatar = state.avatar
    let isTransformed = state.style == .thinkandbuild || state.style == .stretch
    let side = isTransformed ? constants[.avatarSize] : avatar.rect.width
    let scale = isTransformed ? avatar.rect.width / side : 1
    let middle = avatar.rect.x + avatar.rect.width / 2
    return TestLayer(
      .image(
        ImageContent(
          name: "avatar", path: nil,
          fit: avatar.fit == .scaleToFill ? .fill : avatar.fit == .aspectFill ? .cover : .contain,
          positionX: 0.5, positionY: 0.5, sampling: .area, tint: nil, blur: nil, sourceCrop: nil)),
      x: middle - side / 2, y: avatar.rect.maxY - side, width: side, height: side
    ) {
      $0.origin = (0.5, 1)
      $0.scale = scale
      $0.clip = true
      $0.snap = !isTransformed
      $0.corners = CornerRadii(isTransformed ? constants[.avatarCornerRadius] : avatar.cornerRadius)
      let border = isTransformed ? constants[.avatarBorderWidth] : avatar.borderWidth
      if border > 0 {
        $0.border = LayerBorder(width: border, color: DocumentColor(palette.avatarBorder))
      }
    }
  }

  private func rows(_ state: HeaderState) -> [TestLayer] {
    guard let rows = state.rows else { return [] }
    let isFields = state.style == .contacts
    let height = rows.pitch * Double(rows.count)
    let separator = ListSeparator(
      color: DocumentColor(palette.separator), inset: 15, width: 1 / Double(device.scale))
    let list = TestLayer(
      .list(
        ListContent(
          isHorizontal: false, count: rows.count, pitch: rows.pitch,
          separator: isFields ? nil : separator, rows: [])), y: rows.firstTop, width: width,
      height: height
    ) {
      for index in 0..<rows.count {
        let start = rows.pitch * Double(index)
        guard rows.firstTop + start < device.height, rows.firstTop + start + rows.pitch > 0 else {
          continue
        }
        let x = isFields ? 20.0 : 15
        let size = isFields ? constants[.rowPointSize] : 17
        $0.rows.append(
          TestLayer.Row(
            index: index, start: start, length: rows.pitch,
            layers: [
              text(
                texts.row(index), size, 400, palette.text, .left, isFields ? .top : .center, x: x,
                y: 0, width: width - 2 * x, height: rows.pitch - 0.5)
            ]))
      }
    }
    guard state.style == .stretch else { return [list] }
    return [
      fill(PointRect(x: 0, y: rows.firstTop, width: width, height: height), palette.background),
      list,
    ]
  }

  private func subheader(_ state: HeaderState) -> [TestLayer] {
    guard let rect = state.subheader, let name = state.name, let follow = state.follow else {
      return []
    }
    return [
      fill(rect, palette.background),
      text(
        texts.name, name.pointSize, 700, palette.text, x: name.rect.x, y: name.rect.y,
        width: max(1, follow.x - name.rect.x - 8), height: name.rect.height),
    ] + button(follow, radius: 2, 15, 400)
  }

  private func button(
    _ rect: PointRect, radius: Double, _ size: Double, _ weight: Double
  ) -> [TestLayer] {
    var frame = fill(rect, .clear)
    frame.corners = CornerRadii(radius)
    frame.border = LayerBorder(width: 1, color: DocumentColor(palette.followBorder))
    return [
      frame,
      text(
        texts.follow, size, weight, palette.accent, .center, x: rect.x + 2, y: rect.y,
        width: rect.width - 4, height: rect.height),
    ]
  }

  private func sectionHeader(_ state: HeaderState) -> [TestLayer] {
    guard let rect = state.sectionHeader?.rect else { return [] }
    let x = (rect.width - 212) / 2
    let y = (rect.height - 28) / 2
    var control = TestLayer(.group, x: rect.x + x, y: rect.y + y, width: 212, height: 29)
    control.corners = CornerRadii(4)
    control.border = LayerBorder(width: 1, color: DocumentColor(palette.accent))
    let part = 212 / Double(texts.segments.count)
    control.children = [
      TestLayer(
        .list(
          ListContent(
            isHorizontal: true, count: texts.segments.count, pitch: part,
            separator: ListSeparator(color: DocumentColor(palette.accent), inset: 0, width: 1),
            rows: [])), width: 212, height: 29
      ) {
        for (index, segment) in texts.segments.enumerated() {
          $0.rows.append(
            TestLayer.Row(
              index: index, start: part * Double(index), length: part,
              layers: [
                text(
                  segment, 13, 400, palette.accent, .center, x: 2, y: 0, width: part - 4,
                  height: 29)
              ]))
        }
      }
    ]
    let line = 1 / Double(device.scale)
    return [
      fill(rect, palette.background), control,
      fill(
        PointRect(x: rect.x, y: rect.maxY - line, width: rect.width, height: line),
        palette.sectionLine),
    ]
  }

  private func bar(_ state: HeaderState) -> [TestLayer] {
    let statusBar = TestLayer(
      .statusBar(DocumentColor(palette.statusBar)), width: width, height: statusBarHeight)
    guard state.style == .mimic else { return [statusBar] }
    let height = constants[.navigationBarHeight]
    var layers = [
      text(
        texts.cancel, 17, 400, palette.barText, x: 8.5, y: statusBarHeight, width: 80,
        height: height),
      TestLayer(
        .icon(
          IconContent(shape: .named("magnifier"), paint: .fill(DocumentColor(palette.barText)))),
        x: width - 34, y: statusBarHeight + (height - 20) / 2, width: 17, height: 17
      ) { $0.snap = true },
    ]
    if let title = state.title, let subtitle = state.subtitle {
      layers.append(
        TestLayer(.group, y: statusBarHeight, width: width, height: height) {
          $0.clip = true
          $0.children = [
            text(
              texts.title, title.pointSize, 700, palette.barText, .center, x: 64,
              y: title.rect.y - statusBarHeight, width: width - 128, height: title.rect.height),
            text(
              texts.subtitle, subtitle.pointSize, 700, palette.barText, .center, x: 64,
              y: subtitle.rect.y - statusBarHeight, width: width - 128,
              height: subtitle.rect.height),
          ]
        })
    }
    return layers + [statusBar]
  }

  private func content(_ state: HeaderState) -> [TestLayer] {
    if let spacer = state.spacer { return [fill(spacer, palette.spacer)] }
    guard let name = state.name, let handle = state.handle, let follow = state.follow,
      let heart = state.heart
    else { return [] }
    return [
      text(
        texts.name, name.pointSize, 500, palette.text, x: name.rect.x, y: name.rect.y,
        width: name.rect.width, height: name.rect.height),
      text(
        texts.handle, handle.pointSize, 400, palette.secondaryText, x: handle.rect.x,
        y: handle.rect.y, width: handle.rect.width, height: handle.rect.height),
    ] + button(follow, radius: 5, 14, 500) + [
      TestLayer(
        .icon(IconContent(shape: .named("heart"), paint: .fill(DocumentColor(palette.icon)))),
        x: heart.x, y: heart.y, width: heart.width, height: heart.height)
    ]
  }

  private func contactsName(_ state: HeaderState) -> [TestLayer] {
    guard let name = state.name, name.visible else { return [] }
    return [
      text(
        texts.name, name.pointSize, 400, palette.text, .center, .top, x: 20, y: name.rect.y,
        width: width - 40, height: name.rect.height)
    ]
  }
}

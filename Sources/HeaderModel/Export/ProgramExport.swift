package import StrictJSON

extension HeaderInterpreter {
  /// Writes the compiled document for another interpreter. Indices are those of the compiled
  /// program, NaN is written as `null`. Expressions that only traces use come last and are omitted.
  package func writeProgram(to writer: inout JSONObjectWriter) {
    let program = program
    let exported = 0..<(program.declared.trace?.firstCell ?? program.cells.count)
    let codeEnd =
      exported.upperBound < program.cells.count
      ? program.starts[exported.upperBound] : program.code.count
    writer.member("name", document.name)
    writer.array("code") { code in
      for instruction in program.code[..<codeEnd] { instruction.write(to: &code, cells) }
    }
    writer.member("starts", program.starts[exported].map(Double.init))
    writer.member("fixed", exported.filter { program.isFixed[$0] }.map(Double.init))
    writer.array("names") { names in
      for cell in program.cells[exported] {
        names.element(cell.name.map(JSONScalar.string) ?? .null)
      }
    }
    writer.objects("interpolations", program.interpolations) { $1.write($0) }
    writer.member("inputs", cells.inputs)
    writer.member("inputNames", Input.allCases.map(\.name))
    writeDeclarations(to: &writer)
    writer.objects("layers", program.layers) { $1.write($0.definition, environment) }
    writer.writeProperties(environment)
    writer.member("roots", program.declared.roots.map(Double.init))
  }

  private func writeDeclarations(to writer: inout JSONObjectWriter) {
    let program = program
    writer.objects("constants", program.declared.constants.indices) { index, object in
      let constant = program.declared.constants[index]
      object.member("name", constant.facts.name)
      object.member("cell", constant.cell)
      object.member("unit", constant.facts.unit)
      object.member("range", constant.facts.allowed.map { [$0.lowerBound, $0.upperBound] })
      object.member("description", constant.facts.description)
      object.member("set", document.constantValues[index])
      object.member("number", program.cells[constant.cell].kind == .number)
    }
    writer.objects("memory", program.declared.memory) { entry, object in
      object.member("name", entry.name)
      object.member("launch", entry.launch)
      object.member("boolean", entry.isBoolean)
      object.write("transition", entry.transition)
    }
    writer.write("rules", program.declared.rules, program.cells)
    writer.object("interaction") { $0.write(program.declared.interaction, in: self) }
    writer.objects("phases", program.declared.phases) { phase, object in
      object.member("name", phase.name)
      object.member("when", phase.when)
    }
    writer.object("scroll") { scroll in
      scroll.member("contentHeight", program.declared.scroll.contentHeight)
      scroll.member("maximumOffset", program.declared.scroll.maximumOffset)
      scroll.member("viewportHeight", program.declared.scroll.viewportHeight)
      scroll.member("restOffset", program.declared.scroll.restOffset)
      scroll.member("snapOffsets", program.declared.scroll.snapOffsets.map(Double.init))
    }
    writeAssets(to: &writer)
  }

  private func writeAssets(to writer: inout JSONObjectWriter) {
    let program = program
    writer.array("colors") { colors in
      for rows in cells.setup.colors { colors.element(.numbers(rows)) }
    }
    writer.member("fonts", document.fontFiles.map(\.lastComponent))
    writer.member("textNames", program.declared.texts.map(\.name))
    writer.object("textNumbers") { numbers in
      for (text, cell) in program.declared.textNumbers.sorted(by: { $0.value < $1.value }) {
        numbers.member(text, cell)
      }
    }
    writer.array("texts") { texts in
      for text in document.texts {
        texts.array { rows in
          for row in text.rows {
            rows.array { runs in for run in row { runs.object { $0.write(run) } } }
          }
        }
      }
    }
    writer.objects("images", program.declared.images.indices) { index, object in
      let image = program.declared.images[index]
      object.member("name", image.name)
      object.member("paths", document.paths(ofImage: index))
      object.array("sizes") { sizes in
        for size in setup.imageSizes[index] {
          sizes.element(size.map { .numbers([Double($0.width), Double($0.height)]) } ?? .null)
        }
      }
    }
  }
}

extension Instruction {
  /// Writes the name of the instruction, followed by its operands. A font metric is written as a
  /// plain number.
  fileprivate func write(to writer: inout JSONArrayWriter, _ cells: CellEvaluator) {
    let operands: [JSONScalar] =
      switch self {
      case .push(let value): [.number(value)]
      case .letters(let font, let part): [.number(cells.letters(ofFont: font)[part])]
      case .input(let index), .memory(let index), .shown(let index), .color(let index),
        .cell(let index), .jump(let index), .jumpIfFalse(let index),
        .jumpIfFalseElseDrop(let index), .jumpIfTrueElseDrop(let index), .interpolate(let index),
        .listLength(let index):
        [.integer(index)]
      case .pressed(let layer, let isInRow): [.integer(layer), .boolean(isInRow)]
      case .rowCell(let first, let count): [.integer(first), .integer(count)]
      case .measure(let layer, let vertical): [.integer(layer), .boolean(vertical)]
      default: []
      }
    let name = if case .letters = self { "push" } else { String("\(self)".prefix { $0 != "(" }) }
    writer.array { array in for part in [.string(name)] + operands { array.element(part) } }
  }
}

extension JSONObjectWriter {
  fileprivate mutating func write(_ run: DeclaredRun) {
    member("text", run.text)
    member("weight", run.weight)
    member("color", run.color)
  }

  fileprivate mutating func write(_ table: Interpolation) {
    member("count", table.count)
    member("color", table.isColor)
    member("left", table.left.rawValue)
    member("right", table.right.rawValue)
    if let easing = table.easing { object("easing") { $0.write(easing) } }
  }

  fileprivate mutating func write(_ key: String, _ rules: [[Rule]], _ cells: [Cell]) {
    array(key) { lists in
      for rules in rules {
        lists.array { list in
          for rule in rules {
            list.object { object in
              object.member("id", rule.id)
              object.member("when", rule.when)
              object.member("delay", rule.delay)
              object.write("set", pairs: rule.assignments)
              object.member("offset", rule.offset)
              object.write("transition", rule.transition)
              object.member("keyPath", rule.cell.map { cells[$0].json.keyPath })
            }
          }
        }
      }
    }
  }

  fileprivate mutating func write(
    _ interaction: InteractionDefinition, in header: HeaderInterpreter
  ) {
    let cells = header.program.cells
    member("used", interaction.isUsed)
    member("movesEdges", header.setup.movesEdges)
    member("knowsTouches", header.knowsTouches)
    member("edgeSlots", header.setup.edgeSlots.map(Double.init))
    let scroll = header.program.declared.scroll
    member("minimumOffset", scroll.minimumOffset)
    member("snapToStart", scroll.snapsToStart)
    member("snapToEnd", scroll.snapsToEnd)
    objects("inputs", interaction.inputs.indices) { index, object in
      let input = interaction.inputs[index]
      object.member("name", input.slot.name)
      object.member("launch", input.slot.launch)
      object.member("boolean", input.slot.isBoolean)
      object.member("set", header.document.inputValues[index])
      object.member("range", input.range.map { [Double($0.lower), Double($0.upper)] })
      object.member("points", input.points)
      object.member("step", input.step)
    }
    object("rules") { kinds in
      kinds.write("dragStart", interaction.rules(.onDragStart), cells)
      kinds.write("dragEnd", interaction.rules(.onDragEnd), cells)
      kinds.write("rest", interaction.rules(.onRest), cells)
      kinds.write("input", interaction.rules(.onInput), cells)
    }
    object("onTap") { layers in
      for (layer, rules) in interaction.onTap.sorted(by: { $0.key < $1.key }) {
        layers.write("\(layer)", rules, cells)
      }
    }
    objects("settle", scroll.settle) { rule, object in
      object.member("isAtRest", rule.isAtRest)
      object.member("when", rule.when)
      object.write(rule)
      object.objects("next", rule.next) { $1.write($0) }
    }
  }

  private mutating func write(_ rule: SettleRule) {
    member("to", rule.to)
    member("duration", rule.duration)
    member("delay", rule.delay)
    object("easing") { $0.write(rule.easing) }
    member("keyPath", rule.keyPath)
  }

  fileprivate mutating func write(_ key: String, _ transition: Transition?) {
    guard let transition else { return }
    object(key) { object in
      object.member("duration", transition.duration)
      object.member("delay", transition.delay)
      object.object("easing") { $0.write(transition.easing) }
    }
  }
}

"use strict";

// A header fed one scroll event after the other: memory, rules, transitions and phases, and for
// every frame how all layers stand. What an event does not assign keeps its old value.

class Header {
  // `constants` maps names to numbers that replace the document's.
  constructor(data, constants = {}) {
    const { program, device } = data;
    this.program = program;
    this.measurer = new TextMeasurer(program, data.measures);
    this.cells = new Cells(program, constants, (layer, row, values, width) =>
      this.measurer.size(layer, row, values, width));
    this.evaluator = new LayerEvaluator(this.cells, this.measurer, data);
    this.targets = program.memory.map((entry) => this.cells.value(entry.launch));
    this.travels = program.memory.map(() => null);
    this.cells.memory = this.targets.slice();
    this.last = null;
    const { scroll } = program;
    this.restOffset = this.cells.number(scroll.restOffset, 0) + 0;
    this.cells.set("contentOffset", this.restOffset);
    this.cells.invalidate();
    this.viewportHeight = Math.max(1, this.cells.number(scroll.viewportHeight, device.height));
    this.largestOffset = scroll.maximumOffset !== null
      ? Math.max(0, this.cells.value(scroll.maximumOffset))
      : Math.max(0, this.cells.number(scroll.contentHeight, 0) - device.height);
    this.snapOffsets = scroll.snapOffsets.map((cell) => this.cells.value(cell));
    this.transitions = program.memory.map((entry) => transition(entry.transition));
    this.rules = program.rules.map((rules) =>
      rules.map((rule) => ({ ...rule, own: transition(rule.transition) })));
  }

  // The content is `offset` points from rest; `time` in seconds, null: events without times, whose
  // transitions end at once.
  receive(given, time = null, isDragging = false) {
    const { cells, last } = this;
    const offset = Math.min(Math.max(given, -1e9), 1e9) + 0;
    const delta = last ? offset - last.offset : 0;
    let velocity = 0;
    if (time !== null && last && last.time !== null && time > last.time) {
      velocity = delta / (time - last.time);
    }
    cells.set("offset", offset);
    cells.set("contentOffset", offset + this.restOffset);
    cells.set("delta", delta);
    cells.set("velocity", velocity);
    cells.set("time", time ?? 0);
    cells.set("dragging", isDragging ? 1 : 0);
    this.remember(this.targets);
    for (const rules of this.rules) {
      const rule = rules.find((candidate) => cells.condition(candidate.when, true));
      if (rule) this.run(rule, time);
    }
    this.last = { offset, time };
  }

  run(rule, time) {
    const values = rule.set.map(([, cell]) => this.cells.value(cell));
    rule.set.forEach(([index], place) => this.assign(values[place], index, rule.own, time));
    this.remember(this.targets);
  }

  // The first event's values, and those of events without times, are there at once.
  assign(value, index, own, time) {
    if (value === this.targets[index]) return;
    const shown = time === null ? this.targets[index] : this.shown(index, time);
    this.targets[index] = value + 0;
    this.travels[index] = null;
    const way = own ?? this.transitions[index];
    if (time === null || !this.last || this.program.memory[index].boolean || !way) return;
    const duration = this.cells.value(way.duration);
    if (!(duration >= 0 && duration <= 3600)) {
      this.cells.fail(way.duration, `${duration} is no duration; give 0 to 3600 seconds`);
    }
    if (duration === 0) return;
    this.travels[index] = {
      from: shown, to: this.targets[index], start: time, duration, easing: way.easing };
  }

  remember(memory) {
    this.cells.memory = memory.slice();
    this.cells.invalidate();
  }

  shown(index, time) { return travelled(this.travels[index], time) ?? this.targets[index]; }

  // How the header stands at a frame's own time, null: the last event's.
  state(time = null, rows = true) {
    const { cells, program } = this;
    const moment = time ?? this.last?.time ?? null;
    cells.set("time", moment ?? 0);
    this.remember(this.targets);
    const phase = program.phases.find((candidate) => cells.condition(candidate.when, true));
    let isAnimating = false;
    if (moment !== null && this.travels.some((travel) => travel)) {
      this.remember(this.targets.map((_, index) => this.shown(index, moment)));
      isAnimating = this.travels.some((travel) => travelled(travel, moment) !== null);
    }
    const layers = this.evaluator.layers(rows);
    return {
      time: moment ?? 0, offset: cells.get("offset"), contentOffset: cells.get("contentOffset") + 0,
      phase: phase ? phase.name : null, memory: this.named(cells.memory),
      memoryTargets: this.named(this.targets), isAnimating: isAnimating || this.evaluator.usesTime,
      layers,
    };
  }

  named(values) {
    return Object.fromEntries(this.program.memory.map((entry, index) =>
      [entry.name, entry.boolean ? values[index] !== 0 : values[index] + 0]));
  }

  // The value of a constant.
  constant(constant) { return this.cells.value(constant.cell); }
}

// Its duration is an expression; null where there is none.
function transition(exported) {
  return exported
    ? { duration: exported.duration, easing: easingFunction(exported.easing) } : null;
}

// What a travelling number shows; null: it has arrived.
function travelled(travel, time) {
  if (!travel || !(time < travel.start + travel.duration)) return null;
  const progress = Math.min(Math.max(0, (time - travel.start) / travel.duration), 1);
  return travel.from + (travel.to - travel.from) * travel.easing(progress);
}

// A state as `twheader trace` prints it.
function traced(state, program) {
  const layers = {};
  for (const layer of [...state.layers].sort((a, b) => a.index - b.index)) {
    const entry = {
      frame: layer.frame,
      scale: layer.scaleX === layer.scaleY ? layer.scaleX : [layer.scaleX, layer.scaleY],
    };
    if (layer.rotation !== 0) entry.rotate = layer.rotation;
    entry.opacity = layer.effectiveOpacity;
    entry.z = layer.z;
    entry.visible = layer.visible;
    if (layer.type === "image") entry.sourceCrop = layer.content.crop;
    for (const [path, name, blurType] of program.traced[layer.type] ?? []) {
      const [key, inner] = path.split(".");
      const value = layer.values[name];
      if (!inner) entry[key] = value;
      else if (layer.values.blurType === blurType) entry[key] = { [inner]: value };
    }
    layers[layer.id] = entry;
  }
  const { offset, contentOffset, phase, memory, memoryTargets } = state;
  return { offset, contentOffset, phase, memory, memoryTargets, layers };
}

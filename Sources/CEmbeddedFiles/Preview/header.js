"use strict";

// A header that processes events one after the other: memory, rules, transitions and phases. For
// every frame it returns the state of all layers. Memory that an event does not assign keeps its
// value.

const MOST_SECONDS = 3600;

class Header {
  // `constants` maps names to numbers that replace the document's.
  constructor(data, constants = {}) {
    const { program, device } = data;
    this.program = program;
    this.measurer = new TextMeasurer(program, data.measures);
    this.cells = new Cells(program, constants, (layer, row, values, width) =>
      this.measurer.size(layer, row, values, width));
    this.evaluator = new LayerEvaluator(this.cells, this.measurer, data);
    this.memory = program.memory.map((entry) => ({ ...entry, transition: transition(entry) }));
    // The memory slots, then the inputs.
    this.slots = [...this.memory, ...program.interaction.inputs];
    this.targets = this.slots.map(({ launch, set }) => set ?? this.cells.value(launch));
    this.travels = this.slots.map(() => null);
    this.assignedInputs = [];
    // The rules that wait for their delay, with the time at which they run and their list row.
    this.waiting = [];
    // The motion of the content that rules asked for at the last event. A duration of null is a
    // jump.
    this.wantedMotion = null;
    this.last = null;
    // The key path of the last executed rule, for messages.
    this.lastRule = null;
    const { cells } = this;
    cells.memory = this.targets.slice();
    this.readsShown = program.code.some(([name]) => name === "shown");
    this.restOffset = cells.number(program.scroll.restOffset, 0) + 0;
    cells.set("contentOffset", this.restOffset);
    cells.invalidate();
    this.viewportHeight = Math.max(
      1, cells.number(program.scroll.viewportHeight, device.height));
    this.updateEdges();
    this.largestOffset = Math.max(0, this.edges[1]);
    this.snapOffsets = program.scroll.snapOffsets.map((cell) => cells.value(cell));
    this.rules = compiled(program.rules);
  }

  // Evaluates the edges of the content.
  updateEdges() {
    const { cells, program: { scroll, interaction } } = this;
    const maximum = scroll.maximumOffset !== null ? cells.value(scroll.maximumOffset)
      : cells.number(scroll.contentHeight, 0) - cells.get("screen.height");
    const start = clampedOffset(cells.number(interaction.minimumOffset, 0)) + 0;
    this.edges = [start, Math.max(start, 0, Math.min(1e9, maximum))];
    cells.set("start", this.edges[0]);
    cells.set("end", this.edges[1]);
    cells.invalidate();
  }

  // Updates the edges, which rules may have moved.
  moveEdges() {
    if (!this.program.interaction.movesEdges) return;
    this.remember(this.targets, this.last?.time ?? null);
    this.updateEdges();
  }

  // Updates the edges during a transition that they depend on.
  moveEdgesAt(time) {
    this.remember(this.targets, time);
    this.updateEdges();
  }

  // The end in seconds of the last transition in progress that the edges depend on, or null.
  edgeTransitionEnd(time) {
    const ends = this.program.interaction.edgeSlots.map((slot) => this.travels[slot])
      .map((travel) => (travel ? travel.start + travel.duration : -Infinity));
    const end = Math.max(-Infinity, ...ends);
    return end > time ? end : null;
  }

  // Processes an event. Of each list of rules, the first whose condition holds is executed.
  //
  // - offset: The offset in points from rest.
  // - time: The time in seconds. null for events without times, whose transitions end immediately.
  // - velocity: The velocity in points per second. null computes it from the previous event.
  process({ offset: given, time = null, isDragging = false, velocity = null }, lists) {
    const { cells, last } = this;
    const offset = clampedOffset(given) + 0;
    const delta = last ? offset - last.offset : 0;
    const hasPassed = time !== null && last && last.time !== null && time > last.time;
    const position = this.position(offset);
    this.assignedInputs = [];
    this.wantedMotion = null;
    cells.set("offset", offset);
    cells.set("contentOffset", offset + this.restOffset);
    cells.set("delta", delta);
    cells.set("velocity", velocity ?? (hasPassed ? delta / (time - last.time) : 0));
    cells.set("time", time ?? 0);
    cells.set("dragging", isDragging ? 1 : 0);
    cells.set("position", position);
    cells.set("positionDelta", last ? position - this.position(last.offset) : 0);
    this.remember(this.targets, time);
    for (const rules of lists) {
      const rule = rules.find((candidate) => cells.condition(candidate.when, true));
      if (rule) this.start(rule, time);
    }
    this.last = { offset, time };
  }

  // Clamps an offset to the current edges.
  position(offset) { return Math.min(Math.max(this.edges[0], offset), this.edges[1]); }

  // Runs a rule, or lets it wait for its delay. A rule that waits already starts to wait anew.
  start(rule, time) {
    const delay = this.seconds(rule.delay);
    if (time === null || delay === 0) {
      this.run(rule, time);
      return;
    }
    const index = this.cells.get("index");
    this.waiting = this.waiting.filter((other) =>
      other.rule.id !== rule.id || other.index !== index);
    this.waiting.push({ time: time + delay, index, rule });
  }

  // The time in seconds at which the next delayed rule runs, or null.
  get nextDelay() {
    return this.waiting.length ? Math.min(...this.waiting.map(({ time }) => time)) : null;
  }

  // Runs the delayed rules whose time has come, in order of time.
  runDelayed(event) {
    const due = this.waiting.filter(({ time }) => time <= event.time)
      .sort((a, b) => a.time - b.time);
    this.waiting = this.waiting.filter(({ time }) => time > event.time);
    for (const { index, rule } of due) {
      const outer = this.cells.get("index");
      this.cells.set("index", index);
      this.process(event, [[{ ...rule, when: null, delay: null }]]);
      this.cells.set("index", outer);
    }
  }

  run(rule, time) {
    this.lastRule = rule.keyPath;
    const values = rule.set.map(([, cell]) => this.cells.value(cell));
    const offset = rule.offset === null ? null : this.cells.value(rule.offset);
    rule.set.forEach(([slot], index) => this.assign(values[index], slot, rule.transition, time));
    if (offset !== null && time !== null && this.last) {
      const duration = this.seconds(rule.transition?.duration);
      this.wantedMotion = {
        offset, duration: duration > 0 ? duration : null,
        delay: this.seconds(rule.transition?.delay),
        easing: rule.transition?.easing ?? new Easing({ type: "linear" }), rule: rule.keyPath,
      };
    }
    this.remember(this.targets, time);
  }

  // Assigns a value. It is immediate for the first event and for events without times.
  assign(given, index, ruleTransition, time) {
    const slot = this.slots[index];
    const input = index - this.memory.length;
    if (input >= 0) this.assignedInputs.push(input);
    const value = (input >= 0 ? this.limited(input, given) : given) + 0;
    if (value === this.targets[index]) return;
    const from = time === null ? this.targets[index] : this.shown(index, time);
    this.targets[index] = value;
    this.travels[index] = null;
    const motion = ruleTransition ?? slot.transition;
    if (time === null || !this.last || slot.boolean || !motion) return;
    const duration = this.seconds(motion.duration);
    const delay = this.seconds(motion.delay);
    if (duration === 0 && delay === 0) return;
    this.travels[index] = {
      from, to: value, start: time + delay, duration, easing: motion.easing };
  }

  // Evaluates a duration or a delay in seconds. 0 without one.
  seconds(cell) {
    const seconds = this.cells.number(cell, 0);
    if (!(seconds >= 0 && seconds <= MOST_SECONDS)) {
      this.cells.fail(cell, `${seconds} is not a valid duration; give 0 to 3600 seconds`);
    }
    return seconds;
  }

  // Sets the memory that expressions see. Displayed values are those at `time`, or the targets if
  // null.
  remember(memory, time = null) {
    this.cells.memory = memory.slice();
    if (this.readsShown) {
      this.cells.shown = this.targets.map((target, index) =>
        (time === null ? target : this.shown(index, time)));
    }
    this.cells.invalidate();
  }

  shown(index, time) { return traveled(this.travels[index], time) ?? this.targets[index]; }

  // The end of the last transition in seconds. 0 without transitions.
  get settlingTime() {
    return Math.max(0, ...this.travels.map((travel) => (travel ? travel.start + travel.duration : 0)));
  }

  // Returns the state at a frame's time, or at the last event's time if null.
  state(time = null, rows = true) {
    const { cells, program } = this;
    const moment = time ?? this.last?.time ?? null;
    cells.set("time", moment ?? 0);
    this.remember(this.targets, moment);
    const phase = program.phases.find((candidate) => cells.condition(candidate.when, true));
    let isAnimating = false;
    if (moment !== null && this.travels.some((travel) => travel)) {
      cells.memory = this.targets.map((_, index) => this.shown(index, moment));
      cells.invalidate();
      isAnimating = this.travels.some((travel) => traveled(travel, moment) !== null);
    }
    const layers = this.evaluator.layers(rows);
    const [seen, inputs] = [cells.memory, cells.memory.slice(this.memory.length)];
    return {
      time: moment ?? 0, offset: cells.get("offset"), contentOffset: cells.get("contentOffset") + 0,
      phase: phase ? phase.name : null, memory: named(this.memory, seen),
      memoryTargets: named(this.memory, this.targets),
      inputs: named(program.interaction.inputs, inputs),
      isAnimating: isAnimating || this.evaluator.usesTime, layers,
    };
  }

  // Returns the value of a constant.
  constant(constant) { return this.cells.value(constant.cell); }
}

const clampedOffset = (offset) => Math.min(Math.max(offset, -1e9), 1e9);

function named(slots, values) {
  return Object.fromEntries(slots.map(({ name, boolean }, index) =>
    [name, boolean ? values[index] !== 0 : values[index] + 0]));
}

// Compiles the transitions of rule lists.
function compiled(lists) {
  return lists.map((rules) => rules.map((rule) => ({ ...rule, transition: transition(rule) })));
}

// Returns a transition, whose duration is an expression, or null if there is none.
function transition({ transition: exported }) {
  return exported
    ? { duration: exported.duration, delay: exported.delay, easing: new Easing(exported.easing) } : null;
}

// Returns the displayed value of a number in transition, or null after its end.
function traveled(travel, time) {
  if (!travel || !(time < travel.start + travel.duration)) return null;
  const progress = Math.min(Math.max(0, (time - travel.start) / travel.duration), 1);
  return travel.from + (travel.to - travel.from) * travel.easing.at(progress);
}

// Returns a state in the format of `twheader trace`.
function traced(state, program) {
  const layers = {};
  for (const layer of [...state.layers].sort((a, b) => a.index - b.index)) {
    const entry = {
      frame: layer.frame,
      scale: layer.scaleX === layer.scaleY ? layer.scaleX : [layer.scaleX, layer.scaleY],
    };
    if (layer.rotation !== 0) entry.rotate = layer.rotation;
    if (layer.tilt?.x) entry.rotateX = layer.tilt.x;
    if (layer.tilt?.y) entry.rotateY = layer.tilt.y;
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
  const { offset, contentOffset, phase, memory, memoryTargets, inputs } = state;
  return { offset, contentOffset, phase, memory, memoryTargets, inputs, layers };
}

"use strict";

// A header that responds to all kinds of events: it settles releases, hit-tests taps and has
// inputs.

class InteractiveHeader extends Header {
  constructor(data, constants) {
    super(data, constants);
    const { interaction } = this.program;
    this.isInteractive = interaction.used;
    this.knowsTouches = interaction.knowsTouches;
    this.settlesAtRest = interaction.settle.some(({ isAtRest }) => isAtRest);
    this.eventRules = Object.fromEntries(["dragStart", "dragEnd", "rest", "input"].map((kind) =>
      [kind, compiled(interaction.rules[kind])]));
    this.taps = new Map(Object.entries(interaction.onTap).map(([layer, lists]) =>
      [Number(layer), compiled(lists)]));
    this.settling = interaction.settle.map((rule) =>
      ({
        ...rule, easing: new Easing(rule.easing),
        next: rule.next.map((step) => ({ ...step, easing: new Easing(step.easing) })),
      }));
    this.descriptions = interaction.inputs.map((input) => this.description(input));
  }

  // The constant properties of an input. A condition has no range.
  description({ name, range, points, step }) {
    const { cells } = this;
    return {
      name, range: range && range.map((cell) => cells.value(cell)),
      // Whether the document specifies the finger movement per unit. Only such inputs can be
      // panned.
      isPanned: points !== null,
      points: cells.number(points, 1), step: step === null ? null : cells.value(step),
    };
  }

  // Handles an event of a curve or of a finger.
  receive(event) {
    const { kind, layer, row = null } = event;
    if (kind === "scroll") {
      this.process(event, this.rules);
      return;
    }
    if (kind === "tap") this.cells.pressed = null;
    if (kind === "touch") this.cells.pressed = layer === null ? null : { layer, row };
    if (kind === "delay") {
      this.runDelayed(event);
      this.moveEdges();
      return;
    }
    for (const { input, value } of event.changes ?? []) this.setInput(input, value);
    const list = row === null ? null : this.listAround(layer);
    const outer = this.cells.get("index");
    if (list) this.cells.enterRow(row, list);
    this.process(event, kind === "tap" ? this.taps.get(layer) ?? [] : this.eventRules[kind] ?? []);
    if (list) this.cells.enterRow(outer, list);
    this.moveEdges();
  }

  // Returns the list that contains a layer, or null.
  listAround(layer) {
    const { layers } = this.program;
    for (let index = layers[layer].parent; index !== undefined; index = layers[index].parent) {
      if (layers[index].type === "list") return layers[index];
    }
    return null;
  }

  // Inputs.

  // Sets the initial input values, before the first event.
  launch(changes) {
    for (const { input, value } of changes) this.setInput(input, value);
    if (changes.length) this.moveEdges();
  }

  inputValue(input) { return this.targets[this.memory.length + input]; }

  // The value of an input that layers show at a time.
  shownInput(input, time) { return this.shown(this.memory.length + input, time); }

  // Whether the x, width, anchor, scale or translation of a layer depends on an input.
  isMovedBy(input, layer) {
    const { code, starts, layers } = this.program;
    const slot = this.memory.length + input;
    const seen = new Set();
    const follows = (cell) => {
      if (seen.has(cell)) return false;
      seen.add(cell);
      for (let pc = starts[cell]; code[pc][0] !== "done"; pc += 1) {
        const [name, first, count] = code[pc];
        if ((name === "memory" || name === "shown") && first === slot) return true;
        if (name === "cell" && follows(first)) return true;
        if (name === "rowCell" && [...Array(count).keys()].some((row) => follows(first + row))) {
          return true;
        }
      }
      return false;
    };
    return ["x", "width", "anchorX", "scaleX", "translateX"].some((name) =>
      name in layers[layer].cells && follows(layers[layer].cells[name]));
  }

  // Sets an input, limited to its range. Ends its transition.
  setInput(input, value) {
    const slot = this.memory.length + input;
    this.targets[slot] = this.limited(input, value) + 0;
    this.travels[slot] = null;
  }

  limited(input, value) {
    const range = this.descriptions[input].range ?? [value, value];
    return Math.min(Math.max(value, range[0]), range[1]);
  }

  // Settling.

  // Returns the settlement of a motion, or null if it continues freely.
  settle({ isAtRest, time, velocity, target, isBeyondEdge }) {
    const { cells } = this;
    if (!this.settling.length && !this.snapOffsets.length) return null;
    cells.set("time", time);
    cells.set("velocity", velocity);
    cells.set("target", target);
    cells.set("delta", 0);
    cells.set("positionDelta", 0);
    cells.set("position", this.position(cells.get("offset")));
    cells.set("dragging", 0);
    this.remember(this.targets, time);
    const rule = this.settling.find((candidate) =>
      candidate.isAtRest === isAtRest && cells.condition(candidate.when, true));
    if (rule) {
      return { ...this.settlement(rule), next: rule.next.map((step) => this.settlement(step)) };
    }
    const offset = isAtRest || isBeyondEdge ? null : this.snapped(target, velocity);
    return offset === null ? null : { offset, duration: null, rule: "scroll.snapToOffsets" };
  }

  settlement(rule) {
    const { cells } = this;
    const offset = cells.value(rule.to);
    const duration = rule.duration === null ? null : cells.value(rule.duration);
    if (duration !== null && !(duration > 0 && duration <= MOST_SECONDS)) {
      cells.fail(rule.duration, `${duration} is not a valid duration; give more than 0, at most 3600 seconds`);
    }
    const delay = this.seconds(rule.delay);
    return { offset, duration, delay, easing: rule.easing, rule: rule.keyPath };
  }

  // The rule of React Native on iOS (RCTScrollView, scrollViewWillEndDragging).
  snapped(target, velocity) {
    const { snapOffsets, program: { interaction } } = this;
    if (!snapOffsets.length) return null;
    const [first, last] = [snapOffsets[0], snapOffsets.at(-1)];
    const offset = this.cells.get("offset");
    const end = this.edges[1];
    if (target >= last && !interaction.snapToEnd) return offset >= last ? null : last;
    if (target <= first && !interaction.snapToStart) return offset <= first ? null : first;
    const inside = (neighbor) => Math.min(Math.max(neighbor, 0), Math.max(0, end));
    const smaller = inside(snapOffsets.findLast((snap) => snap <= target) ?? 0);
    const larger = inside(snapOffsets.find((snap) => snap >= target) ?? end);
    if (velocity !== 0) return velocity > 0 ? larger : smaller;
    return target - smaller < larger - target ? smaller : larger;
  }

  // Taps. The result is a layer with rules and its row, or `{ layer: null }` if the tap hits none.

  // Hit-tests a point of the screen: returns the topmost layer with rules whose frame contains it.
  // Frames are clipped by clipping layers around them.
  tapAt(point, time) {
    let found = { layer: null };
    const walk = (layers, row, isInside) => {
      // The clipping layers around the current one: the end of each, and whether it contains the
      // point.
      const clips = [];
      layers.forEach((layer, index) => {
        while (clips.length && clips.at(-1).end < index) clips.pop();
        const isSeen = isInside && clips.every(({ isHit }) => isHit);
        const isHit = holds(layer.frame, point);
        if (isSeen && isHit && layer.visible && this.taps.has(layer.index)) {
          found = { layer: layer.index, row };
        }
        if (layer.values.clip) clips.push({ end: index + layer.count, isHit });
        for (const entry of layer.content.rows ?? []) {
          walk(entry.layers, entry.index, isSeen && (isHit || !layer.values.clip));
        }
      });
    };
    if (this.taps.size) walk(this.state(time).layers, null, true);
    return found;
  }

  // Returns a layer by name. In a list, `row` selects the row.
  tapOn(name, row, time) {
    const find = (layers) => {
      for (const layer of layers) {
        if (layer.id === name) return { layer, row: null };
        for (const entry of layer.content.rows ?? []) {
          if (row !== null && entry.index !== row) continue;
          const found = find(entry.layers);
          if (found) return { layer: found.layer, row: entry.index };
        }
      }
      return null;
    };
    const found = find(this.state(time).layers);
    if (!found || !found.layer.visible || (row === null) !== (found.row === null)) {
      throw new EvaluationError(`tap: "${name}" cannot be tapped at ${time} s`);
    }
    return { layer: found.layer.index, row: found.row };
  }
}

// Whether a frame contains a point. The left and top edges are included.
function holds([x, y, width, height], [atX, atY]) {
  return atX >= x && atX < x + width && atY >= y && atY < y + height;
}

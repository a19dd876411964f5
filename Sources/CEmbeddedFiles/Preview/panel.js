"use strict";

// The panels next to the header: its values, the curve with a playhead, and sliders for its inputs
// and constants.

// Formats a value for people.
const shown = (value) => (value === null || value === undefined ? "–"
  : typeof value === "boolean" ? (value ? "true" : "false")
    : typeof value === "string" ? value
      : Number.isInteger(value) ? String(value) : value.toFixed(2));

function element(name, text = "", attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// The values of all layers, the memory and the phase.
class ValuesPanel {
  constructor(root) {
    this.summary = root.querySelector("#summary");
    this.memory = root.querySelector("#memory");
    this.layers = root.querySelector("#layers");
    this.rows = new Map();
  }

  show(player) {
    const { state } = player;
    if (!state) return;
    this.fill(this.summary, [
      ["offset", state.offset], ["time", player.time], ["phase", state.phase],
    ]);
    this.fill(this.memory, Object.entries(state.memory).map(([name, value]) => {
      const target = state.memoryTargets[name];
      return [name, target === value ? shown(value) : `${shown(value)} → ${shown(target)}`];
    }));
    for (const [id, layer] of Object.entries(traced(state, player.data.program).layers)) this.showLayer(id, layer);
  }

  fill(list, entries) {
    const text = entries.map(([name, value]) => `${name}\u0000${shown(value)}`).join("\u0001");
    if (list.dataset.text === text) return;
    list.dataset.text = text;
    list.replaceChildren(...entries.flatMap(([name, value]) =>
      [element("dt", name), element("dd", shown(value))]));
  }

  showLayer(id, layer) {
    const { frame, scale, opacity, z, visible, ...rest } = layer;
    const others = { ...(rest.blur ?? {}) };
    for (const name of ["rotate", "rotateX", "rotateY", "pointSize", "progress", "count"]) {
      if (rest[name] !== undefined && rest[name] !== null) others[name] = rest[name];
    }
    const cells = [
      id, ...frame.map(shown), Array.isArray(scale) ? scale.map(shown).join(" × ") : shown(scale),
      shown(opacity), shown(z),
      Object.entries(others).map(([name, value]) => `${name} ${shown(value)}`).join(", "),
    ];
    let row = this.rows.get(id);
    if (!row) {
      row = element("tr");
      row.append(element("th", id, { scope: "row" }), ...cells.slice(1).map(() => element("td")));
      this.layers.append(row);
      this.rows.set(id, row);
    }
    row.className = visible ? "" : "hidden-layer";
    cells.forEach((text, index) => {
      const cell = row.children[index];
      if (cell.textContent !== text) cell.textContent = text;
    });
  }
}

// The curve's offsets over time. A press or drag on it moves the playhead.
class CurveView {
  constructor(canvas, player) {
    Object.assign(this, { canvas, player });
    this.context = canvas.getContext("2d");
    const seek = (event) => {
      const box = canvas.getBoundingClientRect();
      player.pause();
      player.seek((event.clientX - box.left) / box.width * player.duration);
      player.show();
    };
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      seek(event);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (event.buttons & 1) seek(event);
    });
  }

  draw() {
    const { canvas, context, player } = this;
    const density = window.devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (canvas.width !== Math.round(width * density)) {
      canvas.width = Math.round(width * density);
      canvas.height = Math.round(height * density);
    }
    const { events } = player.curve;
    const low = events.reduce((least, { offset }) => Math.min(least, offset), 0);
    const high = events.reduce((most, { offset }) => Math.max(most, offset), 1);
    const duration = Math.max(1e-6, player.duration);
    const x = (time) => time / duration * width;
    const y = (offset) => 8 + (offset - low) / (high - low) * (height - 16);
    const style = getComputedStyle(canvas);
    context.setTransform(density, 0, 0, density, 0, 0);
    context.clearRect(0, 0, width, height);
    context.strokeStyle = style.getPropertyValue("--line");
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(0, y(0));
    context.lineTo(width, y(0));
    context.stroke();
    context.strokeStyle = style.getPropertyValue("--accent");
    context.lineWidth = 2;
    context.beginPath();
    let last = events[0]?.offset ?? 0;
    context.moveTo(0, y(last));
    for (const { time, offset } of events) {
      context.lineTo(x(time), y(offset));
      last = offset;
    }
    context.lineTo(width, y(last));
    context.stroke();
    context.fillStyle = style.getPropertyValue("--accent");
    for (const { kind, time, offset } of events) {
      if (kind === "tap") context.fillRect(x(time) - 4, y(offset) - 4, 8, 8);
    }
    if (player.isFree) return;
    const head = x(player.time);
    context.strokeStyle = style.getPropertyValue("--text");
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(head, 0);
    context.lineTo(head, height);
    context.stroke();
    context.fillStyle = style.getPropertyValue("--text");
    context.beginPath();
    context.arc(head, y(player.header.last?.offset ?? 0), 4, 0, 7);
    context.fill();
  }
}

// A slider for each numeric input and a switch for each condition.
class InputsPanel {
  constructor(root, player) {
    this.player = player;
    this.rows = player.header.descriptions.map((description, input) =>
      this.row(description, input));
    root.querySelector("#inputs").append(...this.rows.map(({ label }) => label));
    root.querySelector("#inputs-part").hidden = !this.rows.length;
  }

  row({ name, range }, input) {
    const control = element("input", "", range
      ? { type: "range", min: range[0], max: range[1], step: "any" }
      : { type: "checkbox", role: "switch" });
    const number = element("output");
    const label = element("label", name);
    label.append(control, number);
    control.addEventListener("input", () =>
      this.player.setInput(input, range ? Number(control.value) : Number(control.checked)));
    return { label, control, number };
  }

  show() {
    const { header } = this.player;
    this.rows.forEach(({ control, number }, input) => {
      const value = header.inputValue(input);
      if (control.type === "checkbox") control.checked = value !== 0;
      else if (Number(control.value) !== value) control.value = value;
      number.textContent = shown(control.type === "checkbox" ? value !== 0 : value);
    });
  }
}

// A slider and a field for each constant. Changes can be copied as command line options.
class ConstantsPanel {
  constructor(root, player) {
    this.player = player;
    this.text = root.querySelector("#set-text");
    this.copy = root.querySelector("#copy");
    const list = root.querySelector("#constants");
    for (const constant of player.data.program.constants) {
      if (constant.number) list.append(this.row(constant));
    }
    this.copy.addEventListener("click", () => this.copyText());
    root.querySelector("#reset").addEventListener("click", () => {
      for (const reset of this.resets) reset();
      this.apply({});
    });
    this.apply({});
  }

  resets = [];

  row(constant) {
    const { player } = this;
    const value = player.header.constant(constant);
    const [least, most] = constant.range ?? [-Infinity, Infinity];
    const reach = Math.max(10, Math.abs(value));
    const isCount = constant.unit === "count";
    const bounds = {
      min: Math.max(least, value - reach), max: Math.min(most, value + 2 * reach),
      step: isCount ? 1 : reach > 20 ? 0.5 : 0.05,
    };
    const label = element("label", constant.name, { title: constant.description ?? "" });
    const slider = element("input", "", { type: "range", ...bounds });
    const field = element("input", "", {
      type: "number", step: isCount ? 1 : "any", "aria-label": constant.name,
      ...(constant.range ? { min: least, max: most } : {}),
    });
    const reset = () => {
      slider.value = value;
      field.value = Number(value.toFixed(4));
    };
    reset();
    this.resets.push(reset);
    const changed = (input, other) => {
      const number = Number(input.value);
      if (input.value === "" || !input.validity.valid || !Number.isFinite(number)) return;
      other.value = number;
      const constants = { ...player.constants, [constant.name]: number };
      if (number === Number(value.toFixed(4))) delete constants[constant.name];
      this.apply(constants);
    };
    slider.addEventListener("input", () => changed(slider, field));
    field.addEventListener("change", () => changed(field, slider));
    label.append(slider, field, element("span", constant.unit ?? ""));
    return label;
  }

  apply(constants) {
    const { player } = this;
    if (Object.keys(constants).length || Object.keys(player.constants).length) {
      player.set(constants);
    }
    this.text.value = Object.entries(player.constants)
      .map(([name, value]) => `--set ${name}=${value}`).join(" ");
    this.copy.disabled = this.text.value === "";
  }

  async copyText() {
    try {
      await navigator.clipboard.writeText(this.text.value);
    } catch {
      // A page from a file may not use the clipboard. Leave the text selected.
      this.text.select();
      document.execCommand("copy");
    }
  }
}

"use strict";

// A stack machine for the compiled expressions of a header document. Each expression is evaluated
// when it is needed, and again only after its inputs have changed. Conditions are 0 or 1, colors
// their four bytes as a number. JavaScript's numbers are the renderer's doubles, so results have
// the same bits.

class EvaluationError extends Error {}

const FOREVER = Infinity;
const HALF_PI_LOW = 2.0222662487959506e-21;

class Cells {
  // `measure(layer, row, values, width)` returns the size of a text. `constants` maps names to
  // numbers.
  constructor(program, constants, measure) {
    this.program = program;
    this.measure = measure;
    this.inputs = program.inputs.slice();
    this.inputIndices = Object.fromEntries(program.inputNames.map((name, index) => [name, index]));
    // The memory and the inputs as expressions see them, and their displayed values during
    // transitions.
    this.memory = [];
    this.shown = [];
    // The layer that a finger touches and its row, or null.
    this.pressed = null;
    this.values = new Float64Array(program.starts.length);
    this.stamps = new Float64Array(program.starts.length);
    this.now = 1;
    this.isFixed = new Uint8Array(program.starts.length);
    for (const cell of program.fixed) this.isFixed[cell] = 1;
    this.interpolations = program.interpolations.map(
      (table) => ({ ...table, easing: table.easing && new Easing(table.easing) }));
    for (const constant of program.constants) {
      const value = constants[constant.name] ?? constant.set;
      if (value === null || value === undefined) continue;
      this.values[constant.cell] = value;
      this.stamps[constant.cell] = FOREVER;
    }
  }

  get(input) { return this.inputs[this.inputIndices[input]]; }
  set(input, value) { this.inputs[this.inputIndices[input]] = value; }
  invalidate() { this.now += 1; }

  value(cell) { return this.stamps[cell] >= this.now ? this.values[cell] : this.run(cell); }
  number(cell, standard) { return cell === undefined || cell === null ? standard : this.value(cell); }
  condition(cell, standard) {
    return cell === undefined || cell === null ? standard : this.value(cell) !== 0;
  }

  // Returns the index of the text or image that a layer shows in this row, and how many earlier
  // rows show the same one. `indices` contains the alternatives.
  choice(layer, indices) {
    const row = layer.copy ?? this.get("index");
    if (layer.chosen !== undefined && layer.chosen !== null) return [this.value(layer.chosen), row];
    return [indices[row % indices.length], Math.trunc(row / indices.length)];
  }

  // Returns a property's value clamped to its limits. null stays null.
  clamped(name, value) {
    const limits = this.program.limits[name];
    if (!limits || value === null) return value;
    return Math.max(limits[0] ?? -Infinity, Math.min(limits[1] ?? Infinity, value));
  }

  fail(cell, message) {
    const name = this.program.names[cell] ?? `expression ${cell}`;
    throw new EvaluationError(`${name}: ${message} at offset ${this.get("offset")}`);
  }

  run(first) {
    const { code, starts } = this.program;
    const { values, stamps } = this;
    const stack = [];
    const calls = [];
    let cell = first;
    let pc = starts[first];
    for (;;) {
      const step = code[pc];
      switch (step[0]) {
        case "push": stack.push(step[1]); break;
        case "input": {
          const value = this.inputs[step[1]];
          if (value === null) this.fail(cell, "an image is missing");
          stack.push(value);
          break;
        }
        case "memory": stack.push(this.memory[step[1]]); break;
        case "shown": stack.push(this.shown[step[1]] ?? this.memory[step[1]]); break;
        case "pressed":
          stack.push(this.pressed && this.pressed.layer === step[1]
            && (!step[2] || this.pressed.row === this.get("index")) ? 1 : 0);
          break;
        case "color": stack.push(this.color(step[1])); break;
        case "cell":
        case "rowCell": {
          const other = step[0] === "cell" ? step[1] : step[1] + this.get("index") % step[2];
          if (stamps[other] >= this.now) {
            stack.push(values[other]);
            break;
          }
          calls.push(cell, pc + 1);
          cell = other;
          pc = starts[other];
          continue;
        }
        case "jump": pc = step[1]; continue;
        case "jumpIfFalse":
          if (stack.pop() === 0) { pc = step[1]; continue; }
          break;
        case "jumpIfFalseElseDrop":
          if (stack[stack.length - 1] === 0) { pc = step[1]; continue; }
          stack.pop();
          break;
        case "jumpIfTrueElseDrop":
          if (stack[stack.length - 1] !== 0) { pc = step[1]; continue; }
          stack.pop();
          break;
        case "interpolate": this.interpolate(this.interpolations[step[1]], stack, cell); break;
        case "measure": this.measureText(step[1], step[2], stack); break;
        case "listLength": stack.push(this.listLength(step[1])); break;
        case "done": {
          const value = stack.pop();
          if (!Number.isFinite(value)) this.fail(cell, "the result is not finite");
          values[cell] = value;
          stamps[cell] = this.isFixed[cell] ? FOREVER : this.now;
          if (!calls.length) return value;
          pc = calls.pop();
          cell = calls.pop();
          stack.push(value);
          continue;
        }
        default: this.apply(step[0], stack, cell);
      }
      pc += 1;
    }
  }

  apply(name, stack, cell) {
    const last = stack.length - 1;
    const x = stack[last];
    switch (name) {
      case "negate": stack[last] = 0 - x; return;
      case "not": stack[last] = 1 - x; return;
      case "absolute": stack[last] = Math.abs(x); return;
      case "floor": stack[last] = Math.floor(x); return;
      case "ceiling": stack[last] = Math.ceil(x); return;
      case "round": stack[last] = Math.floor(x) + (x - Math.floor(x) >= 0.5 ? 1 : 0); return;
      case "sign": stack[last] = x > 0 ? 1 : x < 0 ? -1 : 0; return;
      case "squareRoot":
        if (!(x >= 0)) this.fail(cell, `the square root of ${x}`);
        stack[last] = Math.sqrt(x);
        return;
      case "sine": stack[last] = sineOfDegrees(x); return;
      case "cosine": stack[last] = sineOfDegrees(x + 90); return;
      default:
    }
    const result = ["clamp", "mix", "progress"].includes(name)
      ? this.ofThree(name, stack, cell) : this.ofTwo(name, stack, cell);
    if (!Number.isFinite(result)) this.fail(cell, "the result is not finite");
    stack.push(result);
  }

  ofTwo(name, stack, cell) {
    const b = stack.pop();
    const a = stack.pop();
    switch (name) {
      case "add": return a + b;
      case "subtract": return a - b;
      case "multiply": return a * b;
      case "divide":
      case "remainder":
        if (b === 0) this.fail(cell, "division by zero");
        return name === "divide" ? a / b : a % b;
      case "less": return a < b ? 1 : 0;
      case "lessOrEqual": return a <= b ? 1 : 0;
      case "greater": return a > b ? 1 : 0;
      case "greaterOrEqual": return a >= b ? 1 : 0;
      case "equal": return a === b ? 1 : 0;
      case "notEqual": return a !== b ? 1 : 0;
      case "minimum": return Math.min(a, b);
      case "maximum": return Math.max(a, b);
      case "power": return this.power(a, b, cell);
      default: return this.fail(cell, `the instruction ${name} is not known`);
    }
  }

  power(base, exponent, cell) {
    if (exponent !== Math.floor(exponent) || Math.abs(exponent) > 1024) {
      this.fail(cell, `pow takes whole exponents from -1024 to 1024, found ${exponent}`);
    }
    if (base === 0 && exponent < 0) this.fail(cell, "division by zero (pow)");
    let [result, square] = [1, base];
    for (let rest = Math.abs(exponent); rest > 0; rest = Math.floor(rest / 2)) {
      if (rest % 2 === 1) result *= square;
      square *= square;
    }
    return exponent < 0 ? 1 / result : result;
  }

  ofThree(name, stack, cell) {
    const c = stack.pop();
    const b = stack.pop();
    const a = stack.pop();
    if (name === "mix") return a + (b - a) * c;
    if (name === "clamp") {
      if (!(a <= c)) this.fail(cell, `clamp(low, value, high) has low ${a} above high ${c}`);
      return Math.max(a, Math.min(b, c));
    }
    if (c - b === 0) this.fail(cell, "division by zero: progress(value, a, b)");
    return (a - b) / (c - b);
  }

  // React Native's interpolation. The stack contains the input, the input range and the output
  // range.
  interpolate(table, stack, cell) {
    const { count } = table;
    const [x, ...rest] = stack.splice(stack.length - 1 - 2 * count);
    const inputs = rest.slice(0, count);
    for (let k = 1; k < count; k += 1) {
      if (inputs[k] < inputs[k - 1]) this.fail(cell, "the inputs of the interpolation decrease");
    }
    let k = 0;
    while (k < count - 2 && x > inputs[k + 1]) k += 1;
    const [from, to] = [inputs[k], inputs[k + 1]];
    const [low, high] = [rest[count + k], rest[count + k + 1]];
    let position = x;
    if (x < from) {
      if (table.left === "identity") return stack.push(x);
      if (table.left === "clamp") position = from;
    } else if (x > to) {
      if (table.right === "identity") return stack.push(x);
      if (table.right === "clamp") position = to;
    }
    if (from === to) return stack.push(x <= from ? low : high);
    let t = (position - from) / (to - from);
    if (table.easing && t >= 0 && t <= 1) t = table.easing.at(t);
    const result = table.color ? mixColors(low, high, t) : low + (high - low) * t;
    if (!Number.isFinite(result)) this.fail(cell, "the result is not finite");
    return stack.push(result);
  }

  color(index) {
    const rows = this.program.colors[index];
    return rows.length === 1 ? rows[0] : rows[this.get("index") % rows.length];
  }

  measureText(layer, isVertical, stack) {
    const { settingTexts } = this.program;
    const operands = stack.splice(stack.length - settingTexts.length - 1);
    const text = this.program.layers[layer];
    const values = Object.fromEntries(settingTexts.map((name, index) =>
      [name, this.clamped(name, operands[index])]));
    const size = this.measure(text, this.get("index"), values, operands.at(-1));
    // Round up to device pixels, with a tolerance for rounding errors of sums.
    const scale = this.get("screen.scale");
    const rounded = (length) => Math.max(0, Math.ceil(length * scale - 2 ** -16) / scale);
    const other = isVertical ? text.typesetWidth : text.typesetHeight;
    this.values[other] = rounded(isVertical ? size.width : size.height);
    this.stamps[other] = this.isFixed[other] ? FOREVER : this.now;
    stack.push(rounded(isVertical ? size.height : size.width));
  }

  // Rows of lists. Their expressions are evaluated again for each row.

  enterRow(index, list) {
    this.set("index", index);
    for (let cell = list.rowCells[0]; cell < list.rowCells[1]; cell += 1) {
      if (this.stamps[cell] !== FOREVER) this.stamps[cell] = 0;
    }
  }

  rowCount(list) {
    const count = this.value(list.cells.count);
    if (!(count >= 0 && count <= 1e6)) this.fail(list.cells.count, `${count} rows`);
    return Math.trunc(count);
  }

  rowLength(list) {
    const length = this.value(list.rowLength);
    if (length < 0) this.fail(list.rowLength, `${length} is negative`);
    return length;
  }

  rowStarts(list) {
    const outer = this.get("index");
    const starts = [0];
    const count = this.rowCount(list);
    for (let index = 0; index < count; index += 1) {
      this.enterRow(index, list);
      starts.push(starts[index] + this.rowLength(list));
    }
    this.enterRow(outer, list);
    return starts;
  }

  listLength(layer) {
    const list = this.program.layers[layer];
    if (list.uniform) return this.rowCount(list) * this.rowLength(list);
    return this.rowStarts(list).at(-1);
  }
}

// The renderer's sine of degrees, with the same operations for the same bits.
function sineOfDegrees(degrees) {
  let angle = degrees - 360 * Math.floor(degrees / 360);
  const sign = angle >= 180 ? -1 : 1;
  if (angle >= 180) angle -= 180;
  if (angle > 90) angle = 180 - angle;
  const x = angle / 57.295779513082320876798;
  const quarter = x / (Math.PI / 2) >= 0.5 ? 1 : 0;
  const r = quarter ? ((x - 0x1921fb544 / 2 ** 32) - 0x10b4611a6 / 2 ** 66) - HALF_PI_LOW : x;
  let series = 0;
  if (!quarter) {
    for (let k = 18; k > 0; k -= 2) series = -r * r / (k * (k + 1)) * (1 + series);
    return sign * (r + r * series);
  }
  for (let k = 19; k > 1; k -= 2) series = -r * r / (k * (k + 1)) * (1 + series);
  const half = r * r / 2;
  return sign * (1 - (half + half * series));
}

// Mixes colors per channel, not premultiplied. Ties round up.
function mixColors(low, high, t) {
  let result = 0;
  for (const shift of [2 ** 24, 2 ** 16, 2 ** 8, 1]) {
    const a = Math.floor(low / shift) % 256;
    const b = Math.floor(high / shift) % 256;
    result += Math.max(0, Math.min(255, Math.floor(a + (b - a) * t + 0.5))) * shift;
  }
  return result;
}

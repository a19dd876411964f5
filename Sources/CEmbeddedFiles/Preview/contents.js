"use strict";

// What layers show, by their types: fills, parts of pictures, texts, rows of lists.

const SYSTEM_GRAY = 0x8e8e93ff;
const CHROME_COLORS = { touch: 0x80808080, scrollIndicator: 0x828282ff };
// On the screen at once; more cannot be told apart.
const MOST_ROWS = 2000;

class LayerContents {
  constructor(evaluator, cells, measurer, data) {
    Object.assign(this, { evaluator, cells, measurer });
    this.program = data.program;
    this.device = data.device;
    this.isDark = data.appearance.dark;
  }

  content(layer, index, width, height, around) {
    const { cells } = this;
    const { standardColor } = this.evaluator;
    switch (layer.type) {
      case "list": return this.list(layer, index, around);
      case "rectangle": return this.rectangle(layer);
      case "image": return this.image(layer, width, height);
      case "text": return this.text(layer);
      case "icon":
        return {
          type: "icon", color: cells.number(layer.color, standardColor),
          lineWidth: layer.lineWidth === undefined ? null
            : Math.max(0, cells.value(layer.lineWidth)),
        };
      case "activityIndicator":
        return {
          type: "activityIndicator", time: cells.get("time"),
          progress: layer.progress === undefined ? null
            : Math.max(0, Math.min(1, cells.value(layer.progress))),
          color: cells.number(layer.color, SYSTEM_GRAY),
        };
      case "group": return { type: "group" };
      default:
        return {
          type: layer.type,
          color: cells.number(layer.color, CHROME_COLORS[layer.type] ?? standardColor),
        };
    }
  }

  rectangle(layer) {
    const { cells } = this;
    if (!layer.gradient) {
      return { type: "rectangle", color: cells.number(layer.fill, 0) };
    }
    let last = -Infinity;
    const stops = layer.gradient.stops.map(([position, color]) => {
      // As in CSS, no stop lies before the one before it.
      last = Math.max(last, cells.value(position));
      return [last, cells.value(color)];
    });
    return { type: "rectangle", stops, angle: cells.number(layer.gradient.angle, 180) };
  }

  image(layer, width, height) {
    const { cells } = this;
    const row = cells.get("index");
    const declared = this.program.images[layer.images[row % layer.images.length]];
    const { paths, sizes } = declared;
    const place = Math.trunc(row / layer.images.length) % sizes.length;
    const path = paths.length ? paths[place] : null;
    const size = sizes[place];
    const x = cells.number(layer.positionX, 0.5);
    const y = cells.number(layer.positionY, 0.5);
    const crop = size && width > 0 && height > 0
      ? shownPart(size, layer.fit, width, height, x, y) : null;
    return {
      type: "image", key: path ?? declared.name, size, fit: layer.fit,
      position: [x, y], tint: cells.number(layer.tint, null), blur: this.blur(layer.blur), crop,
    };
  }

  blur(blur) {
    if (!blur) return null;
    const { cells } = this;
    const radius = Math.max(0, cells.value(blur.radius));
    switch (blur.type) {
      case "gaussian": return { type: "gaussian", radius };
      case "crossfade":
        return {
          type: "crossfade", radius, amount: Math.max(0, Math.min(1, cells.value(blur.amount))) };
      default: {
        const step = cells.value(blur.step);
        const most = cells.value(blur.steps);
        if (step !== Math.floor(step) || step < 0 || step > most) {
          cells.fail(blur.step, `step is ${step}; whole numbers from 0 to ${most} are possible`);
        }
        return { type: "ladder", radius, step };
      }
    }
  }

  text(layer) {
    const { cells } = this;
    const color = cells.number(layer.color, this.evaluator.standardColor);
    const runs = this.measurer.runs(layer, cells.get("index"));
    return {
      type: "text", key: textKey(runs, layer),
      runs: runs.map((run) => ({ ...run, color: cells.number(run.color, color) })),
      pointSize: Math.max(0, cells.number(layer.pointSize, 17)), weight: layer.weight, color,
      letterSpacing: cells.number(layer.letterSpacing, 0), alignment: layer.alignment,
      verticalAlignment: layer.verticalAlignment,
      baseline: layer.baseline === undefined ? null : cells.value(layer.baseline),
      lines: layer.lines,
      lineHeight: layer.lineHeight === undefined ? null
        : Math.max(0, cells.value(layer.lineHeight)),
    };
  }

  // A list and those of its rows that are on the screen.
  list(layer, index, around) {
    const { cells } = this;
    const count = cells.rowCount(layer);
    const pitch = layer.uniform ? cells.rowLength(layer) : null;
    const list = {
      type: "list", horizontal: layer.horizontal, count, separator: this.separator(layer.separator),
      rows: [] };
    if (!this.evaluator.rows || count === 0 || !around.visible) return list;
    const outer = cells.get("index");
    const starts = pitch === null ? cells.rowStarts(layer) : null;
    const start = (row) => (starts ? starts[row] : pitch * row);
    const [from, to] = this.seen(around, layer.horizontal);
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = Math.trunc((low + high) / 2);
      if (start(middle + 1) < from) low = middle + 1; else high = middle;
    }
    let row = Math.max(0, low - 1);
    while (row < count && (start(row) <= to || start(Math.max(0, row - 1)) <= to)) {
      cells.enterRow(row, layer);
      const inner = {
        ...around,
        transform: moved(
          around.transform, layer.horizontal ? start(row) : 0, layer.horizontal ? 0 : start(row)),
      };
      const layers = [];
      this.evaluator.append(layer.children ?? [], inner, layers);
      const length = starts ? starts[row + 1] - starts[row] : pitch;
      list.rows.push({ index: row, start: start(row), length, layers });
      row += 1;
      if (list.rows.length > MOST_ROWS) cells.fail(layer.rowLength, "too many rows are on the screen");
    }
    cells.enterRow(outer, layer);
    return list;
  }

  // From where to where, in the layer's own coordinates, the screen shows it.
  seen(around, isHorizontal) {
    const scale = around.transform[isHorizontal ? 0 : 3];
    if (around.isRotated || !(scale > 0)) return [-1e12, 1e12];
    const start = around.transform[isHorizontal ? 4 : 5];
    const length = isHorizontal ? this.device.width : this.device.height;
    return [(0 - start) / scale, (length - start) / scale];
  }

  separator(separator) {
    if (!separator) return null;
    const { cells } = this;
    return {
      color: cells.number(separator.color, this.isDark ? 0x38383aff : 0xc6c6c8ff),
      inset: cells.number(separator.inset, 0),
      width: Math.max(0, cells.number(separator.width, 1 / this.device.scale)),
    };
  }
}

// The part of the picture, in its pixels, that a view shows; null where margins are left.
function shownPart([pictureWidth, pictureHeight], fit, width, height, positionX, positionY) {
  if (fit === "contain") return null;
  if (fit === "fill") return [0, 0, pictureWidth, pictureHeight];
  if (width * pictureHeight >= height * pictureWidth) {
    const shown = height * pictureWidth / width;
    return [0, (pictureHeight - shown) * positionY, pictureWidth, shown];
  }
  const shown = width * pictureHeight / height;
  return [(pictureWidth - shown) * positionX, 0, shown, pictureHeight];
}

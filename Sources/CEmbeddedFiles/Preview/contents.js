"use strict";

// The content of layers by type: fills, cropped images, texts and list rows.

// The maximum number of rows on the screen.
const MOST_ROWS = 2000;

class LayerContents {
  constructor(evaluator, cells, measurer, data) {
    Object.assign(this, { evaluator, cells, measurer });
    measurer.cells = cells;
    this.program = data.program;
    this.device = data.device;
  }

  content(layer, index, values, width, height, inherited) {
    switch (layer.type) {
      case "list": return this.list(layer, index, values, inherited);
      case "rectangle": return { type: "rectangle", stops: this.stops(layer.stops) };
      case "image": return this.image(layer, values, width, height);
      case "text": return this.text(layer, values);
      case "icon": return { type: layer.type, icon: this.cells.number(layer.chosen, null) };
      case "activityIndicator": return { type: layer.type, time: this.cells.get("time") };
      default: return { type: layer.type };
    }
  }

  // Gradient stops. As in CSS, no position is smaller than the previous one.
  stops(stops) {
    let last = -Infinity;
    return stops?.map(([position, color]) => {
      last = Math.max(last, this.cells.value(position));
      return [last, this.cells.value(color)];
    });
  }

  image(layer, values, width, height) {
    const { cells } = this;
    const [index, round] = cells.choice(layer, layer.images);
    const declared = this.program.images[index];
    const { paths, sizes } = declared;
    const sizeIndex = round % sizes.length;
    const path = paths.length ? paths[sizeIndex] : null;
    const size = sizes[sizeIndex];
    const crop = size && width > 0 && height > 0 ? shownPart(size, values, width, height) : null;
    if (values.blurType === "ladder") {
      const [step, most] = [values.blurStep, values.blurSteps];
      if (step !== Math.floor(step) || step < 0 || step > most) {
        cells.fail(
          layer.cells.blurStep, `step is ${step}; whole numbers from 0 to ${most} are allowed`);
      }
    }
    return { type: "image", key: path ?? declared.name, size, crop };
  }

  text(layer, values) {
    const runs = this.measurer.runs(layer, this.cells.get("index"));
    return {
      type: "text", key: textKey(runs, values, this.measurer.font(layer)),
      runs: runs.map((run) => ({ ...run, color: this.cells.number(run.color, values.color) })),
    };
  }

  // Evaluates a list and its visible rows.
  list(layer, index, values, inherited) {
    const { cells } = this;
    const count = cells.rowCount(layer);
    const pitch = layer.uniform ? cells.rowLength(layer) : null;
    const { horizontal } = values;
    const list = { type: "list", count, rows: [] };
    if (!this.evaluator.rows || count === 0 || !inherited.visible) return list;
    const outer = cells.get("index");
    const starts = pitch === null ? cells.rowStarts(layer) : null;
    const start = (row) => (starts ? starts[row] : pitch * row);
    const [from, to] = this.visibleRange(inherited, horizontal);
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
        ...inherited,
        transform: moved(
          inherited.transform, horizontal ? start(row) : 0, horizontal ? 0 : start(row)),
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

  // Returns the visible range in the layer's own coordinates.
  visibleRange(inherited, isHorizontal) {
    const scale = inherited.transform[isHorizontal ? 0 : 3];
    if (inherited.isRotated || inherited.tilt || !(scale > 0)) return [-1e12, 1e12];
    const start = inherited.transform[isHorizontal ? 4 : 5];
    const length = isHorizontal ? this.device.width : this.device.height;
    return [(0 - start) / scale, (length - start) / scale];
  }
}

// Returns the visible part of a picture in its pixels, or null for `contain`, which leaves margins.
function shownPart([pictureWidth, pictureHeight], values, width, height) {
  const { fit, positionX, positionY } = values;
  if (fit === "contain") return null;
  if (fit === "fill") return [0, 0, pictureWidth, pictureHeight];
  if (width * pictureHeight >= height * pictureWidth) {
    const shown = height * pictureWidth / width;
    return [0, (pictureHeight - shown) * positionY, pictureWidth, shown];
  }
  const shown = width * pictureHeight / height;
  return [(pictureWidth - shown) * positionX, 0, shown, pictureHeight];
}

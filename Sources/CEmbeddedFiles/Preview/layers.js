"use strict";

// Evaluates the layers of a header for one frame: frames, transforms, opacity and appearance, in
// painting order. Sums use the renderer's order, so that frames have the same bits.

const IDENTITY = [1, 0, 0, 1, 0, 0];
// The properties that determine a layer's position. All others are drawn by their value.
const POSITIONING = new Set([
  "x", "y", "width", "height", "anchorX", "anchorY", "scale", "scaleX", "scaleY", "rotate", "rotateX",
  "rotateY", "perspective", "originX", "originY", "translateX", "translateY", "z", "visible", "opacity"]);

// Translates by (x, y) before `m`.
function moved(m, x, y) {
  const [a, b, c, d, tx, ty] = m;
  return b === 0 && c === 0
    ? [a, b, c, d, tx + a * x, ty + d * y]
    : [a, b, c, d, tx + a * x + c * y, ty + b * x + d * y];
}

// Scales before the transform.
function scaled([a, b, c, d, tx, ty], x, y) { return [a * x, b * x, c * y, d * y, tx, ty]; }

// Rotates clockwise before the transform.
function rotated([a, b, c, d, tx, ty], degrees) {
  const turn = degrees % 360;
  const quarter = Math.sign(turn) * Math.floor(Math.abs(turn / 90) + 0.5);
  const rest = (turn - quarter * 90) * (Math.PI / 180);
  const [s, k] = [Math.sin(rest), Math.cos(rest)];
  const [sine, cosine] = [[s, k], [k, -s], [-s, -k], [-k, s]][((quarter % 4) + 4) % 4];
  return [
    a * cosine + c * sine, b * cosine + d * sine, c * cosine - a * sine, d * cosine - b * sine,
    tx, ty,
  ];
}

class LayerEvaluator {
  constructor(cells, measurer, data) {
    this.cells = cells;
    this.program = data.program;
    this.shown = this.program.layers.map((layer) =>
      Object.entries(layer.cells).filter(([name]) => !POSITIONING.has(name)));
    this.device = data.device;
    this.standardColor = data.appearance.dark ? 0xffffffff : 0x000000ff;
    this.contents = new LayerContents(this, cells, measurer, data);
    this.usesTime = false;
    this.rows = true;
  }

  layers(rows) {
    this.rows = rows;
    this.usesTime = false;
    const result = [];
    this.append(this.program.roots, {
      transform: IDENTITY, scaleX: 1, scaleY: 1, isRotated: false, tilt: null, opacity: 1,
      visible: true, shiftX: 0, shiftY: 0,
    }, result);
    return result;
  }

  // Appends siblings, ordered by z and then by their position in the document.
  append(siblings, inherited, result) {
    const order = siblings.map((index) => [this.cells.number(this.program.layers[index].cells.z, 0), index]);
    order.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    for (const [z, index] of order) this.appendLayer(index, z, inherited, result);
  }

  appendLayer(index, z, inherited, result) {
    const { cells } = this;
    const layer = this.program.layers[index];
    const expressions = layer.cells;
    const width = this.side(expressions.width);
    const height = this.side(expressions.height);
    let [x, y] = this.defaultPosition(layer.type, width);
    x = cells.number(expressions.x, x);
    y = cells.number(expressions.y, y);
    if (expressions.anchorX !== undefined) {
      x -= cells.number(expressions.anchorX, 0) * width;
      y -= cells.number(expressions.anchorY, 0) * height;
    }
    const inner = { ...inherited };
    let rotation = 0;
    let frame;
    if (layer.transformed) {
      [frame, rotation] = this.transform(expressions, x, y, width, height, inherited, inner);
    } else {
      inner.transform = moved(inherited.transform, x, y);
      frame = [
        inner.transform[4], inner.transform[5], width * inherited.scaleX, height * inherited.scaleY];
      if (inherited.isRotated) frame = upright(inner, width, height);
    }
    if (!frame.every(Number.isFinite)) throw new EvaluationError(`${layer.id}: the frame is not finite`);
    const opacity = Math.max(0, Math.min(1, cells.number(expressions.opacity, 1)));
    inner.opacity = inherited.opacity * opacity;
    inner.visible = cells.condition(expressions.visible, true) && inherited.visible;
    const values = this.values(layer, index);
    const drawnSize = values.snap ? this.snapped(frame, inner) : [width, height];
    const drawn = inner.transform.slice();
    drawn[4] += inner.shiftX;
    drawn[5] += inner.shiftY;
    if (layer.usesTime && inner.visible) this.usesTime = true;
    if (layer.canTilt || inherited.tilt) {
      inner.tilt = this.tilt(expressions, width, height, drawn, inherited);
      if (inner.tilt) frame = tiltedFrame(inner.tilt.toScreen, drawnSize, drawn);
    }
    const entry = {
      id: layer.id, index, type: layer.type, count: 0, frame, width, height, transform: drawn,
      tilt: inner.tilt, drawnSize, scaleX: inner.scaleX, scaleY: inner.scaleY, rotation, opacity,
      effectiveOpacity: inner.opacity, z, visible: inner.visible,
      values, radii: this.radii(values, width, height),
    };
    const position = result.length;
    result.push(entry);
    entry.mask = this.contents.stops(layer.mask);
    entry.content = this.contents.content(layer, index, values, width, height, inner);
    if (layer.type !== "group" || !layer.children) return;
    this.append(layer.children, inner, result);
    entry.count = result.length - position - 1;
  }

  side(cell) {
    const length = this.cells.value(cell);
    if (length < 0) this.cells.fail(cell, `the size ${length} is negative`);
    return length;
  }

  // The default position: the device's position for screen chrome, the origin for other layers.
  defaultPosition(type, width) {
    const { device } = this;
    if (type === "homeIndicator") {
      return [(device.width - width) / 2, device.height - device.homeIndicatorBottom];
    }
    return type === "scrollIndicator" ? [device.width - device.scrollIndicatorRight, 0] : [0, 0];
  }

  // Applies scale and rotation around the origin, then translation. Returns the frame without its
  // own rotation, and the rotation.
  transform(transform, x, y, width, height, inherited, inner) {
    const number = (cell, standard) => this.cells.number(cell, standard);
    const scaleX = number(transform.scaleX, 1);
    const scaleY = number(transform.scaleY, 1);
    const rotation = number(transform.rotate, 0);
    const originX = number(transform.originX, 0.5) * width;
    const originY = number(transform.originY, 0.5) * height;
    const translateX = number(transform.translateX, 0);
    const translateY = number(transform.translateY, 0);
    inner.scaleX = inherited.scaleX * scaleX;
    inner.scaleY = inherited.scaleY * scaleY;
    const pivotX = x + translateX + originX;
    const pivotY = y + translateY + originY;
    inner.transform = scaled(
      moved(inherited.transform, pivotX - scaleX * originX, pivotY - scaleY * originY),
      scaleX, scaleY);
    let frame = [
      inner.transform[4], inner.transform[5], width * inner.scaleX, height * inner.scaleY];
    if (inherited.isRotated || frame[2] < 0 || frame[3] < 0) frame = upright(inner, width, height);
    if (rotation !== 0) {
      inner.isRotated = true;
      inner.transform = moved(
        scaled(rotated(moved(inherited.transform, pivotX, pivotY), rotation), scaleX, scaleY),
        0 - originX, 0 - originY);
    }
    return [frame, rotation];
  }

  // Returns the tilt of a layer, or null if neither the layer nor an ancestor is tilted: its angles
  // and the projections from its flat place to that in its parent's flat picture and to the screen.
  tilt(expressions, width, height, drawn, inherited) {
    const number = (cell, standard) => this.cells.number(cell, standard);
    const x = number(expressions.rotateX, 0);
    const y = number(expressions.rotateY, 0);
    const distance = number(expressions.perspective, null);
    if (distance !== null && !(distance > 0)) {
      this.cells.fail(expressions.perspective, `the perspective ${distance} is not positive`);
    }
    const outer = inherited.tilt;
    if (x === 0 && y === 0) return outer && { x, y, toParent: null, toScreen: outer.toScreen };
    const [left, top] = [
      number(expressions.originX, 0.5) * width, number(expressions.originY, 0.5) * height];
    const [a, b, c, d] = inherited.transform;
    const origin = [
      drawn[0] * left + drawn[2] * top + drawn[4], drawn[1] * left + drawn[3] * top + drawn[5]];
    const toParent = Homography.tilt(x, y, distance)
      .conjugated(Homography.affine(a, b, c, d, ...origin));
    const toScreen = toParent && outer ? toParent.then(outer.toScreen)
      : toParent ?? outer?.toScreen ?? Homography.affine(1, 0, 0, 1, 0, 0);
    return { x, y, toParent, toScreen };
  }

  // Rounds a frame's origin and size separately to device pixels, ties up. Descendants move along.
  // Returns the drawn size.
  snapped(frame, inner) {
    const { layoutScale: scale } = this.device;
    const rounded = (length) => {
      const fine = Math.floor(length * scale * 256 + 0.5) / 256;
      return Math.floor(fine + 0.5) / scale;
    };
    inner.shiftX = rounded(frame[0] + inner.shiftX) - frame[0];
    inner.shiftY = rounded(frame[1] + inner.shiftY) - frame[1];
    const [scaleX, scaleY] = [Math.abs(inner.scaleX), Math.abs(inner.scaleY)];
    return [
      scaleX > 0 ? rounded(frame[2]) / scaleX : 0, scaleY > 0 ? rounded(frame[3]) / scaleY : 0];
  }

  // Returns the drawn properties of a layer by name. null means no value.
  values(layer, index) {
    const values = { ...this.program.defaults[layer.type], ...layer.settled };
    for (const [name, cell] of this.shown[index]) {
      values[name] = this.cells.clamped(name, this.cells.value(cell));
    }
    return values;
  }

  // The corner radii clockwise from the top left, at most half of the shorter side.
  radii(values, width, height) {
    const most = Math.min(width, height) / 2;
    return [
      values.cornerTopLeft, values.cornerTopRight, values.cornerBottomRight, values.cornerBottomLeft,
    ].map((radius) => Math.min(most, radius));
  }
}

// Returns the bounding box of a layer's corners on the screen.
function tiltedFrame(toScreen, [width, height], [a, b, c, d, tx, ty]) {
  const corners = cornersOf([0, 0, width, height])
    .map(([x, y]) => [a * x + c * y + tx, b * x + d * y + ty]);
  return toScreen.box(corners) ?? [tx, ty, 0, 0];
}

// Returns the frame on the screen without rotation, around the transformed center.
function upright(inner, width, height) {
  const [a, b, c, d, tx, ty] = inner.transform;
  const x = a * (width / 2) + c * (height / 2) + tx;
  const y = b * (width / 2) + d * (height / 2) + ty;
  const shownWidth = Math.abs(width * inner.scaleX);
  const shownHeight = Math.abs(height * inner.scaleY);
  return [x - shownWidth / 2, y - shownHeight / 2, shownWidth, shownHeight];
}

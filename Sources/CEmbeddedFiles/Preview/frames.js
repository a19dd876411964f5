"use strict";

// The position of a layer on the canvas, rounded as in the renderer.

// Rounds to a whole pixel, ties up.
const nearest = (value) => Math.floor(value + 0.5);
// Rounds to 1/256 pixel, so that whole pixels are not affected by rounding errors.
const fine = (value) => Math.floor(value * 256 + 0.5) / 256;

// Returns a color number as a CSS color with an opacity.
function css(color, opacity = 1) {
  const [red, green, blue] = [color / 2 ** 24, color / 2 ** 16, color / 2 ** 8]
    .map((value) => Math.floor(value) % 256);
  return `rgba(${red}, ${green}, ${blue}, ${alphaOf(color) * opacity})`;
}

const alphaOf = (color) => (color % 256) / 255;

class Frame {
  // `shift` is a vertical move in device pixels.
  constructor(layer, shift, device) {
    const { scale, screenLeft, screenTop } = device;
    const [a, b, c, d, tx, ty] = layer.transform;
    this.map = [
      a * scale, b * scale, c * scale, d * scale, (tx + screenLeft) * scale,
      (ty + screenTop) * scale + shift];
    [this.width, this.height] = layer.drawnSize;
    this.isUpright = b === 0 && c === 0 && a >= 0 && d >= 0;
    // The device pixels per point of the layer, horizontally.
    this.density = Math.hypot(this.map[0], this.map[1]);
    const down = Math.hypot(this.map[2], this.map[3]);
    const zoom = this.density / scale;
    const isEven = Math.abs(this.density - down) <= 1e-9 * scale;
    // The scale of the layer, or null if it is rotated or scaled unequally.
    this.zoom = this.isUpright && isEven ? (Math.abs(zoom - 1) < 1e-12 ? 1 : zoom) : null;
    if (!this.isUpright) {
      this.rect = this.box();
      return;
    }
    const exact = [
      this.map[4], this.map[5], this.map[0] * this.width, this.map[3] * this.height];
    this.rect = exact.map(fine);
    if (layer.values.snap) this.rect = this.rect.map(nearest);
  }

  // Returns a copy that is moved to the right by `x` device pixels.
  moved(x) {
    const copy = Object.assign(Object.create(Frame.prototype), this);
    copy.map = [...this.map.slice(0, 4), this.map[4] + x, this.map[5]];
    copy.rect = [this.rect[0] + x, ...this.rect.slice(1)];
    return copy;
  }

  // The bounding box of a rotated layer.
  box() {
    const [a, b, c, d, tx, ty] = this.map;
    const corners = [[0, 0], [this.width, 0], [0, this.height], [this.width, this.height]]
      .map(([x, y]) => [a * x + c * y + tx, b * x + d * y + ty]);
    const left = Math.min(...corners.map(([x]) => x));
    const top = Math.min(...corners.map(([, y]) => y));
    return [
      left, top, Math.max(...corners.map(([x]) => x)) - left,
      Math.max(...corners.map(([, y]) => y)) - top];
  }

  // Whether the frame intersects the canvas.
  isSeen(canvas) {
    const [x, y, width, height] = this.rect;
    return width > 0 && height > 0 && x < canvas.width && y < canvas.height && x + width > 0
      && y + height > 0;
  }

  // Returns the outline in device pixels, with each edge moved inwards by `inset` points.
  outline(radii, inset = 0) {
    const isUniform = radii.every((radius) => radius === radii[0]);
    const path = new Path2D();
    if (this.isUpright && isUniform && (radii[0] === 0 || this.zoom !== null)) {
      const [x, y, width, height] = this.rect;
      const inner = inset * this.density;
      const radius = Math.max(0, radii[0] * this.density - inner);
      const [w, h] = [Math.max(0, width - 2 * inner), Math.max(0, height - 2 * inner)];
      if (radius > 0) addRounded(path, x + inner, y + inner, w, h, Array(4).fill(radius), 1);
      else path.rect(x + inner, y + inner, w, h);
      return path;
    }
    const own = new Path2D();
    addRounded(
      own, inset, inset, Math.max(0, this.width - 2 * inset), Math.max(0, this.height - 2 * inset),
      radii.map((radius) => Math.max(0, radius - inset)), this.density);
    path.addPath(own, new DOMMatrix(this.map));
    return path;
  }
}

// Adds a rounded rectangle whose corners, clockwise from the top left, are polylines with an error
// of at most 1/100 device pixel. The arcs of browsers have errors of up to 1/5.
function addRounded(path, x, y, width, height, radii, density) {
  const sides = [width, height, width, height];
  const share = Math.min(1, ...sides.map((side, corner) => {
    const both = radii[corner] + radii[(corner + 1) % 4];
    return both > 0 ? side / both : 1;
  }));
  radii.forEach((radius, corner) => {
    const r = radius * share;
    const centerX = corner === 0 || corner === 3 ? x + r : x + width - r;
    const centerY = corner < 2 ? y + r : y + height - r;
    const lines = Math.ceil(5.6 * Math.sqrt(r * density));
    for (let line = 0; line <= lines; line++) {
      const angle = (corner + 2 + (lines > 0 ? line / lines : 0)) * Math.PI / 2;
      path.lineTo(centerX + r * Math.cos(angle), centerY + r * Math.sin(angle));
    }
  });
  path.closePath();
}

// Creates a canvas element. Unlike those of an OffscreenCanvas, its clips are antialiased.
function clearCanvas(width, height) {
  return Object.assign(document.createElement("canvas"), { width, height });
}

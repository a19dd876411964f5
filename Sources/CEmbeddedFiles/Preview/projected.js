"use strict";

// Draws projected pictures.

// The maximum number of samples per pixel in one direction.
const MOST_SAMPLES = 16;

// Draws a canvas as `map` projects it. The canvas's top left pixel is at (left, top) of the plane.
function drawProjected(context, canvas, left, top, map) {
  const inverse = map.inverse()?.then(Homography.affine(1, 0, 0, 1, -left, -top));
  const plane = [left - 0.5, top - 0.5, canvas.width + 1, canvas.height + 1];
  const seen = map.box(cornersOf(plane));
  const area = seen && intersected(grown(seen), [0, 0, context.canvas.width, context.canvas.height]);
  if (!inverse || !area) return;
  const [x, y, width, height] = area;
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const result = new ImageData(width, height);
  const sampler = new ProjectedSampler(data, canvas.width, canvas.height, inverse);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      sampler.sample(x + column + 0.5, y + row + 0.5, result.data, (row * width + column) * 4);
    }
  }
  const apart = clearCanvas(width, height);
  apart.getContext("2d").putImageData(result, 0, 0);
  context.drawImage(apart, x, y);
}

// Samples a picture of straight RGBA bytes. Each pixel is the mean of bilinear samples that are at
// most one pixel of the picture apart. Plain numbers and no arrays: this runs for each pixel.
class ProjectedSampler {
  constructor(data, width, height, { columns: [across, down, origin] }) {
    Object.assign(this, { data, width, height });
    [this.ax, this.ay, this.az] = across;
    [this.dx, this.dy, this.dz] = down;
    [this.ox, this.oy, this.oz] = origin;
    // The sums of the premultiplied channels and of opacity.
    this.sum = new Float64Array(4);
  }

  // Writes the color of the pixel with the center (x, y).
  sample(x, y, target, at) {
    const z = this.az * x + this.dz * y + this.oz;
    if (!(z > 0)) return;
    const u = (this.ax * x + this.dx * y + this.ox) / z;
    const v = (this.ay * x + this.dy * y + this.oy) / z;
    const acrossX = (this.ax - u * this.az) / z;
    const acrossY = (this.ay - v * this.az) / z;
    const downX = (this.dx - u * this.dz) / z;
    const downY = (this.dy - v * this.dz) / z;
    const reachX = (Math.abs(acrossX) + Math.abs(downX)) / 2 + 1;
    const reachY = (Math.abs(acrossY) + Math.abs(downY)) / 2 + 1;
    if (!(u > -reachX && v > -reachY && u < this.width + reachX && v < this.height + reachY)) return;
    const columns = sampleCount(acrossX, acrossY);
    const rows = sampleCount(downX, downY);
    const { sum } = this;
    sum[0] = 0;
    sum[1] = 0;
    sum[2] = 0;
    sum[3] = 0;
    for (let row = 0; row < rows; row += 1) {
      const down = (row + 0.5) / rows - 0.5;
      for (let column = 0; column < columns; column += 1) {
        const across = (column + 0.5) / columns - 0.5;
        this.add(
          u - 0.5 + acrossX * across + downX * down, v - 0.5 + acrossY * across + downY * down);
      }
    }
    const opacity = sum[3];
    if (opacity === 0) return;
    // The bytes of an ImageData round.
    target[at] = sum[0] / opacity;
    target[at + 1] = sum[1] / opacity;
    target[at + 2] = sum[2] / opacity;
    target[at + 3] = opacity / (columns * rows);
  }

  // Adds the color between four pixels.
  add(x, y) {
    if (!(x > -1 && y > -1 && x < this.width && y < this.height)) return;
    const column = Math.floor(x * 256 + 0.5);
    const row = Math.floor(y * 256 + 0.5);
    const left = column >> 8;
    const top = row >> 8;
    const across = (column & 255) / 256;
    const down = (row & 255) / 256;
    this.addPixel(left, top, (1 - across) * (1 - down));
    this.addPixel(left + 1, top, across * (1 - down));
    this.addPixel(left, top + 1, (1 - across) * down);
    this.addPixel(left + 1, top + 1, across * down);
  }

  addPixel(x, y, weight) {
    if (weight === 0 || x < 0 || y < 0 || x >= this.width || y >= this.height) return;
    const { data, sum } = this;
    const at = (y * this.width + x) * 4;
    const opacity = data[at + 3] * weight;
    sum[0] += data[at] * opacity;
    sum[1] += data[at + 1] * opacity;
    sum[2] += data[at + 2] * opacity;
    sum[3] += opacity;
  }
}

// The number of samples along a side of a pixel.
function sampleCount(x, y) {
  const length = Math.sqrt(x * x + y * y);
  return Math.max(1, Math.min(MOST_SAMPLES, Math.ceil(length - 2 ** -10)));
}

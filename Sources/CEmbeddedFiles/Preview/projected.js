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
// most one pixel of the picture apart.
class ProjectedSampler {
  constructor(data, width, height, inverse) {
    Object.assign(this, { data, width, height });
    this.columns = inverse.columns;
    // The sums of the premultiplied channels and of opacity.
    this.sum = new Float64Array(4);
  }

  // Writes the color of the pixel with the center (x, y).
  sample(x, y, target, at) {
    const [[ax, ay, az], [dx, dy, dz], [ox, oy, oz]] = this.columns;
    const z = az * x + dz * y + oz;
    if (!(z > 0)) return;
    const [u, v] = [(ax * x + dx * y + ox) / z, (ay * x + dy * y + oy) / z];
    const [acrossX, acrossY] = [(ax - u * az) / z, (ay - v * az) / z];
    const [downX, downY] = [(dx - u * dz) / z, (dy - v * dz) / z];
    const reachX = (Math.abs(acrossX) + Math.abs(downX)) / 2 + 1;
    const reachY = (Math.abs(acrossY) + Math.abs(downY)) / 2 + 1;
    if (!(u > -reachX && v > -reachY && u < this.width + reachX && v < this.height + reachY)) return;
    const columns = samples(acrossX, acrossY);
    const rows = samples(downX, downY);
    this.sum.fill(0);
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        const [across, down] = [(column + 0.5) / columns - 0.5, (row + 0.5) / rows - 0.5];
        this.add(
          u - 0.5 + acrossX * across + downX * down, v - 0.5 + acrossY * across + downY * down);
      }
    }
    const opacity = this.sum[3];
    if (opacity === 0) return;
    for (let channel = 0; channel < 3; channel += 1) {
      target[at + channel] = Math.round(this.sum[channel] / opacity);
    }
    target[at + 3] = Math.round(opacity / (columns * rows));
  }

  // Adds the color between four pixels.
  add(x, y) {
    if (!(x > -1 && y > -1 && x < this.width && y < this.height)) return;
    const [column, row] = [Math.round(x * 256), Math.round(y * 256)];
    const [left, top] = [column >> 8, row >> 8];
    const [across, down] = [(column & 255) / 256, (row & 255) / 256];
    this.addPixel(left, top, (1 - across) * (1 - down));
    this.addPixel(left + 1, top, across * (1 - down));
    this.addPixel(left, top + 1, (1 - across) * down);
    this.addPixel(left + 1, top + 1, across * down);
  }

  addPixel(x, y, weight) {
    const { data, sum, width } = this;
    if (weight === 0 || x < 0 || y < 0 || x >= width || y >= this.height) return;
    const at = (y * width + x) * 4;
    const opacity = data[at + 3] * weight;
    sum[0] += data[at] * opacity;
    sum[1] += data[at + 1] * opacity;
    sum[2] += data[at + 2] * opacity;
    sum[3] += opacity;
  }
}

// The number of samples along a side of a pixel.
function samples(x, y) {
  return Math.max(1, Math.min(MOST_SAMPLES, Math.ceil(Math.hypot(x, y) - 2 ** -10)));
}

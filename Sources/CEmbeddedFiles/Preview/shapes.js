"use strict";

// Rectangles, gradients, borders, shadows and blurred backdrops.

class ShapeDrawing {
  constructor(device, canvas) { Object.assign(this, { device, canvas }); }

  rectangle(context, layer, frame, opacity) {
    if (!layer.content.stops && layer.values.fill === null) return;
    const path = frame.outline(layer.radii);
    if (layer.content.stops) {
      const { gradientAngle, gradientCenterX, gradientCenterY, gradientRadius } = layer.values;
      const course = [gradientAngle, gradientCenterX, gradientCenterY, gradientRadius];
      this.fillGradient(context, layer.content.stops, course, frame, opacity, path);
      return;
    }
    context.fillStyle = css(layer.values.fill, opacity);
    context.fill(path);
  }

  // Multiplies a group's picture by the opacity of its mask's gradient.
  mask(context, layer, frame) {
    const { maskAngle, maskCenterX, maskCenterY, maskRadius } = layer.values;
    context.save();
    context.globalCompositeOperation = "destination-in";
    this.fillGradient(
      context, layer.mask, [maskAngle, maskCenterX, maskCenterY, maskRadius], frame, 1, null);
    context.restore();
  }

  // Fills a path, or the whole canvas if null, with a linear or radial gradient.
  fillGradient(context, stops, [angle, x, y, radius], frame, opacity, path) {
    const [middleX, middleY] = [x * frame.width, y * frame.height];
    const gradient = radius === null
      ? context.createLinearGradient(...this.line(frame, angle))
      : context.createRadialGradient(middleX, middleY, 0, middleX, middleY, radius);
    for (const [position, color] of stops) {
      gradient.addColorStop(Math.max(0, Math.min(1, position)), css(color, opacity));
    }
    context.save();
    context.fillStyle = gradient;
    if (radius !== null) {
      if (path) context.clip(path);
      context.setTransform(...frame.map);
      context.fillRect(-1e4, -1e4, 2e4, 2e4);
    } else if (path) {
      context.fill(path);
    } else {
      context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    }
    context.restore();
  }

  // The gradient line as in CSS: 0 degrees points up, 90 to the right, and the line reaches the
  // corners.
  line(frame, degrees) {
    const angle = degrees * Math.PI / 180;
    const [dx, dy] = [Math.sin(angle), -Math.cos(angle)];
    const length = Math.abs(frame.width * dx) + Math.abs(frame.height * dy);
    const [a, b, c, d, tx, ty] = frame.map;
    const end = (sign) => {
      const x = frame.width / 2 + sign * dx * length / 2;
      const y = frame.height / 2 + sign * dy * length / 2;
      return [a * x + c * y + tx, b * x + d * y + ty];
    };
    return [...end(-1), ...end(1)];
  }

  // Draws a line inside the outline.
  border(context, layer, frame, opacity) {
    const { borderWidth: width, borderColor: color } = layer.values;
    if (!(width > 0)) return;
    const path = frame.outline(layer.radii);
    path.addPath(frame.outline(layer.radii, width));
    context.fillStyle = css(color, opacity);
    context.fill(path, "evenodd");
  }

  // Draws the shadow of `draw`, or of the layer's outline. The caster is far outside the canvas, so
  // that only its shadow is visible.
  shadow(context, layer, frame, draw) {
    const {
      shadowColor: color, shadowRadius: radius, shadowX: x, shadowY: y,
    } = layer.values;
    if (color % 256 === 0) return;
    const far = 4 * this.canvas.width + 4096;
    const [a, b, c, d] = frame.map;
    context.save();
    if (layer.values.backdropRadius !== null) {
      // As in CSS, the shadow is not visible through a layer that shows its backdrop.
      const outside = frame.outline(layer.radii);
      outside.rect(0, 0, this.canvas.width, this.canvas.height);
      context.clip(outside, "evenodd");
    }
    context.shadowColor = css(color);
    // The canvas's blur is twice the sigma of the Gaussian.
    context.shadowBlur = 2 * radius * frame.density;
    context.shadowOffsetX = far + a * x + c * y;
    context.shadowOffsetY = b * x + d * y;
    context.fillStyle = "#000";
    if (draw) draw(frame.moved(-far)); else context.fill(frame.moved(-far).outline(layer.radii));
    context.restore();
  }

  // Blurs and tints the current picture within the layer's outline, and draws the result over it.
  backdrop(context, layer, frame, opacity) {
    const {
      backdropRadius: radius, backdropSaturation: saturation, backdropTint: tint,
    } = layer.values;
    const sigma = Math.min(radius * this.device.scale, 512);
    const area = this.area(frame, Math.ceil(3 * sigma));
    const path = frame.outline(layer.radii);
    if (!area) return;
    const [x, y, width, height] = area;
    // A strong blur needs fewer pixels.
    const factor = Math.max(1, Math.floor(sigma / 3));
    const [w, h] = [Math.max(1, Math.ceil(width / factor)), Math.max(1, Math.ceil(height / factor))];
    const small = new OffscreenCanvas(w, h);
    const inner = small.getContext("2d", { willReadFrequently: true });
    inner.imageSmoothingQuality = "high";
    inner.drawImage(context.canvas, x, y, width, height, 0, 0, w, h);
    const data = inner.getImageData(0, 0, w, h);
    blurPixels(data.data, w, h, sigma / factor);
    saturatePixels(data.data, saturation);
    inner.putImageData(data, 0, 0);
    if (tint !== null) {
      inner.fillStyle = css(tint);
      inner.fillRect(0, 0, w, h);
    }
    context.save();
    context.clip(path);
    context.globalAlpha = opacity;
    context.imageSmoothingQuality = "high";
    context.drawImage(small, x, y, width, height);
    context.restore();
  }

  // Returns the whole pixels of the canvas around a frame, or null.
  area(frame, margin) {
    const [x, y, width, height] = frame.rect;
    const left = Math.max(0, Math.floor(x) - margin);
    const top = Math.max(0, Math.floor(y) - margin);
    const right = Math.min(this.canvas.width, Math.ceil(x + width) + margin);
    const bottom = Math.min(this.canvas.height, Math.ceil(y + height) + margin);
    return right > left && bottom > top ? [left, top, right - left, bottom - top] : null;
  }
}

// A Gaussian blur of RGBA bytes without the tails beyond 2.5 sigma, with replicated edges.
function blurPixels(bytes, width, height, sigma) {
  if (!(sigma > 0)) return;
  const reach = Math.max(1, Math.round(2.5 * sigma));
  const weights = [];
  for (let k = -reach; k <= reach; k += 1) weights.push(Math.exp(-k * k / (2 * sigma * sigma)));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const pass = (source, target, count, lines, step, line) => {
    for (let row = 0; row < lines; row += 1) {
      for (let at = 0; at < count; at += 1) {
        for (let channel = 0; channel < 4; channel += 1) {
          let total = 0;
          for (let k = -reach; k <= reach; k += 1) {
            const index = Math.max(0, Math.min(count - 1, at + k));
            total += weights[k + reach] * source[row * line + index * step + channel];
          }
          target[row * line + at * step + channel] = total / sum;
        }
      }
    }
  };
  const between = new Float32Array(bytes.length);
  pass(bytes, between, width, height, 4, width * 4);
  pass(between, bytes, height, width, width * 4, 4);
}

// The saturation matrix of the renderer's filters, with the luma of Rec. 709.
function saturatePixels(bytes, saturation) {
  if (saturation === 1) return;
  for (let at = 0; at < bytes.length; at += 4) {
    const luma = 0.2126 * bytes[at] + 0.7152 * bytes[at + 1] + 0.0722 * bytes[at + 2];
    for (let channel = 0; channel < 3; channel += 1) {
      bytes[at + channel] = luma + (bytes[at + channel] - luma) * saturation;
    }
  }
}

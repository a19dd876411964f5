"use strict";

// Icons, the activity indicator and the screen chrome: status bar, indicators and touch.

const SPOKES = 8;
// The minimum length of the system's scroll indicator in points.
const SHORTEST_INDICATOR = 36;

class ChromeDrawing {
  constructor(data, pictures, header) {
    Object.assign(this, { data, pictures, header });
    this.device = data.device;
    this.masks = new Map();
    this.icons = new Map();
    for (const icon of data.icons) {
      const made = { ...icon, path: new Path2D(icon.data) };
      this.icons.set(`${icon.layer} ${icon.icon}`, made).set(`${icon.layer} null`, made);
    }
  }

  icon(context, layer, frame, opacity) {
    const icon = this.icons.get(`${layer.index} ${layer.content.icon}`);
    if (!icon || !(layer.width > 0) || !(layer.height > 0)) return;
    for (const paint of this.paints(layer)) {
      context.save();
      context.globalAlpha = opacity * alphaOf(paint.color);
      if (frame.zoom === 1) {
        // Draw a mask that was rasterized on whole pixels. Its position is rounded horizontally
        // only, because content moves vertically by fractions.
        const { mask, margin } = this.iconMask(icon, layer, paint);
        context.drawImage(mask, nearest(frame.rect[0]) - margin, frame.rect[1] - margin);
      } else {
        context.transform(...frame.map);
        this.drawIcon(context, icon, layer, paint);
      }
      context.restore();
    }
  }

  // Returns the colors of an icon from bottom to top, each with its line width. A width of null
  // means the icon's own width, or a fill.
  paints(layer) {
    const { fill, stroke, lineWidth } = layer.values;
    const filled = { color: fill, lineWidth: null };
    if (stroke === null) return [filled];
    const line = { color: stroke, lineWidth };
    return this.data.program.layers[layer.index].cells.fill === undefined ? [line] : [filled, line];
  }

  // Returns an icon in its color, without the color's opacity.
  iconMask(icon, layer, paint) {
    const { color, lineWidth } = paint;
    const key = [layer.index, icon.icon, layer.width, layer.height, lineWidth, color].join(" ");
    const known = this.masks.get(key);
    if (known) return known;
    // Icons whose size follows the offset would fill the memory.
    if (this.masks.size > 500) this.masks.clear();
    const { scale } = this.device;
    const margin = Math.ceil((3 + (lineWidth ?? icon.lineWidth ?? 0) / 2) * scale);
    const mask = clearCanvas(
      Math.ceil(layer.width * scale) + 2 * margin, Math.ceil(layer.height * scale) + 2 * margin);
    const context = mask.getContext("2d");
    context.translate(margin, margin);
    context.scale(scale, scale);
    this.drawIcon(context, icon, layer, paint);
    const made = { mask, margin };
    this.masks.set(key, made);
    return made;
  }

  // Draws in the layer's own points.
  drawIcon(context, icon, layer, { color, lineWidth }) {
    const across = layer.width / icon.size[0];
    const solid = css(color - (color % 256) + 255);
    context.scale(across, layer.height / icon.size[1]);
    if ((lineWidth ?? icon.lineWidth) === null) {
      context.fillStyle = solid;
      context.fill(icon.path);
      return;
    }
    context.strokeStyle = solid;
    context.lineCap = "round";
    context.lineJoin = "round";
    context.lineWidth = lineWidth === null ? icon.lineWidth : lineWidth / across;
    context.stroke(icon.path);
  }

  // Spokes appear clockwise while the content is pulled. After that, the indicator rotates once per
  // second.
  spinner(context, layer, frame, opacity) {
    const { progress, color } = layer.values;
    const { time } = layer.content;
    const side = Math.min(frame.width, frame.height);
    const turned = Math.floor(time * SPOKES);
    for (let spoke = 0; spoke < SPOKES; spoke += 1) {
      const age = (((turned - spoke) % SPOKES) + SPOKES) % SPOKES;
      const strength = progress !== null
        ? Math.max(0, Math.min(1, progress * SPOKES - spoke)) : 1 - 0.75 * age / (SPOKES - 1);
      context.save();
      context.transform(...frame.map);
      context.translate(frame.width / 2, frame.height / 2);
      context.rotate(spoke * 2 * Math.PI / SPOKES);
      context.fillStyle = css(color, opacity * strength);
      context.beginPath();
      context.roundRect(-side * 0.05, -side / 2, side * 0.1, side * 0.275, side * 0.05);
      context.fill();
      context.restore();
    }
  }

  // Draws the renderer's picture of the status bar.
  statusBar(context, color) {
    const bars = this.data.statusBars;
    const overlay = bars[String(color)] ?? Object.values(bars)[0];
    if (!overlay) return;
    const [index, x, y] = overlay;
    if (bars[String(color)] !== undefined) context.drawImage(this.pictures.get(index), x, y);
    else context.drawImage(this.pictures.tint(index, color), x - 1, y - 1);
  }

  // Fills a rectangle in points of the screen with rounded ends.
  capsule(context, [x, y, width, height], radius, color) {
    const { scale, screenLeft, screenTop } = this.device;
    context.fillStyle = css(color);
    context.beginPath();
    context.roundRect(
      fine((x + screenLeft) * scale), fine((y + screenTop) * scale), fine(width * scale),
      fine(height * scale), radius * scale);
    context.fill();
  }

  homeIndicator(context, frame, color) { this.capsule(context, frame, frame[3] / 2, color); }

  // The system's rule: the indicator is to its track as the viewport is to the content, and shorter
  // during overscroll.
  scrollIndicator(context, [x, y, width, track], color, moment) {
    if (!moment.isScrolling) return;
    const { viewportHeight, largestOffset } = this.header();
    const share = viewportHeight / (viewportHeight + largestOffset);
    const full = Math.min(track - 6, Math.max(SHORTEST_INDICATOR, track * share));
    const beyond = Math.max(0, -moment.offset, moment.offset - largestOffset);
    const length = Math.max(Math.min(full, SHORTEST_INDICATOR), full - beyond);
    if (!(length > 0)) return;
    const progress = largestOffset > 0
      ? Math.max(0, Math.min(1, moment.offset / largestOffset)) : 0;
    this.capsule(
      context, [x, y + 3 + progress * (track - length - 6), width, length], width / 2, color);
  }

  touch(context, finger, color) {
    if (!finger) return;
    const tip = [finger.x - 22, finger.y - 22, 44, 44];
    this.capsule(context, tip, 22, color);
  }

  // Draws chrome that is a layer of the document.
  listed(context, layer, moment) {
    const color = layer.values.style;
    switch (layer.type) {
      case "statusBar": this.statusBar(context, color); break;
      case "homeIndicator": this.homeIndicator(context, layer.frame, color); break;
      case "scrollIndicator": this.scrollIndicator(context, layer.frame, color, moment); break;
      case "touch": this.touch(context, moment.finger, color); break;
      default:
    }
  }

  // Draws chrome that the document does not contain, then the window frame and the pointer.
  unlisted(context, layers, moment) {
    const { appearance } = this.data;
    const { width, height, statusBarHeight, safeAreaBottom } = this.device;
    const has = (type) => layers.some((layer) => layer.type === type);
    if (!has("statusBar") && (appearance.statusBar ?? true)) {
      this.statusBar(context, appearance.foreground);
    }
    if (!has("scrollIndicator") && (appearance.scrollIndicator ?? false)) {
      const track = [
        width - this.device.scrollIndicatorRight, statusBarHeight,
        this.device.scrollIndicatorWidth, height - statusBarHeight - safeAreaBottom];
      this.scrollIndicator(context, track, 0x828282ff, moment);
    }
    if (!has("homeIndicator") && (appearance.homeIndicator ?? safeAreaBottom > 0)) {
      const [long, high] = this.device.homeIndicator;
      const top = height - this.device.homeIndicatorBottom;
      this.homeIndicator(context, [(width - long) / 2, top, long, high], appearance.foreground);
    }
    if (!has("touch")) this.touch(context, moment.finger, 0x8080808c);
    if (this.data.surroundings) {
      const [index, x, y] = this.data.surroundings;
      context.drawImage(this.pictures.get(index), x, y);
    }
  }
}

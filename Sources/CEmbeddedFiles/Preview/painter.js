"use strict";

// Draws evaluated layers on a canvas: the layer tree, clips, groups and lists.

class Painter {
  // `header` returns the current header.
  constructor(data, pictures, canvas, header) {
    this.data = data;
    this.device = data.device;
    this.canvas = canvas;
    [canvas.width, canvas.height] = data.device.canvas;
    this.context = canvas.getContext("2d", { alpha: false });
    this.spare = [];
    this.images = new ImageDrawing(pictures, canvas);
    this.shapes = new ShapeDrawing(data.device, canvas);
    this.lettering = new Lettering(data, pictures);
    this.chrome = new ChromeDrawing(data, pictures, header);
  }

  // `moment` contains the offset, whether the content moved recently, and the touch.
  paint(state, moment) {
    const { context, canvas, device } = this;
    this.moment = moment;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = css(this.data.appearance.background);
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.save();
    context.beginPath();
    context.rect(
      device.screenLeft * device.scale, device.screenTop * device.scale,
      device.width * device.scale, device.height * device.scale);
    context.clip();
    this.drawAll(state.layers, 0);
    context.restore();
    this.chrome.unlisted(this.context, state.layers, moment);
  }

  drawAll(layers, shift) {
    for (let index = 0; index < layers.length;) {
      const layer = layers[index];
      const end = index + 1 + layer.count;
      if (this.shows(layer) && layer.opacity > 0) {
        this.drawLayer(layer, layers.slice(index + 1, end), shift);
      }
      index = end;
    }
  }

  // Whether a layer is drawn. The scene can override the document.
  shows(layer) {
    return this.data.appearance[layer.type] ?? layer.visible;
  }

  drawLayer(layer, children, shift) {
    if (layer.tilt?.toParent) this.drawTilted(layer, children, shift);
    else this.drawFlat(layer, children, shift);
  }

  // Draws a tilted layer on a canvas of its own, then that canvas as the tilt projects it.
  drawTilted(layer, children, shift) {
    const { canvas, device } = this;
    const { scale, screenLeft, screenTop } = device;
    const map = layer.tilt.toParent.conjugated(
      Homography.affine(scale, 0, 0, scale, screenLeft * scale, screenTop * scale + shift));
    const seen = map?.inverse()?.box(cornersOf([0, 0, canvas.width, canvas.height]));
    // Points far outside of the canvas are close to the horizon and cover next to nothing.
    const reach = 2 * Math.max(canvas.width, canvas.height);
    const plane = [-reach, -reach, canvas.width + 2 * reach, canvas.height + 2 * reach];
    let area = seen && intersected(grown(seen), plane);
    const extent = this.extent([layer, ...children], shift, layer);
    if (area && extent) area = intersected(area, grown(extent));
    if (!area) return;
    const [left, top, width, height] = area;
    const flat = clearCanvas(width, height);
    this.onto(flat, left, top).drawFlat(layer, children, shift);
    drawProjected(this.context, flat, left, top, map);
  }

  // Returns a painter of another canvas, whose top left pixel is at (left, top) of this one's.
  onto(canvas, left, top) {
    const { scale, screenLeft, screenTop } = this.device;
    const device = {
      ...this.device, screenLeft: screenLeft - left / scale, screenTop: screenTop - top / scale };
    return Object.assign(Object.create(Painter.prototype), this, {
      canvas, device, spare: [], context: canvas.getContext("2d", { willReadFrequently: true }),
      images: new ImageDrawing(this.images.pictures, canvas),
      shapes: new ShapeDrawing(device, canvas),
    });
  }

  // Returns a rectangle that contains everything that flat layers paint, or null if one of them
  // is tilted too.
  extent(layers, shift, root = null) {
    let found = null;
    const add = ([x, y, width, height], across, down) => {
      const [left, top] = [x - across, y - down];
      const [right, bottom] = [x + width + across, y + height + down];
      const [l, t, r, b] = found ?? [left, top, right, bottom];
      found = [Math.min(l, left), Math.min(t, top), Math.max(r, right), Math.max(b, bottom)];
    };
    for (const layer of layers) {
      if (layer !== root && layer.tilt?.toParent) return null;
      const frame = new Frame(layer, shift, this.device);
      const { shadowColor, shadowRadius, shadowX, shadowY, lineWidth, pointSize } = layer.values;
      const shadow = shadowColor === null
        ? 0 : 4 * shadowRadius + Math.max(Math.abs(shadowX), Math.abs(shadowY));
      const margin = 2 + (shadow + (lineWidth ?? 0) + 2 * (pointSize ?? 0)) * frame.density;
      // Lines of a text can be wider than its layer.
      add(frame.rect, margin + (layer.type === "text" ? this.canvas.width : 0), margin);
      for (const row of layer.content.rows ?? []) {
        const inner = this.extent(row.layers, shift);
        if (!inner) return null;
        add(inner, 2, 2);
      }
    }
    const [left, top, right, bottom] = found ?? [0, 0, 0, 0];
    return [left, top, right - left, bottom - top];
  }

  // Draws a layer without its own tilt.
  drawFlat(layer, children, shift) {
    const frame = new Frame(layer, shift, this.device);
    const isComposite = children.length || layer.values.borderWidth !== null || layer.values.shadowColor !== null
      || layer.values.backdropRadius !== null
      || ["list", "statusBar", "activityIndicator"].includes(layer.type)
      || layer.values.blurType === "crossfade" || layer.values.tint > 0
      || (layer.type === "icon" && this.chrome.paints(layer).length > 1);
    const isOver = readsBackdrop([layer, ...children]);
    if (layer.mask) {
      this.grouped(
        layer.opacity, isOver, () => this.drawParts(layer, frame, 1, children, shift),
        (context) => this.shapes.mask(context, layer, frame));
      return;
    }
    if (layer.opacity < 1 && layer.values.backdropRadius !== null) {
      // The filtered backdrop and the layer's parts fade one after the other, as in CSS.
      this.shapes.backdrop(this.context, layer, frame, layer.opacity);
      this.grouped(
        layer.opacity, readsBackdrop(children),
        () => this.drawParts(layer, frame, 1, children, shift, false));
    } else if (layer.opacity < 1 && isComposite) {
      this.grouped(layer.opacity, isOver, () => this.drawParts(layer, frame, 1, children, shift));
    } else {
      this.drawParts(layer, frame, layer.opacity, children, shift);
    }
  }

  // Draws shadow, backdrop, content, children and border, from bottom to top.
  drawParts(layer, frame, opacity, children, shift, filters = true) {
    if (layer.values.shadowColor !== null) {
      this.shapes.shadow(this.context, layer, frame, ["text", "icon"].includes(layer.type)
        ? (away) => this.drawContent(layer, away, 1, shift) : null);
    }
    if (filters && layer.values.backdropRadius !== null) {
      this.shapes.backdrop(this.context, layer, frame, 1);
    }
    this.drawContent(layer, frame, opacity, shift);
    if (children.length) this.clipped(layer, frame, () => this.drawAll(children, shift));
    if (layer.values.borderWidth !== null) this.shapes.border(this.context, layer, frame, opacity);
  }

  clipped(layer, frame, body) {
    if (!layer.values.clip) {
      body();
      return;
    }
    this.context.save();
    this.context.clip(frame.outline(layer.radii));
    body();
    this.context.restore();
  }

  // Draws `body` on a separate canvas, lets `finish` change it, and composites it. If `isOver`, the
  // separate canvas starts as a copy of the current one, which backdrop filters in `body` blur.
  grouped(opacity, isOver, body, finish = () => {}) {
    const outer = this.context;
    const apart = this.spare.pop() ?? clearCanvas(this.canvas.width, this.canvas.height);
    this.context = apart.getContext("2d");
    this.context.clearRect(0, 0, apart.width, apart.height);
    if (isOver) this.context.drawImage(outer.canvas, 0, 0);
    body();
    finish(this.context);
    this.context = outer;
    outer.save();
    outer.globalAlpha = opacity;
    outer.drawImage(apart, 0, 0);
    outer.restore();
    this.spare.push(apart);
  }

  drawContent(layer, frame, opacity, shift) {
    const { context } = this;
    switch (layer.content.type) {
      case "group": break;
      case "rectangle": this.shapes.rectangle(context, layer, frame, opacity); break;
      case "image": this.images.draw(context, layer, frame, opacity); break;
      case "text":
        this.clipped(layer, frame, () => this.lettering.draw(context, layer, frame, opacity));
        break;
      case "icon": this.chrome.icon(context, layer, frame, opacity); break;
      case "activityIndicator": this.chrome.spinner(context, layer, frame, opacity); break;
      case "list":
        this.clipped(layer, frame, () => this.drawList(layer, frame, shift));
        break;
      default: this.chrome.listed(context, layer, this.moment);
    }
  }

  // Draws the rows with their separators, aligned to whole pixels of the content.
  drawList(layer, frame, shift) {
    const list = layer.content;
    const { horizontal, separatorColor } = layer.values;
    const pressed = horizontal ? null : this.data.appearance.pressedRow;
    const pixels = frame.isUpright ? frame.map[3] : 0;
    const whole = (start) => (horizontal || pixels === 0
      ? start : nearest(fine(start * pixels)) / pixels);
    for (const row of list.rows) {
      const start = whole(row.start);
      const end = whole(row.start + row.length);
      if (row.index === pressed) {
        const line = 1 / this.device.scale;
        this.fill(
          frame, 0, start - line, frame.width, end - start + line,
          this.data.appearance.pressedRowColor);
      }
      this.drawAll(row.layers, shift + (start - row.start) * pixels);
      if (separatorColor !== null) this.separator(layer, row, end, frame, pressed);
    }
  }

  separator(layer, row, end, frame, pressed) {
    const {
      separatorInset: inset, separatorEndInset: endInset, separatorWidth: width,
      separatorColor: color, horizontal,
    } = layer.values;
    if (horizontal) {
      if (row.index + 1 >= layer.content.count) return;
      const [a, , , , tx] = frame.map;
      const left = (nearest(fine(a * (end - width / 2) + tx)) - tx) / a;
      this.fill(frame, left, inset, width, frame.height - (inset + (endInset ?? inset)), color);
    } else if (row.index !== pressed && row.index + 1 !== pressed) {
      this.fill(frame, inset, end - width, frame.width - inset - (endInset ?? 0), width, color);
    }
  }

  // Fills a rectangle in a layer's own points.
  fill(frame, x, y, width, height, color) {
    const { context } = this;
    const [a, , , d, tx, ty] = frame.map;
    context.save();
    context.fillStyle = css(color);
    if (frame.isUpright) {
      context.fillRect(fine(a * x + tx), fine(d * y + ty), fine(a * width), fine(d * height));
    } else {
      context.transform(...frame.map);
      context.fillRect(x, y, width, height);
    }
    context.restore();
  }
}

// Whether any of the layers, or of the rows in them, has a backdrop filter.
function readsBackdrop(layers) {
  return layers.some(({ values, content }) => values.backdropRadius !== null
    || (content.rows ?? []).some((row) => readsBackdrop(row.layers)));
}

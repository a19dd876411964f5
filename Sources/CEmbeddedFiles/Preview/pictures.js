"use strict";

// The pictures of a page: decoded once, tinted once per color, and the blurred forms of image
// layers.

class Pictures {
  // `before` contains the pictures of an earlier revision. Indices in the new data refer to them.
  constructor(data, before = null) {
    this.uris = data.pictures;
    this.before = before?.decoded ?? [];
    this.images = new Map(data.images.map((image) => [`${image.layer} ${image.image}`, image]));
    this.tinted = new Map();
    this.decoded = [];
  }

  // Decodes all pictures, so that drawing never waits.
  async load() {
    this.decoded = await Promise.all(this.uris.map(async (uri) => {
      if (typeof uri === "number") return this.before[uri];
      const image = new Image();
      image.src = uri;
      await image.decode();
      return image;
    }));
    this.before = [];
  }

  get(index) { return this.decoded[index]; }

  // Returns a mask in a color, without the color's opacity and with a transparent pixel around it.
  // Without that pixel, browsers cut off antialiased edges between two pixels.
  tint(index, color) {
    const key = `${index} ${color}`;
    const known = this.tinted.get(key);
    if (known) return known;
    // Colors that follow the offset would fill the memory.
    if (this.tinted.size > 2000) this.tinted.clear();
    const mask = this.get(index);
    const canvas = new OffscreenCanvas(mask.width + 2, mask.height + 2);
    const context = canvas.getContext("2d");
    context.drawImage(mask, 1, 1);
    context.globalCompositeOperation = "source-in";
    context.fillStyle = css(color - (color % 256) + 255);
    context.fillRect(0, 0, canvas.width, canvas.height);
    this.tinted.set(key, canvas);
    return canvas;
  }

  // Returns the forms of a layer's picture, or null if it was not given.
  forms(layer, content) {
    return this.images.get(`${layer.index} ${content.key}`) ?? null;
  }
}

class ImageDrawing {
  constructor(pictures, canvas) { Object.assign(this, { pictures, canvas }); }

  draw(context, layer, frame, opacity) {
    const image = this.pictures.forms(layer, layer.content);
    if (!image || !frame.isSeen(this.canvas)) return;
    const { tint, tintMode, blurType, blurSaturation, blurTint } = layer.values;
    const isToned = blurType === "gaussian" && (blurSaturation !== 1 || blurTint !== null);
    if (tint === null && !isToned) {
      this.drawPlain(context, image, layer, frame, opacity);
      return;
    }
    // Tint only the opaque parts of the picture.
    const apart = clearCanvas(this.canvas.width, this.canvas.height);
    const inner = apart.getContext("2d");
    if (isToned && blurSaturation !== 1) inner.filter = `saturate(${blurSaturation})`;
    this.drawPlain(inner, image, layer, frame, 1);
    inner.filter = "none";
    const lay = (color, operation) => {
      if (color === null) return;
      inner.globalCompositeOperation = operation;
      inner.fillStyle = css(color);
      inner.fillRect(0, 0, apart.width, apart.height);
    };
    if (isToned) lay(blurTint, "source-atop");
    lay(tint, tintMode === "template" ? "source-in" : "source-atop");
    context.save();
    context.globalAlpha *= opacity;
    context.drawImage(apart, 0, 0);
    context.restore();
  }

  drawPlain(context, image, layer, frame, opacity) {
    const { content } = layer;
    context.save();
    // The picture ends under the middle of the border, so that it is not visible outside.
    const inset = (layer.values.borderWidth ?? 0) / 2;
    const isPlain = frame.isUpright && inset === 0 && layer.radii.every((radius) => radius === 0);
    const outline = frame.outline(layer.radii, inset);
    const { rect } = frame;
    const isWhole = rect.every(Number.isInteger);
    if (!isPlain || !content.crop || !isWhole) context.clip(outline);
    // Browsers do not draw picture edges that cover half a pixel. Stretch the picture over such
    // pixels and clip it with the outline.
    let parts = [[rect, null]];
    if (!frame.isUpright) {
      context.setTransform(...frame.map);
      parts = [[[0, 0, frame.width, frame.height], null]];
    } else if (content.crop && !isWhole) {
      const [around, inside] = [grown(rect), shrunk(rect)];
      const [core, rim] = [new Path2D(), new Path2D()];
      core.rect(...inside);
      rim.rect(...around);
      rim.rect(...inside);
      parts = [[around, rim], [rect, core]];
    }
    context.globalAlpha *= opacity;
    for (const [form, share] of this.shown(image, content, layer)) {
      for (const [where, clip] of parts) {
        context.save();
        context.globalAlpha *= share;
        if (clip) context.clip(clip, "evenodd");
        this.drawForm(context, image, form, layer, where);
        context.restore();
      }
    }
    context.restore();
  }

  // Returns the forms to composite, each with its opacity.
  shown(image, content, layer) {
    const [sharp, ...blurred] = image.forms;
    const { crop } = content;
    const { blurType, blurRadius, blurAmount, blurStep } = layer.values;
    if (blurType === null || !blurred.length || !crop) return [[sharp, 1]];
    if (blurType === "crossfade") {
      return blurAmount > 0 ? [[sharp, 1], [blurred[0], blurAmount]] : [[sharp, 1]];
    }
    if (blurType === "ladder") {
      if (blurStep === 0) return [[sharp, 1]];
      const closest = blurred.reduce((best, form) =>
        (Math.abs(form.level - blurStep) < Math.abs(best.level - blurStep) ? form : best));
      return [[closest, 1]];
    }
    const sigma = blurRadius * crop[2] / Math.max(layer.width, 1e-9);
    if (!(sigma > 0)) return [[sharp, 1]];
    const above = image.forms.findIndex((form) => form.level >= sigma - 1e-9);
    if (above <= 0) return [[blurred[blurred.length - 1], 1]];
    const [under, over] = [image.forms[above - 1], image.forms[above]];
    const share = (sigma - under.level) / (over.level - under.level);
    return share > 0.999 ? [[over, 1]] : [[under, 1], [over, share]];
  }

  drawForm(context, image, form, { content, values }, [x, y, width, height]) {
    const picture = this.pictures.get(form.picture);
    const [left, top, shownWidth, shownHeight] = form.source;
    const across = picture.width / shownWidth;
    const down = picture.height / shownHeight;
    let source = [0, 0, picture.width, picture.height];
    let target = [x, y, width, height];
    if (content.crop) {
      const [cropX, cropY, cropWidth, cropHeight] = content.crop;
      source = [
        (cropX - left) * across, (cropY - top) * down, cropWidth * across, cropHeight * down,
      ].map((value) => Math.round(value * 256) / 256);
    } else {
      const factor = Math.min(width / content.size[0], height / content.size[1]);
      const [w, h] = [content.size[0] * factor, content.size[1] * factor];
      target = [
        x + (width - w) * values.positionX, y + (height - h) * values.positionY, w, h];
    }
    const matrix = context.getTransform();
    const reduced = source[2] / Math.max(1e-9, target[2] * Math.hypot(matrix.a, matrix.b));
    // Bilinear sampling is exact down to half the size. Below that, use the browser's averaging.
    context.imageSmoothingQuality = image.averaged && reduced > 2.05 ? "high" : "low";
    context.drawImage(picture, ...source, ...target);
  }
}

// The largest rectangle of whole pixels inside [x, y, width, height].
function shrunk([x, y, width, height]) {
  const [left, top] = [Math.ceil(x), Math.ceil(y)];
  return [
    left, top, Math.max(0, Math.floor(x + width) - left), Math.max(0, Math.floor(y + height) - top)];
}

// The smallest rectangle of whole pixels around [x, y, width, height].
function grown([x, y, width, height]) {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  return [left, top, Math.ceil(x + width) - left, Math.ceil(y + height) - top];
}

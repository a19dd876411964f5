"use strict";

// Draws texts with the renderer's masks, positioned as in the renderer. Texts without masks (rows
// that were not reached, other words) are drawn by the browser.

class Lettering {
  constructor(data, pictures) {
    this.texts = data.texts;
    this.settingTexts = data.program.settingTexts;
    this.scale = data.device.scale;
    this.pictures = pictures;
  }

  draw(context, layer, frame, opacity) {
    const { content, values } = layer;
    if (!(values.pointSize > 0)) return;
    const setting = this.setting(content.key, values, layer.width);
    if (!setting) {
      this.drawPlain(context, layer, frame, opacity);
      return;
    }
    // The size relative to the mask's.
    const growth = values.pointSize / setting.values.pointSize;
    const lineHeight = values.lineHeight ?? setting.lineHeight * growth;
    const first = firstBaseline(
      values, layer.height, lineHeight * setting.lines.length,
      setting.firstBaseline * growth);
    setting.lines.forEach((line, index) => {
      this.drawLine(
        context, line, first + lineHeight * index, layer, frame, setting.changesPointSize, growth,
        opacity);
    });
  }

  // Returns the setting nearest in size and width. Slightly too large is better than too small.
  setting(key, values, width) {
    let best = null;
    let least = Infinity;
    for (const setting of this.texts[key] ?? []) {
      const way = setting.values.pointSize - values.pointSize;
      const others = this.settingTexts.filter((name) => name !== "pointSize");
      const distance = (way < 0 ? -2 * way : way) * 1e4 + Math.abs(setting.width - width)
        + textDistance(setting.values, values, others);
      if (distance < least) [best, least] = [setting, distance];
    }
    return best;
  }

  // If `changesPointSize` is true, the text is placed at quarters of a pixel, because its size
  // follows the offset.
  drawLine(context, line, baseline, layer, frame, changesPointSize, growth, opacity) {
    const { scale } = this;
    const { content, values, width } = layer;
    // The alignment point of the layer, and the fraction of the line to its left.
    const [atStart, atEnd] = line.rightToLeft ? [1, 0] : [0, 1];
    const share = { left: 0, center: 0.5, right: 1, start: atStart, end: atEnd }[values.alignment];
    const anchor = width * share;
    const advance = line.advance * growth;
    context.save();
    let [x, y, zoom] = [0, 0, growth];
    // Pieces after the first are at quarters of a pixel from the unrounded start of the line.
    let shift = 0;
    if (frame.zoom === null) {
      context.transform(...frame.map);
      context.scale(1 / scale, 1 / scale);
      x = nearest(anchor * scale - advance * share);
      y = nearest(baseline * scale);
    } else {
      const pivot = frame.map[0] * anchor + frame.map[4];
      const left = pivot - advance * share;
      if (changesPointSize && frame.zoom === 1) {
        x = nearest(left * 4) / 4;
        y = nearest(fine(frame.map[5] + baseline * scale));
      } else {
        const whole = nearest(left);
        shift = nearest((left - whole) * 4) / 4;
        x = frame.zoom === 1 ? whole : fine(pivot + (whole - pivot) * frame.zoom);
        y = fine(frame.map[5] + nearest(baseline * scale) * frame.zoom);
      }
      zoom = growth * frame.zoom;
    }
    for (const [index, piece] of line.pieces.entries()) {
      const start = piece.x + (index > 0 ? shift : 0);
      const color = content.runs[piece.run]?.color ?? values.color;
      const masks = [];
      if (piece.mask !== null) masks.push([this.pictures.tint(piece.mask, color), 1]);
      if (piece.picture !== null) masks.push([this.pictures.get(piece.picture), 0]);
      context.globalAlpha = opacity * alphaOf(color);
      for (const [mask, margin] of masks) {
        context.drawImage(
          mask, x + (start - margin) * zoom, y + (piece.y - margin) * zoom,
          mask.width * zoom, mask.height * zoom);
      }
    }
    context.restore();
  }

  drawPlain(context, layer, frame, opacity) {
    const { content, values } = layer;
    const natural = values.pointSize * 1.193;
    const lineHeight = values.lineHeight ?? natural;
    const baseline = firstBaseline(
      values, layer.height, lineHeight, (lineHeight - natural) / 2 + values.pointSize * 0.952);
    context.save();
    context.transform(...frame.map);
    context.textAlign = values.alignment;
    const share = { left: 0, start: 0, center: 0.5, right: 1, end: 1 }[values.alignment];
    const x = layer.width * share;
    context.font = `${values.italic ? "italic " : ""}${values.weight} ${values.pointSize}px Inter, system-ui, sans-serif`;
    context.fillStyle = css(values.color, opacity);
    context.fillText(
      content.runs.map((run) => run.text).join(""), x, baseline, Math.max(1, layer.width));
    context.restore();
  }
}

// The first baseline in points from the layer's top.
function firstBaseline(values, height, textHeight, ascent) {
  if (values.baseline !== null) return values.baseline;
  switch (values.verticalAlignment) {
    case "top": return ascent;
    case "bottom": return height - textHeight + ascent;
    default: return (height - textHeight) / 2 + ascent;
  }
}

"use strict";

// The texts of layers, and the sizes measured by the renderer's typesetter.

class TextMeasurer {
  constructor(program, measures) {
    this.texts = program.texts;
    this.indices = new Map(program.textNames.map((name, index) => [name, index]));
    this.settingTexts = program.settingTexts;
    this.numbers = program.textNumbers;
    this.fonts = program.fonts;
    this.measures = measures;
  }

  // Returns the runs that a text layer shows in a row, with placeholders filled in.
  runs(layer, given) {
    const { cells } = this;
    const row = layer.copy ?? given;
    const [index, round] = cells.choice(layer, layer.texts);
    const entry = this.texts[index];
    const runs = entry[round % entry.length];
    const outer = cells.get("index");
    cells.set("index", row);
    const filled = runs.map((run) => ({ ...run, text: this.filled(run.text, row) }));
    cells.set("index", outer);
    return filled;
  }

  // Returns the font file of a layer, or undefined for the scene's font.
  font(layer) { return this.fonts[layer.font]; }

  // Replaces {n} by the row's number, {name} by another text, and {index * 10} by an expression's
  // value.
  filled(text, row) {
    return text.replace(/\{([^{}]*)\}/g, (whole, name) => {
      if (name === "n") return String(row + 1);
      const entry = this.texts[this.indices.get(name)];
      const number = this.numbers[name];
      if (!entry && number !== undefined) {
        this.cells.stamps[number] = 0;
        return String(this.cells.value(number));
      }
      return entry ? entry[row % entry.length].map((run) => this.filled(run.text, row)).join("") : whole;
    });
  }

  // Returns a size in points. If the renderer did not measure this text with these values, scales
  // the most similar measurement by the font size.
  size(layer, row, values, width) {
    const measurements = this.measures[textKey(this.runs(layer, row), values, this.font(layer))];
    if (!measurements || !measurements.length) return { width: 0, height: 0 };
    let nearest = null;
    let least = Infinity;
    for (const measurement of measurements) {
      const distance = textDistance(measurement.values, values, this.settingTexts)
        + Math.abs((measurement.width ?? 1e5) - (width ?? 1e5));
      if (distance < least) [nearest, least] = [measurement, distance];
    }
    const { pointSize } = nearest.values;
    const growth = pointSize > 0 ? values.pointSize / pointSize : 1;
    return { width: nearest.size[0] * growth, height: nearest.size[1] * growth };
  }
}

// The distance between two settings of a text. The size has the largest weight.
function textDistance(first, second, settingTexts) {
  return settingTexts.reduce((sum, name) =>
    sum + Math.abs((first[name] ?? -1) - (second[name] ?? -1)) * (name === "pointSize" ? 1e6 : 1e3), 0);
}

// The key of a text regardless of its size. The exporter computes the same key.
function textKey(runs, values, font) {
  return runs.map((run) => `${run.text}\u0001${Math.trunc(run.weight ?? values.weight)}`)
    .join("\u0002") + `\u0003${values.lines}` + (font === undefined ? "" : `\u0004${font}`);
}

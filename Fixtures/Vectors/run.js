"use strict";

// Runs the rows of this folder with the page's scripts and compares the results.
//
//   node run.js SCRIPTS PAGES
//
//   SCRIPTS  the folder of the page's scripts, Sources/CEmbeddedFiles/Preview
//   PAGES    a JSON file with the data of each page that rows refer to, by name
//
// Prints each row whose result differs, then the number of rows per file. Status 1 if any differs.

const fs = require("fs");
const path = require("path");
const vm = require("vm");

const [scripts, pages] = process.argv.slice(2);
// In the order in which they use each other.
const FILES = [
  "exact", "springs", "easing", "texts", "cells", "contents",
  "homography", "layers", "header", "interaction", "inputs",
  "scrolling", "simulation", "curves",
];
const source = FILES.map((name) => fs.readFileSync(path.join(scripts, `${name}.js`), "utf8")
  .replace('"use strict";', "")).join("\n");
const page = vm.runInThisContext(`"use strict"; ${source};
  ({ ExactTime, NO_TIME, Easing, DampedSpring, InteractiveHeader, ScrollContent, SimulatedInputs,
    EASE_OUT, playCurve, Homography, cornersOf })`);
const { ExactTime, NO_TIME, Easing, DampedSpring, InteractiveHeader, ScrollContent } = page;
const data = JSON.parse(fs.readFileSync(pages, "utf8"));

// Files whose results have the same bits. The others call functions of the platform, such as
// Math.exp, and may differ by a billionth.
const EXACT = new Set(["exact", "cells", "contents", "header"]);
const TOLERANCE = 1e-9;

const time = (seconds) => ExactTime.of(seconds);
const tick = ({ count, step }) => ExactTime.ticks(count, step);
const spring = ({ spring: parameters }) => new DampedSpring(...parameters);

const tilted = ({ x, y, distance, grid }) => page.Homography.tilt(x, y, distance)
  .conjugated(page.Homography.affine(...grid));

// Returns the header of a row's page after one event at an offset without a time.
let last = { key: null, header: null };
function header(row) {
  const key = `${row.page} ${row.offset}`;
  if (last.key !== key) {
    const made = new InteractiveHeader(data[row.page], {});
    made.receive({ kind: "scroll", offset: row.offset });
    last = { key, header: made, state: made.state(null, true) };
  }
  return last;
}

const layer = (row) => header(row).state.layers.find(({ id }) => id === row.layer);

// Returns a header that may be changed, after one event at time 0.
function interactiveHeader(row) {
  const made = new InteractiveHeader(data[row.page], {});
  made.receive({ kind: "scroll", offset: row.offset, time: 0, isDragging: false });
  return made;
}

function content(row, move) {
  const made = new ScrollContent(row.physics, 640, 1 / 2, row.start);
  const motion = move(made);
  const { finger } = made;
  return {
    offsets: row.times.map((moment) => made.offset(time(moment))), rest: made.restTime.seconds,
    target: motion?.target ?? null, slow: motion?.slow?.seconds ?? null,
    finger: finger ? [finger.wanted, finger.velocity] : null,
  };
}

function play(row) {
  const made = new InteractiveHeader(data[row.page], {});
  const { events, duration } = page.playCurve(row.curve, made, row.scale);
  return {
    duration,
    events: events.map(({ kind, time: moment, offset, isDragging }) =>
      ({ kind, time: moment, offset, isDragging })),
  };
}

const OPERATIONS = {
  exact: {
    sum: ({ a, b }) => time(a).plus(time(b)).seconds,
    difference: ({ a, b }) => time(a).minus(time(b)).seconds,
    share: ({ a, b }) => time(a).shareOf(time(b)),
    steps: ({ a, b, count }) => time(a).stepsOf(count, time(b)),
    tick: (row) => tick(row).seconds,
    order: (row) => (time(row.a).isBefore(tick(row)) ? -1 : time(row.a).equals(tick(row)) ? 0 : 1),
  },
  easing: {
    value: ({ easing, x }) => new Easing(easing).at(x),
    endSlope: ({ easing }) => new Easing(easing).endSlope,
    progress: ({ easing, elapsed, duration }) =>
      new Easing(easing).progress(time(elapsed), time(duration)),
  },
  springs: {
    displacement: (row) => spring(row).at(row.time),
    velocity: (row) => spring(row).velocity(row.time),
    timeToRest: (row) => spring(row).timeToRest(row.distance),
  },
  homography: {
    image: (row) => tilted(row)?.image(row.rect.slice(0, 2)) ?? null,
    inverse: (row) => tilted(row)?.inverse()?.image(row.rect.slice(0, 2)) ?? null,
    box: (row) => tilted(row)?.box(page.cornersOf(row.rect)) ?? null,
  },
  cells: { x: (row) => layer(row).frame[0] },
  header: {
    memory: (row) => {
      const made = new InteractiveHeader(data[row.page], {});
      for (const [moment, offset] of row.events) {
        made.receive({ kind: "scroll", offset, time: moment, isDragging: false });
      }
      const { phase, isAnimating, memory, memoryTargets } = made.state(row.time, false);
      return { phase, isAnimating, memory, memoryTargets };
    },
  },
  interaction: {
    settle: (row) => {
      const found = interactiveHeader(row).settle(row.question);
      return found && { offset: found.offset, duration: found.duration, rule: found.rule };
    },
    tap: (row) => {
      const { layer: found, row: listRow = null } = interactiveHeader(row).tapAt(row.point, 0);
      return { layer: found, row: listRow };
    },
  },
  layers: {
    layer: (row) => {
      const { frame, transform, drawnSize, effectiveOpacity, z, visible } = layer(row);
      return { frame, transform, drawnSize, opacity: effectiveOpacity, z, visible };
    },
  },
  contents: {
    content: (row) => {
      const { rows, crop } = layer(row).content;
      return rows ? rows.map(({ index, start, length }) => [index, start, length]) : crop;
    },
  },
  scrolling: {
    release: (row) => content(row, (made) => {
      const motion = made.freeMotion(row.amount, row.edges, NO_TIME);
      made.startMotion(motion, NO_TIME);
      return motion;
    }),
    drag: (row) => content(row, (made) => {
      made.drag(
        row.amount / 8, time(row.duration), new Easing(row.easing), made.edges(row.edges), NO_TIME);
    }),
    glide: (row) => content(row, (made) => {
      made.glide(row.amount / 8, time(row.duration), new Easing(row.easing), NO_TIME);
    }),
    spring: (row) => content(row, (made) => {
      made.spring(row.edges[0], row.amount, NO_TIME);
    }),
  },
  simulation: { play },
  curves: { play },
  inputs: {
    play: (row) => {
      const inputs = new page.SimulatedInputs(row.descriptions, row.inputs);
      const changes = [inputs.launch()];
      let settled = 0;
      for (const moment of row.times) {
        if (moment === 0.31) {
          inputs.pan(1, row.by, time(row.pan[1]), page.EASE_OUT, time(row.pan[0]), 1);
        }
        if (moment === 0.75) settled = inputs.releasePan(row.velocity, time(0.7)).seconds;
        changes.push([...inputs.due(time(moment)), ...inputs.dueConditions(time(moment))]);
      }
      return { settled, changes: changes.map((list) => list.map(({ input, value }) => [input, value])) };
    },
  },
};

function same(a, b, tolerance) {
  if (typeof a === "number" && typeof b === "number") {
    return a === b || Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(a));
  }
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return a === b;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length
    && keys.every((key) => key in b && same(a[key], b[key], tolerance));
}

let isSame = true;
for (const [name, operations] of Object.entries(OPERATIONS)) {
  const lines = fs.readFileSync(path.join(__dirname, `${name}.jsonl`), "utf8").trimEnd().split("\n");
  lines.forEach((line, index) => {
    const row = JSON.parse(line);
    let found;
    try {
      found = operations[row.op](row);
    } catch (error) {
      found = `${error.stack}`;
    }
    if (same(row.out, found, EXACT.has(name) ? 0 : TOLERANCE)) return;
    isSame = false;
    console.log(`${name}.jsonl:${index + 1}: ${row.op}: found ${JSON.stringify(found)}, `
      + `expected ${JSON.stringify(row.out)}`);
  });
  console.log(`${name} ${lines.length}`);
}
process.exitCode = isSame ? 0 : 1;

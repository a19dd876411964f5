"use strict";

// Touches, wheels and keys on the canvas.

// The scroll distance of an arrow key in points, and of a page key as a fraction of the screen.
const KEY_STEP = 40;
const PAGE_SHARE = 0.8;
const KEY_SECONDS = 0.25;
// The height of a line in points, for wheels that report lines.
const LINE_HEIGHT = 16;
// The maximum movement of a tap in points.
const TAP_SLOP = 4;
// The time in seconds before a release from which the velocity is measured.
const SPEED_WINDOW = 0.1;

class Gestures {
  constructor(player, canvas, prefersReducedMotion) {
    Object.assign(this, { player, canvas, prefersReducedMotion });
    // The active touch: its start and its kind of gesture. null without a touch.
    this.pointer = null;
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.up(event));
    canvas.addEventListener("pointercancel", (event) => this.up(event, true));
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    canvas.addEventListener("keydown", (event) => this.key(event));
  }

  // The points of the header per pixel of the page.
  get points() {
    const { width, screenLeft } = this.player.data.device;
    return (width + 2 * screenLeft) / this.canvas.getBoundingClientRect().width;
  }

  // Returns the event's position in points of the screen, and its time in seconds, which may be
  // earlier than now.
  sample(event) {
    const box = this.canvas.getBoundingClientRect();
    const { screenLeft, screenTop } = this.player.data.device;
    return {
      x: (event.clientX - box.left) * this.points - screenLeft,
      y: (event.clientY - box.top) * this.points - screenTop,
      time: event.timeStamp / 1000,
    };
  }

  // Returns the simulation, advanced to the current time.
  live() {
    const { player } = this;
    const live = player.takeControl();
    if (player.clock !== null) {
      player.moveFreely(Math.max(0, performance.now() - player.clock) / 1000);
      player.clock = performance.now();
    } else {
      player.request();
    }
    return live;
  }

  down(event) {
    if (this.pointer !== null || event.button !== 0) return;
    this.canvas.setPointerCapture(event.pointerId);
    const sample = this.sample(event);
    this.pointer = {
      id: event.pointerId, start: sample, last: sample, samples: [sample], kind: "tap",
      isCaught: this.live().press([sample.x, sample.y]),
    };
    this.player.finger = sample;
  }

  move(event) {
    const { pointer, player } = this;
    if (event.pointerId !== pointer?.id) return;
    const live = this.live();
    const sample = this.sample(event);
    player.finger = sample;
    pointer.samples = [...pointer.samples, sample]
      .filter(({ time }) => sample.time - time <= SPEED_WINDOW);
    const [x, y] = [sample.x - pointer.start.x, sample.y - pointer.start.y];
    if (pointer.kind === "tap") {
      if (Math.hypot(x, y) < TAP_SLOP) return;
      const input = Math.abs(x) > Math.abs(y) ? this.pannedInput(pointer.start) : null;
      pointer.kind = input === null ? "drag" : "pan";
      if (input === null) {
        live.startDrag();
      } else {
        live.startPan(input, pointer.isCaught);
        pointer.points = player.header.descriptions[input].points;
      }
    }
    if (pointer.kind === "drag") live.drag(pointer.last.y - sample.y);
    else live.pan(-x / pointer.points);
    pointer.last = sample;
  }

  up(event, isCancelled = false) {
    const { pointer, player } = this;
    if (event.pointerId !== pointer?.id) return;
    this.pointer = null;
    player.finger = null;
    const live = this.live();
    const sample = this.sample(event);
    const isCalm = this.prefersReducedMotion();
    const speed = (axis) => (isCalm ? 0 : speedOf(pointer.samples, axis, sample.time));
    if (pointer.kind === "drag") {
      live.release(-speed("y"));
    } else if (pointer.kind === "pan") {
      live.releasePan(-speed("x") / pointer.points);
    } else if (isCancelled) {
      live.dropTap();
      if (pointer.isCaught) live.releaseContent(0);
    } else {
      live.liftTap(
        player.header.tapAt([pointer.start.x, pointer.start.y], live.now.seconds),
        pointer.isCaught);
    }
    if (isCalm) live.skip();
    live.report();
  }

  // Returns the input that a touch at height `y` pans: the one whose layers are topmost there, or
  // null if no input can be panned.
  pannedInput({ y }) {
    const { header, state } = this.player;
    const inputs = header.descriptions.flatMap(({ isPanned }, input) => (isPanned ? [input] : []));
    if (inputs.length < 2) return inputs[0] ?? null;
    let found = inputs[0];
    for (const { index, frame: [, top, , height], visible } of state.layers) {
      if (!visible || y < top || y >= top + height) continue;
      found = inputs.find((input) => header.isMovedBy(input, index)) ?? found;
    }
    return found;
  }

  wheel(event) {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? LINE_HEIGHT
      : event.deltaMode === 2 ? this.player.data.device.height : 1;
    this.live().wheel(event.deltaY * unit);
  }

  key(event) {
    const { player } = this;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = player.header.viewportHeight * PAGE_SHARE;
    const to = {
      ArrowDown: (offset) => offset + KEY_STEP, ArrowUp: (offset) => offset - KEY_STEP,
      PageDown: (offset) => offset + page, PageUp: (offset) => offset - page,
      Home: () => 0, End: () => player.header.edges[1],
    }[event.key];
    if (event.key === " ") {
      event.preventDefault();
      if (player.isPlaying) player.pause(); else player.play();
      player.show();
    } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      event.preventDefault();
      player.pause();
      player.seek(player.isFree ? 0 : player.time + (event.key === "ArrowLeft" ? -1 : 1) / 30);
      player.show();
    } else if (to) {
      event.preventDefault();
      const live = this.live();
      live.scrollTo(to(live.offset), this.prefersReducedMotion() ? 0 : KEY_SECONDS);
    }
  }
}

// The velocity along an axis at the end of a touch, in points per second. 0 if the finger paused
// before the release.
function speedOf(samples, axis, time) {
  const [first] = samples;
  const last = samples.at(-1);
  if (time - last.time > SPEED_WINDOW || last.time - first.time < 1e-3) return 0;
  return (last[axis] - first[axis]) / (last.time - first.time);
}

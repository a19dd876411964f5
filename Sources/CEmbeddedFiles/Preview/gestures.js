"use strict";

// Fingers, wheels and keys on the canvas.

// Points of a key's step, and the part of the screen that a page's key scrolls.
const KEY_STEP = 40;
const PAGE_SHARE = 0.8;
const KEY_SECONDS = 0.25;
// Points of a line of wheels that count lines.
const LINE_HEIGHT = 16;
// Points that a finger may move and still taps.
const TAP_SLOP = 4;
// Seconds of a finger's end that its speed is taken from.
const SPEED_WINDOW = 0.1;

class Gestures {
  constructor(player, canvas, prefersReducedMotion) {
    Object.assign(this, { player, canvas, prefersReducedMotion });
    // The finger: where it was put down, and what it has turned out to do.
    this.pointer = null;
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.up(event));
    canvas.addEventListener("pointercancel", (event) => this.up(event, true));
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    canvas.addEventListener("keydown", (event) => this.key(event));
  }

  // Points of the header for a pixel of the page.
  get points() {
    const { width, screenLeft } = this.player.data.device;
    return (width + 2 * screenLeft) / this.canvas.getBoundingClientRect().width;
  }

  // A place on the screen, in points, and when the finger was there, in seconds, however late it is
  // heard of.
  place(event) {
    const box = this.canvas.getBoundingClientRect();
    const { screenLeft, screenTop } = this.player.data.device;
    return {
      x: (event.clientX - box.left) * this.points - screenLeft,
      y: (event.clientY - box.top) * this.points - screenTop,
      time: event.timeStamp / 1000,
    };
  }

  // The simulation, brought up to now.
  live() {
    const { player } = this;
    const live = player.free();
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
    const place = this.place(event);
    this.pointer = {
      id: event.pointerId, start: place, last: place, samples: [place], does: "tap",
      isCaught: this.live().press(),
    };
    this.player.finger = place;
  }

  move(event) {
    const { pointer, player } = this;
    if (event.pointerId !== pointer?.id) return;
    const live = this.live();
    const place = this.place(event);
    player.finger = place;
    pointer.samples = [...pointer.samples, place]
      .filter(({ time }) => place.time - time <= SPEED_WINDOW);
    const [x, y] = [place.x - pointer.start.x, place.y - pointer.start.y];
    if (pointer.does === "tap") {
      if (Math.hypot(x, y) < TAP_SLOP) return;
      const input = Math.abs(x) > Math.abs(y) ? this.pannedInput(pointer.start) : null;
      pointer.does = input === null ? "drag" : "pan";
      if (input === null) {
        live.startDrag();
      } else {
        live.startPan(input, pointer.isCaught);
        pointer.points = player.header.descriptions[input].points;
      }
    }
    if (pointer.does === "drag") live.drag(pointer.last.y - place.y);
    else live.pan(-x / pointer.points);
    pointer.last = place;
  }

  up(event, isCancelled = false) {
    const { pointer, player } = this;
    if (event.pointerId !== pointer?.id) return;
    this.pointer = null;
    player.finger = null;
    const live = this.live();
    const place = this.place(event);
    const isCalm = this.prefersReducedMotion();
    const speed = (axis) => (isCalm ? 0 : speedOf(pointer.samples, axis, place.time));
    if (pointer.does === "drag") {
      live.release(-speed("y"));
    } else if (pointer.does === "pan") {
      live.releasePan(-speed("x") / pointer.points);
    } else if (isCancelled) {
      live.dropTap();
      if (pointer.isCaught) live.letGo(0);
    } else {
      live.liftTap(
        player.header.tapAt([pointer.start.x, pointer.start.y], live.now.seconds),
        pointer.isCaught);
    }
    if (isCalm) live.skip();
    live.report();
  }

  // The input that a finger pans: of those that say how far it moves, the one whose layers lie
  // highest at its height; null: none does.
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

// Points a second along an axis at a finger's end. One that waits before it lets go throws nothing.
function speedOf(samples, axis, time) {
  const [first] = samples;
  const last = samples.at(-1);
  if (time - last.time > SPEED_WINDOW || last.time - first.time < 1e-3) return 0;
  return (last[axis] - first[axis]) / (last.time - first.time);
}

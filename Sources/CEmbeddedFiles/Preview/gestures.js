"use strict";

// Fingers, wheels and keys on the canvas.

// Points of a key's step, and the part of the screen that a page's key scrolls.
const KEY_STEP = 40;
const PAGE_SHARE = 0.8;
const KEY_SECONDS = 0.25;
// Points of a line of wheels that count lines.
const LINE_HEIGHT = 16;

class Gestures {
  constructor(player, canvas, prefersReducedMotion) {
    Object.assign(this, { player, canvas, prefersReducedMotion });
    this.pointer = null;
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"]) {
      canvas.addEventListener(end, (event) => this.up(event));
    }
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    canvas.addEventListener("keydown", (event) => this.key(event));
  }

  // Points of the header for a pixel of the page.
  get points() {
    const { width, screenLeft } = this.player.data.device;
    return (width + 2 * screenLeft) / this.canvas.getBoundingClientRect().width;
  }

  // A place on the screen, in points.
  place(event) {
    const box = this.canvas.getBoundingClientRect();
    const { screenLeft, screenTop } = this.player.data.device;
    return {
      x: (event.clientX - box.left) * this.points - screenLeft,
      y: (event.clientY - box.top) * this.points - screenTop,
    };
  }

  // Brings a free header's time up to now.
  now() {
    const { player } = this;
    player.free();
    if (player.clock !== null) {
      player.moveFreely(Math.max(0, performance.now() - player.clock) / 1000);
      player.clock = performance.now();
    } else {
      player.request();
    }
    return player.time;
  }

  down(event) {
    if (this.pointer !== null || event.button !== 0) return;
    this.pointer = event.pointerId;
    this.canvas.setPointerCapture(event.pointerId);
    this.player.scroll.touch(this.now(), event.timeStamp / 1000);
    this.player.finger = this.place(event);
    this.y = this.player.finger.y;
  }

  move(event) {
    if (event.pointerId !== this.pointer) return;
    const { player } = this;
    const time = this.now();
    const place = this.place(event);
    player.scroll.drag(this.y - place.y, event.timeStamp / 1000);
    this.y = place.y;
    player.finger = place;
    this.report(time);
  }

  up(event) {
    if (event.pointerId !== this.pointer) return;
    const { player } = this;
    this.pointer = null;
    player.finger = null;
    const time = this.now();
    player.scroll.release(time, event.timeStamp / 1000);
    if (this.prefersReducedMotion()) {
      // Nothing moves on by itself: overscrolled content is back at its edge.
      player.scroll.motion = null;
      player.scroll.offset = player.scroll.edge(player.scroll.offset) ?? player.scroll.offset;
    }
    this.report(time);
  }

  wheel(event) {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? LINE_HEIGHT
      : event.deltaMode === 2 ? this.player.data.device.height : 1;
    const time = this.now();
    this.player.scroll.wheel(event.deltaY * unit, time);
    this.report(time);
  }

  report(time) {
    const { player } = this;
    const offset = player.scroll.reported;
    if (offset !== player.header.last.offset) {
      player.feed(offset, time, player.scroll.isDragging);
    }
  }

  key(event) {
    const { player } = this;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = player.scroll.dimension * PAGE_SHARE;
    const to = {
      ArrowDown: (offset) => offset + KEY_STEP, ArrowUp: (offset) => offset - KEY_STEP,
      PageDown: (offset) => offset + page, PageUp: (offset) => offset - page,
      Home: () => 0, End: () => player.scroll.largest,
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
      const time = this.now();
      const seconds = this.prefersReducedMotion() ? 0 : KEY_SECONDS;
      player.scroll.scrollTo(to(player.scroll.offset), seconds, time);
      player.request();
    }
  }
}

"use strict";

// A simulation with live input: touches, wheels, keys and sliders.

// The time in seconds after the last wheel event until the content is released.
const WHEEL_PAUSE = ExactTime.of(0.15);

class LiveScroll extends ScrollSimulation {
  // Continues with a header whose content is at `offset`, from a time in seconds.
  constructor(header, data, offset, seconds) {
    super(header, { physics: data.curve.physics }, data.device.layoutScale, null, offset);
    this.now = ExactTime.of(seconds);
    this.wheelEnd = null;
  }

  get isMoving() {
    return this.content.isMoving(this.now) || this.wheelEnd !== null || this.isRestPending
      || this.inputs.isAnySettling || this.delayEnd !== null || this.transitionEnd !== null;
  }

  // Whether a finger is on the screen.
  get isTouched() { return this.isTapping || this.isPanning || this.content.finger !== null; }

  // Plays all automatic changes up to a time, and a tick there.
  advanceTo(seconds) {
    const time = ExactTime.of(seconds);
    if (this.wheelEnd && !time.isBefore(this.wheelEnd)) {
      this.advance({ time: this.wheelEnd, isIncluded: false });
      this.wheelEnd = null;
      this.releaseContent(0);
    }
    this.advance({ time });
    this.tick();
    this.content.forget(this.now);
  }

  // Stops all motion, for motion that would not end.
  halt() {
    this.content.stop(this.now);
    this.restCheck = null;
    this.isRestPending = false;
  }

  press([x, y]) {
    this.restsSinceChange = 0;
    this.wheelEnd = null;
    const isCaught = super.press();
    if (this.header.knowsTouches) this.sendTouch(this.header.tapAt([x, y], this.now.seconds));
    return isCaught;
  }

  // Sends the event of a tapping finger that touches a layer.
  sendTouch(layer) { this.send({ kind: "touch", velocity: 0, ...layer }); }

  // Cancels a tap, because the finger moves or the touch was cancelled.
  dropTap() {
    if (this.isTapping && this.header.knowsTouches) this.sendTouch({ layer: null });
    this.isTapping = false;
    this.movedEdges = [false, false];
  }

  startDrag() {
    this.dropTap();
    this.touch();
  }

  // The finger has moved the content by `by` points.
  drag(by) {
    this.content.moveFinger(by, this.dragEdges, this.now);
    this.report();
  }

  release(velocity) {
    this.liftDrag(velocity);
    this.releaseContent(velocity);
  }

  startPan(input, isCaught) {
    this.dropTap();
    // A pan does not move the content.
    if (isCaught) this.releaseContent(0);
    this.isPanning = true;
    this.inputs.pan(input, 0, NO_TIME, EASE_OUT, this.now,
      this.header.shownInput(input, this.now.seconds));
    this.panStart = this.inputs.panned.pan.from;
  }

  // The finger has moved the input by `by` units since the start of the pan.
  pan(by) {
    const { pan } = this.inputs.panned;
    pan.from = this.panStart + by;
    this.tick();
  }

  // The velocity is in units per second.
  releasePan(velocity) {
    this.inputs.releasePan(velocity, this.now);
    this.dropPan();
  }

  // A wheel moves the content immediately and stops at its edges.
  wheel(by) {
    const { content, now } = this;
    const [start, end] = this.header.edges;
    const offset = Math.max(start, Math.min(end, this.offset + by));
    this.interrupt();
    this.restsSinceChange = 0;
    this.wheelEnd = now.plus(WHEEL_PAUSE);
    content.replace({ start: now, at: () => offset }, this.wheelEnd);
    this.report();
  }

  // Scrolls programmatically with a deceleration.
  scrollTo(given, seconds) {
    const [start, end] = this.header.edges;
    this.interrupt();
    this.restsSinceChange = 0;
    this.content.glide(
      Math.max(start, Math.min(end, given)), ExactTime.of(seconds), EASE_OUT, this.now);
  }

  // Ends all motion immediately, for users who prefer reduced motion.
  skip() {
    this.content.jump(this.content.offset(later(this.now, this.content.restTime)), this.now);
    for (const { pan } of this.inputs.numbers) {
      if (pan) Object.assign(pan, { duration: NO_TIME, end: this.now });
    }
  }
}

"use strict";

// Plays a curve's gestures under a header and collects the events that the header receives. Curves
// of samples and keyframes, which do not depend on the header, contain their events.

const SHORTEST_DRAG = ExactTime.of(0.001);

// Returns the events of a curve, its duration in seconds and the initial inputs. `header` must not
// have received any event; it is changed.
function playCurve(curve, header, scale) {
  const launch = new SimulatedInputs(header.descriptions, curve.inputs).launch();
  if (curve.events) return { events: curve.events, duration: curve.duration, launch };
  const { isInteractive } = curve;
  const play = new CurvePlay(header, curve, scale, isInteractive ? curve.step : null);
  play.isInteractive = isInteractive;
  if (isInteractive) play.onEvent = (event) => play.events.push(event);
  else play.sendsEvents = false;
  play.run(curve.gestures);
  if (!isInteractive) play.sample(header, curve.step);
  const duration = Math.max(play.end.seconds, header.settlingTime);
  return { events: play.events, duration, launch };
}

class CurvePlay extends ScrollSimulation {
  events = [];
  // The times of the drags, as [start, end].
  drags = [];

  run(gestures) {
    this.header.launch(this.inputs.launch());
    this.edges = this.header.edges;
    this.advance({ time: NO_TIME });
    gestures.forEach((gesture, index) => {
      const [[name, entry]] = Object.entries(gesture);
      this.isLast = index === gestures.length - 1;
      this.restsSinceChange = 0;
      this[name](entry, gestures[index + 1]);
    });
    this.end = later(this.now, this.inputs.end);
    this.endTick = this.end;
    this.advance({ time: this.end });
    const { finger, restTime } = this.content;
    if (this.isDragging) this.liftDrag(restTime.equals(this.end) ? finger.velocity : 0);
  }

  // Collects the offset changes at the ticks and at the end, for a header without interaction. A
  // tick within a millionth of a step of the end counts as the end.
  sample(header, step) {
    const [numerator, denominator] = step;
    const steps = this.end.seconds * denominator / numerator;
    const last = steps > 0 ? Math.max(1, Math.ceil(steps - 1e-6)) : 0;
    this.sendsEvents = true;
    this.onEvent = (event) => this.events.push(event);
    for (let tick = 0; tick <= last; tick += 1) {
      this.now = tick === last ? this.end : ExactTime.ticks(tick, step);
      this.isDragging = this.drags.some(([start, end]) =>
        start.isBefore(this.now) && !(end ?? this.end).isBefore(this.now));
      this.report();
    }
  }

  // Plays until the end of a gesture. If the next gesture continues the drag, changes at the end
  // time are left to it.
  finish(end, next) {
    if (this.isLast && !end.isBefore(this.inputs.end)) this.endTick = end;
    this.advance({ time: end, isIncluded: !(this.content.finger && next?.drag) });
  }

  hold(seconds, next) {
    if (seconds > 0 && this.content.finger) this.content.finger.velocity = 0;
    this.finish(this.now.plus(ExactTime.of(seconds)), next);
  }

  drag({ by, duration: seconds, easing }, next) {
    const duration = later(ExactTime.of(seconds), SHORTEST_DRAG);
    if (!this.content.finger) {
      this.dropPan();
      this.drags.push([this.now, null]);
      this.touch();
    }
    this.content.drag(by, duration, new Easing(easing), this.dragEdges, this.now);
    this.reportJump();
    this.finish(this.now.plus(duration), next);
  }

  release({ velocity, until }, next) {
    const start = this.now;
    const end = until === null ? null : start.plus(ExactTime.of(until));
    if (this.isPanning) {
      this.releasePan(velocity, end, next);
      return;
    }
    const { finger, restTime } = this.content;
    if (finger) {
      this.liftDrag(velocity);
      this.releaseContent(velocity ?? finger.velocity);
    } else {
      const moved = this.isRestPending;
      this.report();
      this.releaseContent(velocity ?? 0);
      this.isRestPending = moved || (velocity ?? 0) !== 0 || start.isBefore(this.content.restTime);
    }
    this.reportJump();
    if (end) this.finish(end, next); else this.advance({ rest: true });
  }

  releasePan(velocity, until, next) {
    const { now, header } = this;
    const input = this.inputs.panned?.input ?? null;
    let settled = now;
    if (input !== null) {
      settled = this.inputs.releasePan(
        velocity === null ? null : velocity / header.descriptions[input].points, now);
    }
    this.dropPan();
    if (until || input === null) {
      this.finish(until ?? now, next);
      return;
    }
    if (this.isLast && !settled.isBefore(this.inputs.end)) this.endTick = settled;
    this.advance({ input, time: settled });
  }

  scrollTo({ offset, duration: seconds, easing }, next) {
    const duration = ExactTime.of(seconds);
    this.dropPan();
    this.liftDrag();
    this.interrupt();
    this.content.glide(offset, duration, new Easing(easing), this.now);
    this.reportJump();
    this.finish(this.now.plus(duration), next);
  }

  tap({ layer, row = null, at, duration }) {
    this.dropPan();
    const isCaught = this.press();
    const hit = (time) => (at ? this.header.tapAt(at, time) : this.header.tapOn(layer, row, time));
    if (this.header.knowsTouches) this.send({ kind: "touch", velocity: 0, ...hit(this.now.seconds) });
    this.finish(this.now.plus(ExactTime.of(duration)), null);
    const tapped = hit(this.now.seconds);
    this.liftTap(tapped, isCaught);
    this.advance({ time: this.now });
  }

  pan({ input: name, by, duration: seconds, easing }, next) {
    const duration = later(ExactTime.of(seconds), SHORTEST_DRAG);
    const { finger } = this.content;
    if (finger) {
      this.liftDrag();
      this.releaseContent(finger.velocity);
      this.advance({ time: this.now });
    }
    this.dropPan();
    this.isPanning = true;
    const input = this.header.descriptions.findIndex((description) => description.name === name);
    if (input >= 0) {
      this.inputs.pan(
        input, by, duration, new Easing(easing), this.now,
        this.header.shownInput(input, this.now.seconds));
    }
    this.finish(this.now.plus(duration), next);
  }

  liftDrag(velocity = null) {
    if (this.content.finger && this.drags.length) this.drags.at(-1)[1] = this.now;
    super.liftDrag(velocity);
  }
}

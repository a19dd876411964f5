"use strict";
const viewer = (() => {
  const modes = [
    ["side", "Side by side"], ["slider", "Slider"], ["onion", "Onion skin"],
    ["flicker", "Flicker"], ["difference", "Difference"],
  ];
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let item = null;
  let moments = [];
  let mode = "side";
  let zoom = "fit";
  let mix = 50;
  let flipped = false;
  let marked = true;
  let timer = null;
  let playing = null;
  const api = { moment: 0 };
  const now = () => moments[api.moment];
  const $ = (id) => document.getElementById(id);

  function stop() {
    clearInterval(timer);
    clearInterval(playing);
    timer = playing = null;
  }

  function fact(name, value) {
    return value ? make("span", {}, `${name} `, make("b", {}, String(value))) : null;
  }

  api.clear = () => {
    stop();
    item = null;
    $("item").replaceChildren(make("div", { class: "empty soft" },
      make("p", {}, report.items.length ? "No items match this filter." : "No items.")));
  };

  api.show = (next, index) => {
    stop();
    item = next;
    const data = document.getElementById("item-" + index);
    const pictures = data ? JSON.parse(data.textContent) : { moments: [], leftOut: 0 };
    moments = pictures.moments;
    const changed = moments.findIndex((moment) => moment.state !== "same");
    api.moment = Math.max(0, changed);
    const size = (sides) => sides && sides.join(" × ");
    const sizes = String(item.firstSize) === String(item.secondSize)
      ? size(item.firstSize)
      : [size(item.firstSize) || "none", size(item.secondSize) || "none"].join(" → ");
    $("item").replaceChildren(...[
      make("div", { class: `head s-${item.status}` },
        make("h2", {}, item.name), make("span", { class: "badge" }, item.status),
        item.baseline && make("span", { class: "soft" }, `baseline ${item.baseline}`)),
      make("div", { class: "facts soft" },
        fact("size", sizes), fact("different pixels", item.pixels && item.pixels.toLocaleString("en")),
        fact("ratio", percent(item.ratio)),
        fact("anti-aliased", item.antialiased && item.antialiased.toLocaleString("en")),
        fact("within", item.bounds && `${item.bounds[2]} × ${item.bounds[3]} at ${item.bounds[0]}, ${item.bounds[1]}`),
        fact("masked", item.ignored && item.ignored.toLocaleString("en"))),
      moments.length ? toolbar() : null,
      make("div", { id: "stage" }),
      moments.length > 1 ? scrubber(pictures.leftOut) : null,
      make("ul", { id: "details", "aria-label": "findings" },
        ...(item.problem ? [item.problem] : []).concat(item.details)
          .map((line) => make("li", {}, line))),
    ].filter(Boolean));
    draw();
  };

  function toolbar() {
    const bar = make("div", { class: "bar" },
      make("div", { class: "group", role: "group", "aria-label": "view", id: "modes" },
        ...modes.map(([name, label], number) => make("button", {
          type: "button", "data-mode": name, onclick: () => api.setMode(name),
        }, label, make("kbd", { "aria-hidden": "true" }, String(number + 1))))),
      make("div", { class: "group", role: "group", "aria-label": "zoom", id: "zooms" },
        ...["fit", 1, 2, 4, 8].map((value) => make("button", {
          type: "button", "data-zoom": value, onclick: () => api.setZoom(value),
        }, value === "fit" ? "Fit" : `${value}×`))),
      make("div", { class: "group" }, make("button", {
        type: "button", id: "marking", onclick: () => api.toggleMark(),
      }, "Mark", make("kbd", { "aria-hidden": "true" }, "M"))),
      make("input", {
        type: "range", min: 0, max: 100, step: 0.5, id: "mix", class: "wide",
        oninput: (event) => { mix = Number(event.target.value); updateOverlay(); },
      }));
    return bar;
  }

  function scrubber(leftOut) {
    return make("section", { id: "scrubber", "aria-label": "frames" },
      make("div", { id: "strip", "aria-hidden": "true" },
        ...moments.map((moment, index) => make("span", {
          class: `f-${moment.state}`, title: `${moment.label}: ${moment.state}`,
          onclick: () => api.moveTo(index),
        }))),
      make("div", { class: "bar" },
        make("button", { type: "button", id: "play", class: "chip", onclick: play }, "Play"),
        make("input", {
          type: "range", id: "frame", class: "wide", min: 0, max: moments.length - 1, step: 1,
          "aria-label": "frame", oninput: (event) => api.moveTo(Number(event.target.value)),
        }),
        make("output", { id: "where", for: "frame" }),
        leftOut ? make("span", { class: "soft small" }, `${leftOut} frames not in this page`) : null));
  }

  // Returns the address of a picture: a file next to the page, or an element of the page.
  const known = new Map();
  function address(source) {
    if (!source.startsWith("#")) return source;
    if (!known.has(source)) {
      const element = $("picture-" + source.slice(1));
      const picture = new Blob([bytes(element)], { type: element.dataset.type });
      known.set(source, URL.createObjectURL(picture));
    }
    return known.get(source);
  }

  // Decodes the text of an element: seven bits per character, or fourteen from U+0100 on, whose
  // upper seven stand for a character that the page must not contain.
  const unused = [0, 8, 9, 10, 11, 12, 13, 0x1a, 0x1b, 0x22, 0x26, 0x3c, 0x3e, 0x7f];
  function bytes(element) {
    const text = element.textContent;
    const result = new Uint8Array(Number(element.dataset.bytes));
    let [at, bits, count] = [0, 0, 0];
    const add = (value) => {
      bits = (bits << 7 | value) & 0x7fff;
      count += 7;
      if (count < 8) return;
      count -= 8;
      result[at++] = bits >> count & 255;
    };
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code >= 0x100) add(unused[code - 0x100 >> 7]);
      add(code & 127);
    }
    return result;
  }

  function image(source, label, fallback) {
    return source ? make("img", { src: address(source), alt: label, draggable: "false" })
      : make("div", { class: "none" }, fallback);
  }

  // A picture with others over it, which are transparent where they agree.
  const whole = (under, over, label, extra = "") =>
    make("div", { class: `whole ${extra}` }, under, image(over, label));

  // The picture of a moment's baseline, which may consist of an earlier one and a patch.
  const baseline = (moment, label) => moment.base === undefined
    ? image(moment.first, label, "not in the baseline")
    : whole(baseline(moments[moment.base], ""), moment.first, label);

  function pane(caption, note, children, extra = "") {
    const canvas = make("div", { class: "canvas" }, ...children);
    if (now().bounds && extra !== "plain") canvas.append(make("div", { class: "mark", "aria-hidden": "true" }));
    return make("figure", { class: extra },
      make("figcaption", {}, make("b", {}, caption), make("span", {}, note)),
      make("div", { class: "pane", tabindex: "0", "aria-label": caption }, canvas));
  }

  function draw() {
    clearInterval(timer);
    timer = null;
    const stage = $("stage");
    if (!moments.length) {
      stage.replaceChildren(make("p", { class: "soft" },
        item.status === "same" ? "The images are identical." : "No image to show."));
      return;
    }
    const before = () => baseline(now(), "baseline");
    const after = () => now().same && now().first ? baseline(now(), "actual")
      : now().patch ? whole(baseline(now(), ""), now().second, "actual")
        : image(now().second, "actual", "missing");
    const heat = () => now().difference
      ? whole(baseline(now(), ""), now().difference, "difference", "heat")
      : image(null, "", now().same ? "the same pixels" : "no counterpart to compare with");
    const note = now().same ? "the same" : now().state;
    if (mode === "side") {
      stage.replaceChildren(
        pane("Baseline", "", [before()], "plain"), pane("Actual", note, [after()]),
        pane("Difference", "", [heat()]));
    } else if (mode === "difference") {
      stage.replaceChildren(pane("Difference", note, [heat()]));
    } else if (mode === "flicker") {
      stage.replaceChildren(pane("Baseline", "Space stops and starts", [before(), after()]));
      if (!calm) timer = setInterval(flip, 500);
    } else {
      const divider = mode === "slider" ? make("div", { class: "divider" }) : null;
      const caption = mode === "slider" ? "Baseline | Actual" : "Baseline under actual";
      stage.replaceChildren(pane(caption, note, [before(), after(), divider].filter(Boolean), mode));
      if (mode === "slider") drag(stage.querySelector(".canvas"));
    }
    for (const element of stage.querySelectorAll("img"))
      if (!element.complete) element.addEventListener("load", layout, { once: true });
    if (mode === "side") link([...stage.querySelectorAll(".pane")]);
    marks();
    layout();
    updateOverlay();
  }

  function marks() {
    for (const element of document.querySelectorAll("#modes button"))
      element.setAttribute("aria-pressed", String(element.dataset.mode === mode));
    for (const element of document.querySelectorAll("#zooms button"))
      element.setAttribute("aria-pressed", String(element.dataset.zoom === String(zoom)));
    $("marking").setAttribute("aria-pressed", String(marked));
    const slides = mode === "slider" || mode === "onion";
    $("mix").hidden = !slides;
    $("mix").value = mix;
    $("mix").setAttribute("aria-label", mode === "slider" ? "position of the divider" : "opacity of the actual picture");
    if (!$("frame")) return;
    $("frame").value = api.moment;
    const pixels = now().pixels ? `, ${now().pixels.toLocaleString("en")} pixels` : "";
    $("where").textContent = `${now().label}: ${now().state}${pixels}`;
    $("frame").setAttribute("aria-valuetext", $("where").textContent);
    [...$("strip").children].forEach((mark, index) => mark.classList.toggle("now", index === api.moment));
  }

  function layout() {
    const sides = [item.firstSize, item.secondSize].filter(Boolean);
    const width = Math.max(...sides.map((s) => s[0]));
    const height = Math.max(...sides.map((s) => s[1]));
    const density = window.devicePixelRatio || 1;
    for (const canvas of document.querySelectorAll(".canvas")) {
      const room = canvas.parentElement.clientWidth - 20;
      const tall = window.innerHeight * 0.72 - 20;
      const fit = Math.min(room / width, tall / height, Math.max(1 / density, 256 / Math.max(width, height)));
      const scale = zoom === "fit" ? fit : zoom / density;
      canvas.style.width = `${width * scale}px`;
      canvas.style.height = `${height * scale}px`;
      canvas.classList.toggle("sharp", scale * density >= 1.5);
      for (const element of canvas.querySelectorAll("img"))
        if (element.naturalWidth) element.style.width = `${element.naturalWidth * scale}px`;
      for (const element of canvas.querySelectorAll(".whole")) {
        const images = [...element.querySelectorAll("img")];
        element.style.width = `${Math.max(...images.map((one) => one.naturalWidth)) * scale}px`;
        element.style.height = `${Math.max(...images.map((one) => one.naturalHeight)) * scale}px`;
      }
      const mark = canvas.querySelector(".mark");
      if (!mark) continue;
      mark.hidden = !marked;
      const [left, top, wide, high] = now().bounds.map((side) => `${side * scale}px`);
      Object.assign(mark.style, { left, top, width: wide, height: high });
    }
  }

  function updateOverlay() {
    const over = $("stage").querySelectorAll(".canvas > :nth-child(2)")[0];
    if (!over) return;
    if (mode === "slider") {
      over.style.clipPath = `inset(0 0 0 ${mix}%)`;
      over.style.minWidth = "0";
      const canvas = over.parentElement;
      const share = over.offsetWidth ? canvas.offsetWidth / over.offsetWidth : 1;
      over.style.clipPath = `inset(0 0 0 ${mix * share}%)`;
      $("stage").querySelector(".divider").style.left = `${mix}%`;
    } else if (mode === "onion") {
      over.style.opacity = mix / 100;
    } else if (mode === "flicker") {
      over.style.visibility = flipped ? "visible" : "hidden";
      over.previousSibling.style.visibility = flipped ? "hidden" : "visible";
      $("stage").querySelector("figcaption b").textContent = flipped ? "Actual" : "Baseline";
    }
  }

  function flip() {
    flipped = !flipped;
    updateOverlay();
  }

  function drag(canvas) {
    const move = (event) => {
      if (event.type === "pointermove" && !event.buttons) return;
      const box = canvas.getBoundingClientRect();
      mix = Math.min(100, Math.max(0, (event.clientX - box.left) / box.width * 100));
      $("mix").value = mix;
      updateOverlay();
    };
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      move(event);
    });
    canvas.addEventListener("pointermove", move);
  }

  function link(panes) {
    for (const source of panes)
      source.addEventListener("scroll", () => {
        for (const other of panes)
          if (other !== source) other.scrollTo(source.scrollLeft, source.scrollTop);
      });
  }

  function play() {
    if (playing) {
      clearInterval(playing);
      playing = null;
    } else {
      playing = setInterval(() => api.moveTo((api.moment + 1) % moments.length), 120);
    }
    $("play").textContent = playing ? "Pause" : "Play";
  }

  api.moveTo = (index) => {
    if (!item || moments.length < 2) return;
    const next = Math.min(moments.length - 1, Math.max(0, index));
    if (next === api.moment) return;
    const scrolls = [...document.querySelectorAll(".pane")].map((p) => [p.scrollLeft, p.scrollTop]);
    api.moment = next;
    draw();
    document.querySelectorAll(".pane").forEach((p, n) => scrolls[n] && p.scrollTo(...scrolls[n]));
  };
  api.toggleMark = () => {
    marked = !marked;
    if (item && moments.length) {
      layout();
      marks();
    }
  };
  api.nextChange = () => {
    const next = moments.findIndex((m, index) => index > api.moment && m.state !== "same");
    api.moveTo(next < 0 ? moments.findIndex((m) => m.state !== "same") : next);
  };
  api.setMode = (name) => {
    mode = name;
    flipped = false;
    if (item && moments.length) draw();
  };
  api.setZoom = (value) => {
    zoom = value === "fit" ? "fit" : Number(value);
    if (item && moments.length) {
      layout();
      marks();
      updateOverlay();
    }
  };
  api.zoomBy = (factor) =>
    api.setZoom(Math.min(8, Math.max(1, (zoom === "fit" ? (factor > 1 ? 0.5 : 2) : zoom) * factor)));
  api.playOrFlip = () => {
    if (mode === "flicker") {
      if (timer) {
        clearInterval(timer);
        timer = null;
      } else if (calm) flip();
      else timer = setInterval(flip, 500);
    } else if (moments.length > 1) play();
  };
  window.addEventListener("resize", () => item && moments.length && (layout(), updateOverlay()));
  return api;
})();

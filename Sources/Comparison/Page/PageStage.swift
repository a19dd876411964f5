import Files
import Rendering

/// What shows one moment of an item, in each view: panes, marks, zoom, divider. Part of `PageViews`,
/// whose state it uses.
enum PageStage {
  static let text = #"""
    function image(png, label, otherwise) {
      return png ? make("img", { src: url(png), alt: label, draggable: "false" })
        : make("div", { class: "none" }, otherwise);
    }

    function pane(caption, note, children, extra = "") {
      const canvas = make("div", { class: "canvas" }, ...children);
      if (now().bounds && extra !== "plain") canvas.append(make("div", { class: "mark", "aria-hidden": "true" }));
      return make("figure", { class: extra },
        make("figcaption", {}, make("b", {}, caption), make("span", {}, note)),
        make("div", { class: "pane", tabindex: "0", "aria-label": caption }, canvas));
    }

    const second = () => now().same ? now().first : now().second;

    function draw() {
      clearInterval(timer);
      timer = null;
      const stage = $("stage");
      if (!moments.length) {
        stage.replaceChildren(make("p", { class: "soft" },
          item.status === "same" ? "The pictures are the same." : "There is no picture to show."));
        return;
      }
      const before = () => image(now().first, "baseline", "not in the baseline");
      const after = () => image(second(), "actual", "not there any more");
      const heat = () => image(now().difference, "difference",
        now().same ? "the same pixels" : "nothing to compare it with");
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
      place();
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
        const mark = canvas.querySelector(".mark");
        if (!mark) continue;
        mark.hidden = !marked;
        const [left, top, wide, high] = now().bounds.map((side) => `${side * scale}px`);
        Object.assign(mark.style, { left, top, width: wide, height: high });
      }
    }

    function place() {
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
      place();
    }

    function drag(canvas) {
      const move = (event) => {
        if (event.type === "pointermove" && !event.buttons) return;
        const box = canvas.getBoundingClientRect();
        mix = Math.min(100, Math.max(0, (event.clientX - box.left) / box.width * 100));
        $("mix").value = mix;
        place();
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
    """#
}

"use strict";

// The page: connects everything, signals when it is ready, and restarts with new data.

// The main element before it is filled.
const emptyPage = document.querySelector("main").cloneNode(true);

// Shows a header. `before` is the page shown until now, or null.
async function showPage(data, before = null) {
  const pictures = new Pictures(data, before?.pictures);
  await pictures.load();
  const position = before?.player.position;
  if (before) {
    before.player.stop();
    // Replacing the elements also removes their listeners.
    document.querySelector("main").replaceWith(emptyPage.cloneNode(true));
    document.querySelector("h1").textContent = data.title;
  }
  const find = (selector) => document.querySelector(selector);
  const canvas = find("#screen");
  const reduced = window.matchMedia("(prefers-reduced-motion: reduce)");
  const painter = new Painter(data, pictures, canvas, () => player.header);
  const values = new ValuesPanel(document);
  const [play, scrub, clock, problem] = ["#play", "#scrub", "#clock", "#problem"].map(find);
  let [curve, inputs] = [null, null];
  const player = new Player(data, painter, () => {
    values.show(player);
    curve?.draw();
    inputs?.show();
    play.textContent = player.isPlaying ? "Pause" : "Play";
    play.setAttribute("aria-pressed", String(player.isPlaying));
    if (!player.isFree) scrub.value = player.duration > 0 ? player.time / player.duration : 0;
    clock.textContent = player.isFree
      ? "by hand" : `${player.time.toFixed(2)} / ${player.duration.toFixed(2)} s`;
    problem.textContent = player.problem ?? "";
    problem.hidden = player.problem === null;
  });
  const gestures = new Gestures(player, canvas, () => reduced.matches);
  curve = new CurveView(find("#curve"), player);
  inputs = new InputsPanel(document, player);
  new ConstantsPanel(document, player);

  play.addEventListener("click", () => {
    if (player.isPlaying) player.pause(); else player.play();
    player.show();
  });
  find("#restart").addEventListener("click", () => player.restart());
  find("#speed").addEventListener("change", (event) => {
    player.speed = Number(event.target.value);
  });
  scrub.addEventListener("input", () => {
    player.pause();
    player.seek(Number(scrub.value) * player.duration);
    player.show();
  });
  window.onresize = () => curve.draw();

  player.seek(0);
  if (before) player.resume(position);
  player.show();
  // Access for scripts and tests.
  window.preview = { data, pictures, player, painter, gestures };
}

(async () => {
  await showPage(JSON.parse(document.getElementById("data").textContent));
  const { player } = window.preview;
  const isCalm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (!isCalm && !location.hash.includes("paused")) player.play();
  // A reloaded page of a server continues at its previous position.
  document.dispatchEvent(new Event("ready"));
  document.documentElement.dataset.ready = "true";
})().catch((error) => {
  const problem = document.getElementById("problem");
  problem.textContent = error.message;
  problem.hidden = false;
  document.documentElement.dataset.ready = "failed";
});

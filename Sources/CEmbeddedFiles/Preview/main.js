"use strict";

// The page: reads its data, wires everything together, says when it is ready.

(async () => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const find = (selector) => document.querySelector(selector);
  const canvas = find("#screen");
  const pictures = new Pictures(data);
  await pictures.load();
  const reduced = window.matchMedia("(prefers-reduced-motion: reduce)");
  const painter = new Painter(data, pictures, canvas, () => player.header);
  const values = new ValuesPanel(document);
  const [play, scrub, clock, problem] = ["#play", "#scrub", "#clock", "#problem"].map(find);
  let curve = null;
  const player = new Player(data, painter, () => {
    values.show(player);
    curve?.draw();
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
  window.addEventListener("resize", () => curve.draw());

  player.seek(0);
  player.show();
  // For scripts and tests.
  window.preview = { data, player, painter, gestures };
  document.documentElement.dataset.ready = "true";
  if (!reduced.matches && !location.hash.includes("paused")) player.play();
})().catch((error) => {
  const problem = document.getElementById("problem");
  problem.textContent = error.message;
  problem.hidden = false;
  document.documentElement.dataset.ready = "failed";
});

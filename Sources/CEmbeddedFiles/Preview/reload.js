"use strict";

// Keeps a page up to date with its server. The new revision continues at the same time of the curve
// or at the user's position, also after a reload.

(() => {
  const page = document.documentElement;
  window.addEventListener("pagehide", () => {
    const player = window.preview?.player;
    if (player) sessionStorage.setItem("position", JSON.stringify(player.position));
  });
  document.addEventListener("ready", () => {
    const position = sessionStorage.getItem("position");
    sessionStorage.removeItem("position");
    if (!position) return;
    window.preview.player.resume(JSON.parse(position));
    window.preview.player.show();
  });
  const showProblem = (error) => {
    const problem = document.getElementById("problem");
    problem.textContent = error ?? "";
    problem.hidden = !error;
  };
  const update = async (revision) => {
    const response = await fetch(`data?${page.dataset.revision}`);
    await showPage(await response.json(), window.preview);
    page.dataset.revision = revision;
  };
  // Waits for changes. The server responds when its change count differs from the known one.
  const poll = async (known) => {
    try {
      const status = await (await fetch(`changes?${known}`)).json();
      const isNew = String(status.revision) !== page.dataset.revision;
      if (isNew && !window.preview) {
        location.reload();
        return;
      }
      if (isNew) await update(status.revision);
      if (status.error || known) showProblem(status.error);
      poll(status.changeCount);
    } catch {
      // The server has ended. Keep the page and poll less often.
      setTimeout(() => poll(""), 2000);
    }
  };
  poll("");
})();

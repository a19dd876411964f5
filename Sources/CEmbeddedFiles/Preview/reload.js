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
  // Waits for changes. The server responds when its news differ from the known ones.
  const poll = async (known) => {
    try {
      const news = await (await fetch(`changes?${known}`)).json();
      const isNew = String(news.revision) !== page.dataset.revision;
      if (isNew && !window.preview) {
        location.reload();
        return;
      }
      if (isNew) await update(news.revision);
      if (news.error || known) showProblem(news.error);
      poll(news.news);
    } catch {
      // The server has ended. Keep the page and poll less often.
      setTimeout(() => poll(""), 2000);
    }
  };
  poll("");
})();

"use strict";

// Keeps a page up to date with its server. The new edition continues at the same time of the curve
// or at the user's position, also after a reload.

(() => {
  const page = document.documentElement;
  window.addEventListener("pagehide", () => {
    const player = window.preview?.player;
    if (player) sessionStorage.setItem("place", JSON.stringify(player.position));
  });
  document.addEventListener("ready", () => {
    const place = sessionStorage.getItem("place");
    sessionStorage.removeItem("place");
    if (!place) return;
    window.preview.player.resume(JSON.parse(place));
    window.preview.player.show();
  });
  const say = (error) => {
    const problem = document.getElementById("problem");
    problem.textContent = error ?? "";
    problem.hidden = !error;
  };
  const take = async (edition) => {
    const answer = await fetch(`data?${page.dataset.edition}`);
    await showPage(await answer.json(), window.preview);
    page.dataset.edition = edition;
  };
  // Waits for changes. The server responds when its news differ from the known ones.
  const ask = async (known) => {
    try {
      const news = await (await fetch(`changes?${known}`)).json();
      const isNew = String(news.edition) !== page.dataset.edition;
      if (isNew && !window.preview) {
        location.reload();
        return;
      }
      if (isNew) await take(news.edition);
      if (news.error || known) say(news.error);
      ask(news.news);
    } catch {
      // The server has ended. Keep the page and poll less often.
      setTimeout(() => ask(""), 2000);
    }
  };
  ask("");
})();

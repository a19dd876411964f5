"use strict";

// A watched page goes on with the newest edition as soon as its server has one: at the same moment of
// the curve, or where a hand has brought the header to. So does one that is loaded again.

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
  // The server answers when it has other news than those that the page knows.
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
      // The server has ended: the page stays as it is, and asks less often.
      setTimeout(() => ask(""), 2000);
    }
  };
  ask("");
})();

"use strict";

// Loads a watched page anew when its server has another, keeping the place in the curve.

(() => {
  const place = sessionStorage.getItem("place");
  if (place) {
    sessionStorage.removeItem("place");
    const { time, isPlaying } = JSON.parse(place);
    const wait = setInterval(() => {
      if (!window.preview) return;
      clearInterval(wait);
      const { player } = window.preview;
      player.seek(time);
      if (!isPlaying) player.pause();
      player.show();
    }, 20);
  }
  const problem = document.getElementById("problem");
  const ask = async () => {
    try {
      const answer = await fetch("changes");
      const { edition, error } = await answer.json();
      if (String(edition) !== document.documentElement.dataset.edition) {
        const player = window.preview?.player;
        if (player) {
          const { time, isPlaying } = player;
          sessionStorage.setItem("place", JSON.stringify({ time, isPlaying }));
        }
        location.reload();
        return;
      }
      problem.textContent = error ?? "";
      problem.hidden = !error;
    } catch {
      // The server has ended: the page stays as it is, and asks less often.
      setTimeout(ask, 2000);
      return;
    }
    setTimeout(ask, 300);
  };
  ask();
})();

import Files
import Rendering

/// The style sheet of the page.
enum PageStyle {
  static let text = #"""
    :root {
      color-scheme: light dark;
      --back: #f5f6f8; --card: #fff; --ink: #14181f; --soft: #5b6472; --line: #dfe3e8;
      --accent: #1d6fe0; --same: #1a7f4b; --different: #c62f3b; --missing: #9a6200;
      --added: #7a45c4; --unreadable: #6b2130; --check: #e4e7eb;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --back: #0f1216; --card: #181c22; --ink: #e8ebf0; --soft: #98a2b1; --line: #2a3038;
        --accent: #5ea1ff; --same: #4fc487; --different: #ff6b74; --missing: #e5ad4b;
        --added: #bd93ff; --unreadable: #f0899b; --check: #232830;
      }
    }
    * { box-sizing: border-box; }
    html, body { height: 100%; }
    body {
      margin: 0; display: grid; grid-template-columns: minmax(230px, 22vw) 1fr;
      font: 14px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
      background: var(--back); color: var(--ink);
    }
    button, input { font: inherit; color: inherit; }
    button { cursor: pointer; }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
    .s-same { --hue: var(--same); } .s-different { --hue: var(--different); }
    .s-missing { --hue: var(--missing); } .s-added { --hue: var(--added); }
    .s-unreadable { --hue: var(--unreadable); }

    aside {
      display: flex; flex-direction: column; min-height: 0; height: 100vh; position: sticky; top: 0;
      background: var(--card); border-right: 1px solid var(--line);
    }
    aside header { padding: 16px 16px 10px; border-bottom: 1px solid var(--line); }
    h1 { font-size: 16px; margin: 0 0 2px; }
    .soft { color: var(--soft); }
    .small { font-size: 12px; }
    .paths { overflow-wrap: anywhere; margin: 0; }
    #filters { display: flex; flex-wrap: wrap; gap: 6px; margin: 10px 0; }
    .chip {
      display: flex; gap: 6px; align-items: center; padding: 3px 10px; border-radius: 99px;
      border: 1px solid var(--line); background: none; font-size: 12px;
    }
    .chip[aria-pressed="true"] {
      border-color: var(--hue); background: color-mix(in srgb, var(--hue) 14%, transparent);
    }
    .dot { width: 9px; height: 9px; border-radius: 50%; background: var(--hue); flex: none; }
    #search {
      width: 100%; padding: 6px 10px; border-radius: 8px; border: 1px solid var(--line);
      background: var(--back);
    }
    #list { list-style: none; margin: 0; padding: 8px; overflow-y: auto; flex: 1; }
    #list button {
      display: grid; grid-template-columns: 12px 1fr auto; gap: 8px; align-items: center;
      width: 100%; padding: 7px 8px; border: 0; border-radius: 8px; background: none;
      text-align: left; content-visibility: auto; contain-intrinsic-size: auto 35px;
    }
    #list button:hover { background: var(--back); }
    #list button[aria-current="true"] {
      background: color-mix(in srgb, var(--accent) 16%, transparent);
    }
    #list .name { overflow-wrap: anywhere; }

    main { min-width: 0; padding: 18px 24px 40px; outline: none; }
    main h2 { font-size: 20px; margin: 0; overflow-wrap: anywhere; }
    .head { display: flex; flex-wrap: wrap; gap: 10px; align-items: center; }
    .badge {
      padding: 2px 10px; border-radius: 99px; font-weight: 600; font-size: 12px;
      color: var(--card); background: var(--hue);
    }
    .facts { display: flex; flex-wrap: wrap; gap: 4px 18px; margin: 8px 0 14px; }
    .facts b { font-variant-numeric: tabular-nums; }
    .bar { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin-bottom: 10px; }
    .group {
      display: inline-flex; border: 1px solid var(--line); border-radius: 9px; overflow: hidden;
      background: var(--card);
    }
    .group button { border: 0; background: none; padding: 6px 12px; }
    .group button + button { border-left: 1px solid var(--line); }
    .group button[aria-pressed="true"] { background: var(--accent); color: var(--card); }
    .group button:focus-visible { outline-offset: -3px; }
    kbd {
      font: 11px ui-monospace, monospace; padding: 1px 5px; border-radius: 5px;
      border: 1px solid var(--line); color: var(--soft); margin-left: 4px;
    }
    .group button[aria-pressed="true"] kbd { color: inherit; border-color: currentColor; }

    #stage { display: grid; gap: 12px; grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); }
    figure {
      margin: 0; background: var(--card); border: 1px solid var(--line); border-radius: 12px;
      overflow: hidden; display: flex; flex-direction: column;
    }
    figcaption {
      padding: 6px 12px; border-bottom: 1px solid var(--line); font-size: 12px;
      display: flex; justify-content: space-between; gap: 8px; color: var(--soft);
    }
    figcaption b { color: var(--ink); }
    .pane { overflow: auto; max-height: 72vh; padding: 10px; background: var(--back); }
    .canvas {
      position: relative; margin: 0 auto; box-shadow: 0 0 0 1px var(--line);
      background: repeating-conic-gradient(var(--check) 0 25%, transparent 0 50%) 0 0 / 16px 16px;
    }
    .canvas img { position: absolute; left: 0; top: 0; display: block; image-rendering: auto; }
    .canvas.sharp img { image-rendering: pixelated; }
    .canvas .none {
      position: absolute; inset: 0; display: grid; place-items: center; color: var(--soft);
      border: 2px dashed var(--line); text-align: center; padding: 8px;
    }
    .mark {
      position: absolute; border: 2px solid var(--accent); border-radius: 6px; margin: -7px;
      padding: 5px; box-sizing: content-box; pointer-events: none; box-shadow: 0 0 0 2px #fff9;
    }
    .divider {
      position: absolute; top: 0; bottom: 0; width: 2px; margin-left: -1px; background: var(--accent);
      box-shadow: 0 0 0 1px #fff8; pointer-events: none;
    }
    .slider .canvas { cursor: ew-resize; touch-action: none; }
    input[type="range"] { accent-color: var(--accent); }
    .wide { flex: 1; min-width: 160px; }

    #scrubber {
      margin-top: 12px; padding: 12px; background: var(--card); border: 1px solid var(--line);
      border-radius: 12px;
    }
    #scrubber .bar { margin: 0; }
    #strip { display: flex; gap: 2px; height: 26px; margin-bottom: 8px; }
    #strip span { flex: 1; border-radius: 3px; background: var(--check); cursor: pointer; }
    #strip .f-changed, #strip .f-dropped { background: var(--different); }
    #strip .f-inserted { background: var(--added); }
    #strip .f-shifted, #strip .f-retimed { background: var(--missing); }
    #strip .f-tolerated { background: color-mix(in srgb, var(--same) 45%, var(--check)); }
    #strip span.now { outline: 2px solid var(--accent); outline-offset: 1px; }
    #details { margin: 16px 0 0; padding: 12px 12px 12px 30px; background: var(--card);
      border: 1px solid var(--line); border-radius: 12px; }
    #details:empty, [hidden] { display: none !important; }
    .empty { display: grid; place-items: center; min-height: 60vh; text-align: center; }
    dialog { border: 1px solid var(--line); border-radius: 14px; background: var(--card);
      color: var(--ink); padding: 18px 24px; }
    dialog td { padding: 3px 10px 3px 0; }
    dialog::backdrop { background: #0008; }
    @media (max-width: 760px) {
      body { grid-template-columns: 1fr; }
      aside { height: auto; max-height: 45vh; position: static; border-right: 0; }
      #stage { grid-auto-flow: row; }
      main { padding: 14px; }
    }
    """#
}

"use strict";
const $ = (id) => document.getElementById(id);
const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child != null && child !== false));
  return element;
};
const report = JSON.parse($("report").textContent);
const statuses = ["different", "missing", "added", "unreadable", "same"];
const counts = Object.fromEntries(
  statuses.map((status) => [status, report.items.filter((i) => i.status === status).length]));
const shown = new Set(statuses.filter((status) => status !== "same" && counts[status] > 0));
if (shown.size === 0) shown.add("same");
let current = -1;

const percent = (ratio) =>
  ratio === 0 ? "" : ratio < 0.0001 ? "<0.01%" : (ratio * 100).toFixed(ratio < 0.1 ? 2 : 1) + "%";

function buildFilters() {
  for (const status of statuses.filter((status) => counts[status] > 0)) {
    $("filters").append(make("button", {
      class: `chip s-${status}`, type: "button", "data-status": status,
      "aria-pressed": String(shown.has(status)),
      onclick: (event) => {
        if (!shown.delete(status)) shown.add(status);
        event.currentTarget.setAttribute("aria-pressed", String(shown.has(status)));
        applyFilter();
      },
    }, make("span", { class: "dot", "aria-hidden": "true" }), `${status} ${counts[status]}`));
  }
}

function buildList() {
  report.items.forEach((item, index) => {
    $("list").append(make("li", {}, make("button", {
      class: `s-${item.status}`, type: "button", "data-index": index,
      onclick: () => select(index),
    },
      make("span", { class: "dot", "aria-hidden": "true" }),
      make("span", { class: "name" }, item.name),
      make("span", { class: "soft small" }, item.status === "different"
        ? percent(item.ratio) || "0%" : item.status))));
  });
  $("search").addEventListener("input", applyFilter);
}

const button = (index) => $("list").children[index].firstChild;
const isVisible = (index) => !$("list").children[index].hidden;

function applyFilter() {
  const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  let visible = 0;
  report.items.forEach((item, index) => {
    const name = item.name.toLowerCase();
    const matches = shown.has(item.status) && words.every((word) => name.includes(word));
    $("list").children[index].hidden = !matches;
    if (matches) visible += 1;
  });
  $("visible").textContent = `${visible} of ${report.items.length} shown`;
  if (current < 0 || !isVisible(current)) {
    const first = report.items.findIndex((_, index) => isVisible(index));
    select(first, false);
  }
}

function select(index, moveFocus = true) {
  if (current >= 0) button(current).removeAttribute("aria-current");
  current = index;
  if (index < 0) {
    viewer.clear();
    return;
  }
  const chosen = button(index);
  chosen.setAttribute("aria-current", "true");
  chosen.scrollIntoView({ block: "nearest" });
  if (moveFocus) history.replaceState(null, "", "#" + encodeURIComponent(report.items[index].name));
  viewer.show(report.items[index], index);
}

function step(direction) {
  for (let index = current + direction; index >= 0 && index < report.items.length; index += direction)
    if (isVisible(index)) return select(index);
}

const keys = {
  j: () => step(1), ArrowDown: () => step(1), k: () => step(-1), ArrowUp: () => step(-1),
  ArrowRight: () => viewer.moveTo(viewer.moment + 1),
  ArrowLeft: () => viewer.moveTo(viewer.moment - 1),
  Home: () => viewer.moveTo(0), End: () => viewer.moveTo(Infinity),
  "1": () => viewer.setMode("side"), "2": () => viewer.setMode("slider"),
  "3": () => viewer.setMode("onion"), "4": () => viewer.setMode("flicker"),
  "5": () => viewer.setMode("difference"),
  "+": () => viewer.zoomBy(2), "=": () => viewer.zoomBy(2), "-": () => viewer.zoomBy(0.5),
  "0": () => viewer.setZoom("fit"), " ": () => viewer.playOrFlip(), d: () => viewer.nextChange(),
  m: () => viewer.toggleMark(),
  "/": () => $("search").focus(), "?": () => $("help").showModal(),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || $("help").open) return;
  const target = event.target;
  if (target.id === "search") {
    if (event.key === "Escape") target.blur();
    return;
  }
  if (target.type === "range" && /^(Arrow|Home|End)/.test(event.key)) return;
  if (event.key === " " && target.tagName === "BUTTON") return;
  const action = keys[event.key];
  if (!action) return;
  event.preventDefault();
  action();
});

buildFilters();
buildList();
const asked = decodeURIComponent(location.hash.slice(1));
const start = report.items.findIndex((item) => item.name === asked);
if (start >= 0) {
  shown.add(report.items[start].status);
  for (const chip of $("filters").children)
    chip.setAttribute("aria-pressed", String(shown.has(chip.dataset.status)));
}
applyFilter();
if (start >= 0) select(start);

// The replay page: one step of a game at a time, as one chooses to see it. Everything shown is in
// the page's own data, made on the server (telegram_bot/web/frames.py); this only moves it about.
"use strict";

(() => {
  const game = JSON.parse(document.getElementById("data").textContent);
  const { steps, words } = game;
  const $ = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  const EVERYTHING = [-1, ...game.names.keys()];
  const BACK = "back";
  const CARD = /^(10|[2-9AJQK])[CSHD]$/;
  const PACE = 1400;
  const GLIDE = 320;
  const LONGEST = 90;
  const BY_SEAT = ["hands", "values", "losses", "lives", "places"];
  const SEATS = ["seat", "seats", "dealer", "cutter", "knocker", "eliminated", "tie_break", "winners"];
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  let place = 0;
  let seen = EVERYTHING;
  let playing = null;
  let lying = new Map();

  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

  // The table.

  function svg(tag, attributes, text) {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (text !== undefined) element.textContent = text;
    return element;
  }

  function hidden(owner) {
    return owner !== null && !seen.includes(owner);
  }

  function drawShapes(step, gliding) {
    const now = new Map();
    const counts = {};
    const elements = step.placed.map((number) => {
      const [shape, x, y, owner] = game.shapes[number];
      const same = (counts[shape] = (counts[shape] ?? 0) + 1);
      const key = `${shape} ${same}`;
      const before = lying.get(key);
      const element = before?.element ?? svg("use", {});
      element.setAttribute("href", `#shape-${hidden(owner) ? BACK : shape}`);
      element.setAttribute("transform", `translate(${x} ${y})`);
      now.set(key, { element, x, y });
      const moved = before && (before.x !== x || before.y !== y);
      if (gliding && moved && CARD.test(shape)) glide(element, before, { x, y });
      return element;
    });
    lying = now;
    $("placed").replaceChildren(...elements);
  }

  function glide(element, from, to) {
    const at = ({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` });
    element.animate([at(from), at(to)], { duration: GLIDE, easing: "ease-in-out" });
  }

  function drawTexts(step) {
    const texts = step.written.map((number) => game.texts[number]).filter((text) => !hidden(text[4]));
    const elements = texts.map(([text, x, y, style]) => svg("text", { class: style, x, y }, text));
    $("written").replaceChildren(...elements);
  }

  // What is said.

  function paragraphs(tag, numbers) {
    return numbers.map((number) => {
      const element = document.createElement(tag);
      element.textContent = game.lines[number];
      return element;
    });
  }

  function say(step) {
    const [seat, more] = step.known ?? [];
    const said = step.known && seen.includes(seat) ? more : step.said;
    $("said").replaceChildren(...paragraphs("p", said));
    $("middle").textContent = game.lines[step.middle];
    const seats = step.seats.map(([all, own], number) => (seen.includes(number) ? own : all));
    $("seats").replaceChildren(...paragraphs("li", seats));
  }

  // Going about.

  function show(next, gliding = true) {
    place = Math.max(0, Math.min(steps.length - 1, next));
    const step = steps[place];
    drawShapes(step, gliding && !calm.matches);
    drawTexts(step);
    say(step);
    $("place").value = place;
    $("round").value = step.round;
    $("where").textContent = fill(words.place, { step: place + 1, steps: steps.length });
    $("place").setAttribute("aria-valuetext", $("where").textContent);
    for (const id of ["first", "back"]) $(id).setAttribute("aria-disabled", place === 0);
    for (const id of ["on", "last"]) $(id).setAttribute("aria-disabled", place === steps.length - 1);
    note(step);
  }

  function note(step) {
    try {
      history.replaceState(null, "", `#${step.event}`);
    } catch {
      // some browsers refuse it after a hundred times in half a minute
    }
  }

  function pause() {
    clearTimeout(playing);
    playing = null;
    named($("play"), words.play);
    document.body.classList.remove("playing");
  }

  function play() {
    if (place === steps.length - 1) show(0, false);
    named($("play"), words.pause);
    document.body.classList.add("playing");
    tick();
  }

  function tick() {
    playing = setTimeout(() => {
      show(place + 1);
      if (place === steps.length - 1) pause();
      else tick();
    }, PACE / Number($("speed").value));
  }

  function named(button, label) {
    button.setAttribute("aria-label", label);
    button.title = label;
  }

  function go(next) {
    pause();
    show(next, Math.abs(next - place) === 1);
  }

  const DEEDS = {
    first: () => go(0),
    back: () => go(place - 1),
    play: () => (playing === null ? play() : pause()),
    on: () => go(place + 1),
    last: () => go(steps.length - 1),
  };
  const KEYS = { ArrowLeft: "back", ArrowRight: "on", " ": "play", Home: "first", End: "last" };

  function pressed(event) {
    const busy = event.target.closest("select, input, summary, a");
    const pushes = event.key === " " && event.target.closest("button");
    const deed = KEYS[event.key];
    if (!deed || busy || pushes || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    DEEDS[deed]();
  }

  function swiped(element) {
    let start = null;
    element.addEventListener("pointerdown", (event) => (start = event.isPrimary ? event : null));
    element.addEventListener("pointerup", (event) => {
      const [across, down] = start ? [event.clientX - start.clientX, event.clientY - start.clientY] : [0, 0];
      start = null;
      if (Math.abs(across) < 40 || Math.abs(across) < 2 * Math.abs(down)) return;
      DEEDS[across < 0 ? "on" : "back"]();
    });
  }

  function options(select, entries) {
    select.replaceChildren(...entries.map(([value, label]) => new Option(label, value)));
  }

  // Verifying.

  function told({ check, what, event, ...values }) {
    const [subject, clause] = game.subjects[`${check} ${what}`];
    const where = event ? fill(words.event, { event }) : words.file;
    const about = `${where}${clause && ` (${clause})`}: ${subject}`;
    if (!("expected" in values)) return about;
    const [expected, found] = parts(...shown(what, values.expected, values.found));
    return `${about}: ${fill(words.compared, { expected, found })}`;
  }

  function shown(what, expected, found) {
    if (!BY_SEAT.includes(what) || !Array.isArray(found)) return [expected, found].map((value) => put(what, value));
    const other = [...game.names.keys()].filter((seat) => put(what, expected[seat]) !== put(what, found[seat]));
    return [expected, found].map((all) => other.map((seat) => `${game.names[seat]} ${put(what, all[seat])}`).join(", "));
  }

  function put(what, value) {
    const between = SEATS.includes(what) ? ", " : " ";
    if (Array.isArray(value)) return value.map((each) => put(what, each)).join(between) || "–";
    if (typeof value === "boolean") return value ? words.yes : words.no;
    if (SEATS.includes(what)) return game.names[value] ?? "–";
    return String(value ?? "–");
  }

  function parts(...texts) {
    const [one, other] = texts;
    let same = 0;
    while (same < one.length && one[same] === other[same]) same++;
    const from = Math.max(0, same - LONGEST / 3);
    return texts.map((text) => {
      const rest = text.slice(from, from + LONGEST);
      return `${from ? "…" : ""}${rest}${from + LONGEST < text.length ? "…" : ""}`;
    });
  }

  function verdict({ digest, findings }) {
    const list = document.createElement("ul");
    for (const [check, sentence] of Object.entries(game.checks)) {
      const wrong = findings.filter((finding) => finding.check === check);
      const entry = document.createElement("li");
      const mark = document.createElement("strong");
      entry.className = wrong.length ? "wrong" : "good";
      mark.textContent = wrong.length ? words.wrong : words.good;
      entry.append(mark, ` ${sentence}`);
      for (const finding of wrong.slice(0, 3)) {
        const reason = document.createElement("small");
        reason.textContent = told(finding);
        entry.append(reason);
      }
      list.append(entry);
    }
    const outcome = document.createElement("p");
    outcome.className = findings.length ? "outcome wrong" : "outcome good";
    outcome.textContent = findings.length ? words.something : words.nothing;
    const fingerprint = document.createElement("p");
    const digits = document.createElement("code");
    digits.textContent = digest.slice(0, 32).replace(/(.{4})(?=.)/g, "$1 ");
    fingerprint.append(`${words.compare} `, digits);
    const rest = document.createElement("p");
    rest.className = "rest";
    rest.textContent = words.rest;
    return [outcome, rest, list, fingerprint];
  }

  async function check() {
    if (!globalThis.crypto?.subtle) {
      $("verdict").textContent = words.insecure;
      return;
    }
    $("verdict").textContent = words.verifying;
    $("verdict").replaceChildren(...verdict(await verified()));
  }

  async function verified() {
    try {
      return await verify(game.log);
    } catch { // what cannot even be read
      return { digest: "", findings: [{ check: "form", what: "whole", event: 0 }] };
    }
  }

  // The page.

  options($("view"), [
    ["all", words.all],
    ["public", words.public],
    ...words.views.map((label, seat) => [seat, label]),
  ]);
  const starts = new Map();
  steps.forEach((step, number) => starts.has(step.round) || starts.set(step.round, number));
  options($("round"), [...starts.keys()].map((round) => [round, round || "–"]));
  $("place").max = steps.length - 1;
  $("save").href = URL.createObjectURL(new Blob([game.log], { type: "application/jsonl" }));

  for (const [id, deed] of Object.entries(DEEDS)) $(id).addEventListener("click", deed);
  $("place").addEventListener("input", () => go(Number($("place").value)));
  $("round").addEventListener("change", () => go(starts.get(Number($("round").value))));
  $("view").addEventListener("change", () => {
    const chosen = $("view").value;
    seen = chosen === "all" ? EVERYTHING : chosen === "public" ? [] : [Number(chosen)];
    show(place, false);
  });
  $("verify").addEventListener("click", check);
  document.addEventListener("keydown", pressed);
  swiped($("table"));

  function addressed() {
    const event = Number(location.hash.slice(1));
    return event ? steps.findLastIndex((step) => step.event <= event) : 0;
  }
  addEventListener("hashchange", () => go(addressed()));
  document.querySelector("main").hidden = false;
  show(addressed(), false);
})();

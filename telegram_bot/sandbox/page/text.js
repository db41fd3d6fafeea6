// Formatted text: a string and its entities become DOM nodes.
// Entity offsets are UTF-16 code units, and so are those of JavaScript strings.

import { element } from "./dom.js";

const SAFE = /^(https?|tg):\/\//i;
const TAGS = {
  bold: "strong",
  italic: "em",
  underline: "u",
  strikethrough: "s",
  code: "code",
  blockquote: "blockquote",
  expandable_blockquote: "blockquote",
};

/**
 * Turn a text into nodes.
 * @param {string} text
 * @param {Array<object>} entities MessageEntity objects
 * @param {{locale: string, open: (url: string) => void, command: (text: string) => void}} act
 * @returns {DocumentFragment}
 */
export function formatted(text, entities, act) {
  const sorted = [...(entities ?? [])].sort((a, b) => a.offset - b.offset || b.length - a.length);
  return range(text, sorted, 0, text.length, act);
}

function range(text, entities, start, end, act) {
  const nodes = document.createDocumentFragment();
  let position = start;
  for (let index = 0; index < entities.length; index++) {
    const entity = entities[index];
    const from = Math.max(entity.offset, position);
    const to = Math.min(entity.offset + entity.length, end);
    if (from >= to) continue;
    nodes.append(text.slice(position, from));
    const inner = entities.slice(index + 1).filter((each) => each.offset < to);
    nodes.append(wrap(entity, range(text, inner, from, to, act), text.slice(from, to), act));
    position = to;
  }
  nodes.append(text.slice(position, end));
  return nodes;
}

function wrap(entity, content, plain, act) {
  switch (entity.type) {
    case "pre":
      return element("pre", { dataset: { language: entity.language ?? "" } }, content);
    case "spoiler":
      return spoiler(content);
    case "text_link":
      return link(entity.url, content, act);
    case "url":
      return link(SAFE.test(plain) ? plain : `https://${plain}`, content, act);
    case "text_mention":
    case "mention":
      return element("span", { className: "mention" }, content);
    case "bot_command":
      return element(
        "button",
        { type: "button", className: "command", onclick: () => act.command(plain) },
        content,
      );
    case "date_time":
      return dateTime(entity, plain, act.locale);
    default:
      return entity.type in TAGS ? element(TAGS[entity.type], {}, content) : content;
  }
}

function link(url, content, act) {
  if (!SAFE.test(url)) return content;
  const node = element("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, content);
  node.addEventListener("click", (event) => {
    event.preventDefault();
    act.open(url);
  });
  return node;
}

function spoiler(content) {
  const inner = element("span", { className: "hidden-text" }, content);
  const node = element("button", { type: "button", className: "spoiler" }, inner);
  node.setAttribute("aria-label", "Hidden text, press to show");
  node.onclick = () => {
    node.classList.add("shown");
    node.removeAttribute("aria-label");
  };
  return node;
}

function dateTime(entity, plain, locale) {
  const node = element("time", {
    dateTime: new Date(entity.unix_time * 1000).toISOString(),
    dataset: { unix: entity.unix_time, format: entity.date_time_format ?? "", locale },
  });
  node.textContent = moment(node) || plain;
  node.title = new Date(entity.unix_time * 1000).toLocaleString(locale);
  return node;
}

function moment({ dataset: { unix, format, locale } }) {
  const date = new Date(unix * 1000);
  if (/^r$/i.test(format)) return relative(unix - Date.now() / 1000, locale);
  const options = {};
  if (/[tT]/.test(format)) options.timeStyle = format.includes("T") ? "medium" : "short";
  if (/[dD]/.test(format)) options.dateStyle = format.includes("D") ? "long" : "short";
  const parts = Object.keys(options).length ? [date.toLocaleString(locale, options)] : [];
  if (/[wW]/.test(format)) parts.unshift(date.toLocaleDateString(locale, { weekday: "long" }));
  return parts.join(", ");
}

function relative(seconds, locale) {
  const units = [
    ["day", 86400],
    ["hour", 3600],
    ["minute", 60],
    ["second", 1],
  ];
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 1];
  return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(
    Math.round(seconds / size),
    unit,
  );
}

/** Let relative times on the page go on. */
export function tickTimes() {
  for (const node of document.querySelectorAll('time[data-format="r"], time[data-format="R"]')) {
    const text = moment(node);
    if (node.textContent !== text) node.textContent = text;
  }
}

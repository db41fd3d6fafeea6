// Small tools. Text from people only ever becomes text nodes, never markup.

export const $ = (id) => document.getElementById(id);

/** Make an element: properties, then children (nodes or strings). */
export function element(tag, properties = {}, ...children) {
  const { dataset, aria, ...rest } = properties;
  const node = Object.assign(document.createElement(tag), rest);
  Object.assign(node.dataset, dataset ?? {});
  for (const [name, value] of Object.entries(aria ?? {})) node.setAttribute(`aria-${name}`, value);
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/**
 * Redraw buttons; who was on one of them is then on the one with the same label.
 * @param {Element} old holds the buttons before
 * @param {() => void} redraw
 * @param {Element} now holds the buttons afterwards
 */
export function keepingFocus(old, redraw, now = old) {
  const focused = document.activeElement;
  const inside = old.contains(focused);
  redraw();
  if (!inside) return;
  const buttons = [...now.querySelectorAll("button")];
  const same = buttons.find((each) => each.textContent === focused.textContent);
  same?.focus({ preventScroll: true });
}

const HUES = 7;

/** Fill a round avatar with the first letter of a name and a colour of its own. */
export function avatar(node, name, id) {
  node.textContent = [...name][0] ?? "?";
  node.className = `avatar hue-${Math.abs(id) % HUES}`;
  return node;
}

export const newAvatar = (name, id) =>
  avatar(element("span", { aria: { hidden: "true" } }), name, id);

let toastTimer = 0;

/** Show a short notice that goes away by itself. */
export function toast(text, seconds = 4) {
  const node = $("toast");
  node.textContent = text;
  node.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => (node.hidden = true), seconds * 1000);
}

/** Show a modal alert; it stays until it is dismissed. */
export function alertDialog(title, text) {
  $("alert-title").textContent = title;
  $("alert-text").textContent = text;
  $("alert").showModal();
}

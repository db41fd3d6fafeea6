// The text box and the menu of commands above it.

import { $, element } from "./dom.js";

let commands = [];
let shown = [];
let chosen = -1;
let pick = () => {};

/** Tell the menu which commands this chat has, and what happens when one is picked. */
export function setCommands(list, onPick) {
  pick = onPick;
  if (JSON.stringify(list) === JSON.stringify(commands)) return;
  commands = list;
  $("menu-button").hidden = list.length === 0;
  showMenu();
}

function showMenu(all = false) {
  const typed = $("text").value;
  const wanted = all ? "" : typed.slice(1);
  const open = all || (typed.startsWith("/") && !/\s/.test(typed));
  shown = open ? commands.filter(({ command }) => command.startsWith(wanted)) : [];
  choose(-1);
  $("menu").replaceChildren(...shown.map(option));
  $("menu").hidden = shown.length === 0;
  $("menu-button").setAttribute("aria-expanded", String(shown.length > 0));
}

function option({ command, description }, index) {
  const node = element(
    "li",
    { id: `command-${index}`, role: "option", aria: { selected: "false" } },
    element("b", {}, `/${command}`),
    element("span", {}, description),
  );
  node.onclick = () => take(index);
  return node;
}

function choose(index) {
  chosen = index;
  [...$("menu").children].forEach((node, each) =>
    node.setAttribute("aria-selected", String(each === index)),
  );
  if (index < 0) return $("text").removeAttribute("aria-activedescendant");
  $("text").setAttribute("aria-activedescendant", `command-${index}`);
  $("menu").children[index].scrollIntoView({ block: "nearest" });
}

function take(index) {
  const { command } = shown[index];
  $("text").value = "";
  showMenu();
  $("text").focus();
  pick(`/${command}`);
}

/** Wire the text box; `send` gets the typed text, `cancel` is Escape. */
export function wireComposer(send, cancel) {
  const submit = () => {
    const text = $("text").value.trim();
    if (!text) return;
    $("text").value = "";
    showMenu();
    grow();
    send(text);
  };
  $("form").addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  $("text").addEventListener("input", () => {
    showMenu();
    grow();
  });
  $("menu-button").addEventListener("click", () => {
    const open = !$("menu").hidden;
    showMenu(!open);
    $("text").focus();
  });
  $("text").addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const count = shown.length;
    if (event.key === "Escape") {
      if (count) {
        shown = [];
        $("menu").hidden = true;
      } else cancel();
    } else if (count && event.key === "ArrowDown") choose((chosen + 1) % count);
    else if (count && event.key === "ArrowUp") choose((Math.max(chosen, 0) + count - 1) % count);
    else if (count && chosen >= 0 && ["Enter", "Tab"].includes(event.key)) take(chosen);
    else if (event.key === "Enter" && !event.shiftKey) submit();
    else return;
    event.preventDefault();
  });
}

function grow() {
  const lines = $("text").value.split("\n").length;
  $("text").rows = Math.min(lines, 6);
}

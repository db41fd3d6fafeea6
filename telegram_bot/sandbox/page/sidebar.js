// Who one is, and the list of one's chats.

import { $, avatar, element, keepingFocus, newAvatar } from "./dom.js";
import { busyText } from "./header.js";
import { view } from "./state.js";

/** Ask who one is. */
export function showPicker() {
  $("picker").hidden = false;
  $("picker-people").replaceChildren(
    ...view.people.map((person) =>
      element(
        "li",
        {},
        element(
          "a",
          { href: asUrl(person) },
          newAvatar(person.name, person.id),
          element("b", {}, person.name),
          element("small", {}, person.language_code),
        ),
      ),
    ),
  );
}

const asUrl = (person) => `?as=${encodeURIComponent(person.first_name)}`;

/** Show who one is, and the ways to be somebody else. */
export function showMe() {
  $("messenger").hidden = false;
  avatar($("my-avatar"), view.me.name, view.me.id);
  document.title = `${view.me.name} – Sandbox`;
  $("who").replaceChildren(
    ...view.people.map((person) =>
      element("option", { value: person.id, selected: person.id === view.me.id }, person.name),
    ),
  );
  $("who").onchange = ({ target }) => {
    location.search = asUrl(view.people.find((each) => String(each.id) === target.value));
  };
  const next = (view.people.findIndex((each) => each.id === view.me.id) + 1) % view.people.length;
  const other = view.people[next];
  $("second-tab").href = asUrl(other);
  $("second-tab").textContent = `New tab as ${other.first_name}`;
}

/** Draw the list of chats; `open` gets the id of the one that is chosen. */
export function drawChats(open) {
  const items = view.chats.map((each) => chatItem(each, open));
  keepingFocus($("chats"), () => $("chats").replaceChildren(...items));
}

function chatItem(each, openChat) {
  const last = each.last;
  const doing = busyText(each, each.kind === "private");
  const line = doing ?? (!last ? "" : last.service ? "service message" : `${last.from}: ${last.text}`);
  const open = element(
    "button",
    { type: "button", className: "chat", onclick: () => openChat(each.id) },
    newAvatar(each.title, each.id),
    element(
      "span",
      { className: "chat-lines" },
      element("b", {}, each.title),
      element("span", { className: "preview" }, line),
    ),
  );
  if (each.id === view.chatId) open.setAttribute("aria-current", "true");
  if (each.mentioned) {
    const mark = element("span", { className: "unread mention" }, "@");
    mark.setAttribute("aria-label", "you are mentioned");
    open.append(mark);
  }
  if (each.unread) {
    const mark = element("span", { className: "unread" }, String(each.unread));
    mark.setAttribute("aria-label", `${each.unread} unread`);
    open.append(mark);
  }
  return element("li", {}, open);
}

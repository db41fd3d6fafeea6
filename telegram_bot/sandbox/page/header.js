// What stands above and below the messages: title, topics, and what one may write.

import * as api from "./api.js";
import { $, avatar, element, keepingFocus, toast } from "./dom.js";
import { setCommands } from "./menu.js";
import { GENERAL, threadOf, view } from "./state.js";

/** Show everything about the open chat but its messages; `act` can openChat and send. */
export function showHeader(opened, act) {
  const personal = opened.kind === "private";
  if (view.thread && ![GENERAL, ...opened.topics.map(threadOf)].includes(view.thread)) {
    view.thread = GENERAL;
  }
  avatar($("chat-avatar"), opened.title, opened.id);
  $("chat-title").textContent = opened.title;
  $("chat-subtitle").textContent = busyText(opened, personal) ?? subtitle(opened, personal);
  $("block").hidden = !personal || !opened.started;
  $("block").textContent = opened.blocked ? "Unblock" : "Block";
  $("block").onclick = () =>
    api.block(view.me.id, !opened.blocked).catch((error) => toast(error.message));
  showTopics(opened, act);
  showComposer(opened, personal, act);
}

const subtitle = (opened, personal) => (personal ? "bot" : `${opened.members} members`);

const BUSY = { upload_photo: "sending a photo", upload_document: "sending a file" };

/** What the bot is about to do, null if nothing. */
export function busyText({ busy }, personal) {
  if (!busy) return null;
  const doing = `${BUSY[busy] ?? "typing"}…`;
  return personal ? doing : `${view.bot.first_name} is ${doing}`;
}

function showTopics(opened, act) {
  $("topics").hidden = !opened.forum;
  const topics = [{ message_thread_id: GENERAL, name: "General" }, ...opened.topics];
  const tabs = topics.map(({ message_thread_id: id, name, closed }) =>
    element(
      "button",
      {
        type: "button",
        role: "tab",
        aria: { selected: String(id === view.thread) },
        onclick: () => act.openChat(opened.id, id),
      },
      closed ? `🔒 ${name}` : name,
    ),
  );
  keepingFocus($("topics"), () => $("topics").replaceChildren(...tabs));
}

function showComposer(opened, personal, act) {
  const mustStart = personal && (!opened.started || opened.blocked || view.startParameter !== "");
  const topic = opened.topics.find((each) => threadOf(each) === view.thread);
  const closed = topic?.closed && !opened.runs_chat;
  const silent = !opened.may_write || closed;
  $("start").hidden = !mustStart;
  $("start").onclick = () => {
    const text = `/start ${view.startParameter}`.trim();
    view.startParameter = "";
    act.send(text);
  };
  $("no-write").hidden = !silent;
  $("no-write").textContent = closed ? "This topic is closed" : "You may not write here";
  $("form").hidden = mustStart || silent;
  setCommands(opened.commands, act.send);
}

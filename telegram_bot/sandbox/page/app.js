// The page: who one is, one's chats, the open conversation. State comes from the sandbox; every
// change there wakes the long poll at the bottom, and only what changed is drawn anew.

import * as api from "./api.js";
import { bubble, plainText, serviceText } from "./bubble.js";
import { $, alertDialog, keepingFocus, toast } from "./dom.js";
import { showHeader } from "./header.js";
import { wireComposer } from "./menu.js";
import { drawChats, showMe, showPicker } from "./sidebar.js";
import { GENERAL, chat, view } from "./state.js";
import { tickTimes } from "./text.js";

const act = {
  get locale() {
    return view.me.language_code ?? "en";
  },
  open: openUrl,
  command: (text) => send(text),
  reply: setReply,
  press,
};

// Who one is

async function begin() {
  const { bot, people } = await api.state();
  Object.assign(view, { bot, people });
  const wanted = new URLSearchParams(location.search).get("as");
  view.me = people.find((each) => [each.first_name, String(each.id)].includes(wanted)) ?? null;
  if (view.me === null) return showPicker();
  showMe();
  const opened = Number(new URLSearchParams(location.search).get("chat"));
  await refreshChats();
  if (view.chats.some((each) => each.id === opened)) await openChat(opened);
  else if (matchMedia("(min-width: 700px)").matches) await openChat(view.chats[0].id);
  follow();
}

// Chats

const BUSY_MILLISECONDS = 5200; // a moment longer than Telegram shows what somebody is doing

async function refreshChats() {
  const { chats, revision } = await api.chats(view.me.id);
  view.chats = chats;
  view.revision = revision;
  drawChats(openChat);
  if (view.chats.some((each) => each.busy)) setTimeout(refreshChats, BUSY_MILLISECONDS);
  if (chat()) showHeader(chat(), { openChat, send });
  else if (view.chatId !== null) await leaveGone();
}

/** The open chat is gone: follow a group that became a supergroup, else close it. */
async function leaveGone() {
  const heir = view.chats.find((each) => each.migrated_from === view.chatId);
  closeChat();
  if (heir) await openChat(heir.id);
}

async function openChat(chatId, thread = null) {
  const opened = view.chats.find((each) => each.id === chatId);
  if (!opened) return;
  if (view.chatId !== chatId || view.thread !== thread) {
    $("messages").replaceChildren();
    view.drawn.clear();
    setReply(null);
  }
  view.chatId = chatId;
  view.thread = opened.forum ? (thread ?? GENERAL) : null;
  document.body.classList.add("in-chat");
  const query = new URLSearchParams({ as: view.me.first_name, chat: chatId });
  history.replaceState(null, "", `?${query}`);
  showHeader(opened, { openChat, send });
  await refreshMessages({ announce: false });
  drawChats(openChat);
}

function closeChat() {
  view.chatId = null;
  document.body.classList.remove("in-chat");
  $("messages").replaceChildren();
  view.drawn.clear();
}

// Messages

async function refreshMessages({ announce = true } = {}) {
  const [chatId, thread] = [view.chatId, view.thread];
  if (chatId === null) return;
  const { messages } = await api.messages(view.me.id, chatId, thread);
  if (chatId !== view.chatId || thread !== view.thread) return;
  const log = $("log");
  const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 80;
  const fresh = draw(messages);
  if (atEnd || !announce || fresh.some((message) => message.out)) log.scrollTop = log.scrollHeight;
  const heard = fresh.filter((message) => !message.out);
  if (announce && heard.length) {
    $("news").textContent = heard
      .map((message) =>
        serviceText(message) ?? `${message.from.first_name}: ${plainText(message)}`)
      .join("\n");
  }
  showPinned(messages);
  showDescription(messages.length === 0);
  if (document.visibilityState === "visible" && chat()?.unread) {
    chat().unread = 0;
    await api.read(view.me.id, chatId);
  }
}

/** Draw what is new or changed, take away what is gone; returns the new messages. */
function draw(messages) {
  const fresh = [];
  const there = new Set(messages.map((message) => message.key));
  for (const [id, { node }] of view.drawn) {
    if (there.has(id)) continue;
    node.remove();
    view.drawn.delete(id);
  }
  for (const message of messages) {
    const before = view.drawn.get(message.key);
    if (before?.revision === message.revision) continue;
    const node = bubble(message, act);
    if (before) keepingFocus(before.node, () => before.node.replaceWith(node), node);
    else {
      fresh.push(message);
      $("messages").append(node);
    }
    view.drawn.set(message.key, { node, revision: message.revision });
  }
  return fresh;
}

function showPinned(messages) {
  const pinned = messages.find((message) => message.message_id === chat()?.pinned);
  $("pinned").hidden = !pinned;
  if (pinned) $("pinned").textContent = `📌 ${plainText(pinned).slice(0, 80)}`;
}

/** In an empty private chat the bot says what it can do. */
function showDescription(empty) {
  const text = empty ? chat()?.description : "";
  $("description").hidden = !text;
  $("description").textContent = text ?? "";
}

function setReply(message) {
  view.replyTo = message?.message_id ?? null;
  $("reply").hidden = message === null;
  if (message === null) return;
  $("reply-text").textContent = `Reply to ${message.from.first_name}: ${plainText(message)}`;
  $("text").focus();
}

async function send(text) {
  const thread = view.thread === GENERAL ? null : view.thread;
  const message = { text, thread_id: thread, reply_to: view.replyTo };
  setReply(null);
  await attempt(() => api.say(view.me.id, view.chatId, message));
}

async function attempt(doIt) {
  try {
    return await doIt();
  } catch (error) {
    toast(error.message);
    return null;
  }
}

// Buttons and links

async function press(button, message, node) {
  if (button.url) return openUrl(button.url);
  if (button.copy_text) {
    await navigator.clipboard?.writeText(button.copy_text.text);
    return toast("Copied");
  }
  if (button.callback_data === undefined) return toast("The sandbox does not know this button");
  node.classList.add("waiting");
  const tapped = {
    chat_id: message.chat.id,
    message_id: message.message_id,
    ephemeral_id: message.ephemeral_message_id ?? null,
    data: button.callback_data,
  };
  const answer = await attempt(() => api.tap(view.me.id, tapped));
  node.classList.remove("waiting");
  if (!answer?.answered) return undefined;
  if (answer.url) return openUrl(answer.url);
  if (answer.text && answer.show_alert) return alertDialog(view.bot.first_name, answer.text);
  return answer.text ? toast(answer.text) : undefined;
}

/** Open a link; one to the bot itself leads to the private chat with its Start button. */
async function openUrl(url) {
  const own = new RegExp(`^(https?://)?t\\.me/${view.bot.username}(\\?start=([\\w-]*))?$`, "i");
  const found = own.exec(url);
  if (url.endsWith(`t.me/${view.bot.username}?startgroup`)) return addToGroup();
  if (!found) return window.open(url, "_blank", "noopener,noreferrer");
  view.startParameter = found[3] ?? "";
  await openChat(view.me.id);
  return $("start").focus();
}

/** Found a group of everybody, with the bot in it, and open it. */
async function addToGroup() {
  const others = view.people.map((each) => each.id).filter((id) => id !== view.me.id);
  const founded = await attempt(() => api.found(view.me.id, "New group", others));
  if (!founded) return;
  await refreshChats();
  await openChat(founded.id);
}

// Following the sandbox

async function follow() {
  for (;;) {
    try {
      const { revision } = await api.changes(view.revision);
      $("offline").hidden = true;
      if (revision === view.revision) continue;
      await refreshChats();
      await refreshMessages();
    } catch {
      $("offline").hidden = false;
      await new Promise((resume) => setTimeout(resume, 1000));
    }
  }
}

wireComposer(send, () => setReply(null));
$("reply-cancel").onclick = () => setReply(null);
$("back").onclick = () => closeChat();
document.addEventListener("visibilitychange", () => refreshMessages({ announce: false }));
setInterval(tickTimes, 1000);
begin();

// One message as a bubble, with its picture, its buttons and the mark that it was edited.

import { fileUrl } from "./api.js";
import { element, newAvatar } from "./dom.js";
import { formatted } from "./text.js";

const SERVICE = {
  new_chat_members: (message, who) => {
    const names = message.new_chat_members.map((user) => user.first_name).join(", ");
    return names === who ? `${who} joined the group` : `${who} added ${names}`;
  },
  left_chat_member: (message, who) => {
    const name = message.left_chat_member.first_name;
    return name === who ? `${who} left the group` : `${who} removed ${name}`;
  },
  forum_topic_created: (message, who) =>
    `${who} created the topic “${message.forum_topic_created.name}”`,
  forum_topic_closed: (_, who) => `${who} closed the topic`,
  forum_topic_reopened: (_, who) => `${who} reopened the topic`,
  migrate_to_chat_id: () => "The group became a supergroup",
  migrate_from_chat_id: () => "The group became a supergroup",
  pinned_message: (message, who) =>
    `${who} pinned “${(message.pinned_message.text ?? "a message").slice(0, 40)}”`,
};

/** What a service message says, or null for an ordinary one. */
export function serviceText(message) {
  const kind = Object.keys(SERVICE).find((name) => name in message);
  return kind ? SERVICE[kind](message, message.from.first_name) : null;
}

const isEphemeral = (message) => "ephemeral_message_id" in message;

/** The message as one line, for screen readers and previews. */
export const plainText = (message) =>
  serviceText(message) ?? message.text ?? message.caption ?? (message.photo ? "Photo" : "File");

/**
 * Draw a message.
 * @param {object} message as the people's side shows it
 * @param {object} act what may be done: locale, open, command, tap, reply
 * @returns {HTMLLIElement}
 */
export function bubble(message, act) {
  const item = element("li", { dataset: { id: message.message_id } });
  const service = serviceText(message);
  if (service !== null) {
    item.className = "service";
    item.append(element("span", {}, service));
    return item;
  }
  const sender = message.sender_chat?.title ?? message.from.first_name;
  item.className = message.out ? "message out" : "message";
  if (!message.out) item.append(newAvatar(sender, message.from.id));
  if (isEphemeral(message)) item.classList.add("ephemeral");
  const body = element("div", { className: "bubble" });
  if (!message.out) body.append(name(sender, message));
  const replied = message.reply_to_message;
  if (replied && !replied.forum_topic_created) body.append(quote(replied));
  body.append(...media(message));
  const text = message.text ?? message.caption;
  if (text) {
    const entities = message.entities ?? message.caption_entities;
    body.append(element("div", { className: "text", dir: "auto" }, formatted(text, entities, act)));
  }
  body.append(foot(message, act));
  const column = element("div", { className: "column" }, body);
  if (message.reply_markup) column.append(keyboard(message, act));
  item.append(column);
  return item;
}

function name(sender, message) {
  const node = element("div", { className: `sender hue-${Math.abs(message.from.id) % 7}` }, sender);
  if (message.from.is_bot) node.append(element("span", { className: "badge" }, "bot"));
  return node;
}

function quote(replied) {
  return element(
    "div",
    { className: "quote" },
    element("b", {}, replied.from.first_name),
    element("span", {}, plainText(replied).slice(0, 100)),
  );
}

function media(message) {
  if (message.photo) {
    const size = message.photo.at(-1);
    return [picture(size, message.caption ?? "Photo", message.has_media_spoiler)];
  }
  if (message.animation) return [picture(message.animation, message.caption ?? "Animation", false)];
  if (message.document) return [documentLink(message.document)];
  return [];
}

function picture(file, alt, hidden) {
  const image = element("img", { src: fileUrl(file.file_id), alt, loading: "lazy" });
  if (file.width) Object.assign(image, { width: file.width, height: file.height });
  image.className = hidden ? "picture covered" : "picture";
  if (hidden) image.onclick = () => image.classList.remove("covered");
  return image;
}

function documentLink(file) {
  const size = `${Math.ceil((file.file_size ?? 0) / 1024)} KB`;
  return element(
    "a",
    { className: "document", href: fileUrl(file.file_id), download: file.file_name ?? "file" },
    element("span", { className: "document-icon", aria: { hidden: "true" } }, "📄"),
    element("span", {}, file.file_name ?? "file", element("small", {}, size)),
  );
}

function foot(message, act) {
  const date = new Date(message.date * 1000);
  const time = date.toLocaleTimeString(act.locale, { hour: "2-digit", minute: "2-digit" });
  const node = element("div", { className: "foot" });
  for (const emoji of message.reactions) {
    node.append(element("span", { className: "reaction" }, emoji));
  }
  node.append(
    isEphemeral(message)
      ? element("span", { className: "alone" }, "👁 Only you see this")
      : element(
          "button",
          { type: "button", className: "reply", onclick: () => act.reply(message) },
          "Reply",
        ),
    `${message.edit_date ? "edited " : ""}${time}`,
  );
  return node;
}

function keyboard(message, act) {
  const node = element("div", { className: "keyboard", role: "group" });
  node.setAttribute("aria-label", "Buttons of the message");
  for (const row of message.reply_markup.inline_keyboard ?? []) {
    node.append(element("div", { className: "row" }, ...row.map((raw) => key(raw, message, act))));
  }
  return node;
}

function key(raw, message, act) {
  const node = element("button", { type: "button", className: "key" }, raw.text);
  if (["primary", "success", "danger"].includes(raw.style)) node.classList.add(raw.style);
  if (raw.url) node.classList.add("outward");
  node.disabled = "disabled" in raw;
  node.onclick = () => act.press(raw, message, node);
  return node;
}

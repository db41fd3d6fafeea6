// What the page knows at the moment; one object, so that every part sees the same.

export const GENERAL = 1;

export const view = {
  bot: null,
  people: [],
  me: null,
  chats: [],
  chatId: null,
  thread: null,
  startParameter: "",
  replyTo: null,
  drawn: new Map(),
  revision: -1,
};

/** The open chat, undefined if there is none or it is gone. */
export const chat = () => view.chats.find((each) => each.id === view.chatId);

/** A topic's id. */
export const threadOf = (topic) => topic.message_thread_id;

// The people's side of the sandbox over HTTP.

async function ask(path, options) {
  const answer = await fetch(`/sandbox${path}`, options);
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.error ?? answer.statusText);
  return body;
}

const post = (path, body) =>
  ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

export const state = () => ask("/state");
export const changes = (after) => ask(`/changes?after=${after}&wait=25`);
export const chats = (person) => ask(`/people/${person}/chats`);
export const messages = (person, chat, thread) =>
  ask(`/people/${person}/chats/${chat}/messages${thread ? `?thread=${thread}` : ""}`);
export const say = (person, chat, message) => post(`/people/${person}/chats/${chat}/messages`, message);
export const tap = (person, tapped) => post(`/people/${person}/taps`, { ...tapped, wait: 15 });
export const read = (person, chat) => post(`/people/${person}/chats/${chat}/read`, {});
export const found = (person, title, others) =>
  post("/chats", { title, owner_id: person, member_ids: others });
export const block = (person, blocked) => post(`/people/${person}/account`, { blocked });
export const fileUrl = (fileId) => `/sandbox/files/${encodeURIComponent(fileId)}`;

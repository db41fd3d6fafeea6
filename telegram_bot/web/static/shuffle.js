// The pack and its shuffle, written from docs/shuffle.md with the browser's own cryptography.
const RANKS = "A K Q J 10 9 8 7 6 5 4 3 2".split(" "), SUITS = [..."CSHD"];
const pack = (deck) => SUITS.flatMap((suit) => RANKS.slice(0, { piquet32: 8 }[deck]).map((rank) => rank + suit));
const utf8 = (text) => new TextEncoder().encode(text);
const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
const hex = (data) => Array.from(new Uint8Array(data), (byte) => byte.toString(16).padStart(2, "0")).join("");
const sha256 = async (data) => hex(await crypto.subtle.digest("SHA-256", data));
async function shuffled(seed, context, items) {
  const hmac = { name: "HMAC", hash: "SHA-256" }, result = [...items];
  const key = await crypto.subtle.importKey("raw", bytes(seed), hmac, false, ["sign"]);
  const block = (number) => crypto.subtle.sign("HMAC", key, utf8(`hmac-fy-1|${context}|${number}`));
  for (let last = items.length - 1, used = 0, word; last > 0; last--) {
    do word = new DataView(await block(used >> 3)).getUint32(4 * (used++ % 8));
    while (word >= 2 ** 32 - (2 ** 32 % (last + 1)));
    const other = word % (last + 1);
    [result[last], result[other]] = [result[other], result[last]];
  }
  return result;
}

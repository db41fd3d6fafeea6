// A second verifier: it checks a game's file (docs/export.md) with the browser's own cryptography and
// shares no code with the bot. The shuffle is written from docs/shuffle.md, the play from the rules.
const utf8 = (text) => new TextEncoder().encode(text);
const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
const hex = (data) => Array.from(new Uint8Array(data), (byte) => byte.toString(16).padStart(2, "0")).join("");
const sha256 = async (data) => hex(await crypto.subtle.digest("SHA-256", data));
async function shuffled(seed, context, items) {
  const hmac = { name: "HMAC", hash: "SHA-256" }, words = [], result = [...items];
  const key = await crypto.subtle.importKey("raw", bytes(seed), hmac, false, ["sign"]);
  for (let last = items.length - 1, block = 0, word; last > 0; last--) {
    do {
      if (!words.length) {
        const digest = await crypto.subtle.sign("HMAC", key, utf8(`hmac-fy-1|${context}|${block++}`));
        for (let at = 0; at < 32; at += 4) words.push(new DataView(digest).getUint32(at));
      }
      word = words.shift();
    } while (word >= 2 ** 32 - (2 ** 32 % (last + 1)));
    const other = word % (last + 1);
    [result[last], result[other]] = [result[other], result[last]];
  }
  return result;
}
const rank = (card) => card.slice(0, -1);
const RANKS = "A K Q J 10 9 8 7 6 5 4 3 2".split(" "), SUITS = [..."CSHD"];
const pack = (deck) => SUITS.flatMap((suit) => RANKS.slice(0, { piquet32: 8 }[deck]).map((rank) => rank + suit));
const swap = (cards, out, back) => cards.map((card) => back[out.indexOf(card)] ?? card);
function points(hand, rules) {
  const worth = (card) => ({ A: 11, K: 10, Q: 10, J: 10 })[rank(card)] ?? Number(rank(card));
  const sum = (suit) => hand.reduce((total, card) => total + (card.endsWith(suit) ? worth(card) : 0), 0);
  const trio = hand.some((card) => hand.filter((other) => rank(other) === rank(card)).length > 2);
  return Math.max(...SUITS.map(sum), trio ? rules.trio_value : 0);
}
const instant = (hand, rules) => (rules.fire && hand.every((card) => rank(card) === "A")) ||
  (new Set(hand.map((card) => card.at(-1))).size === 1 && points(hand, rules) === rules.instant_total);
const ACTS = ["cards_exchanged", "player_passed"]; // after which one may close, where the table plays so
const ENDS = ["card_discarded", "player_knocked", "player_stood", "hand_kept", "hand_swapped", "turn_ended", ...ACTS];
const MOVES = ["card_drawn", "discard_taken", ...ENDS], OVER = ["ended", "abandoned", "table_closed"];

// Each finding is {check, event, expected, found}; events count from 1, and 0 is the file as a whole.
async function verify(text) {
  const findings = [], [header, ...lines] = text.split("\n"), [footer, end] = lines.splice(-2);
  const need = (check, wanted, there, [expected, found] = [wanted, there].map((value) => JSON.stringify(value))) =>
    expected === found || findings.push({ event: number, check, expected, found });
  const log = lines.map((line) => /^{"topic":"game\.(\w+)","state":(.*)}$/.exec(line) ?? ["", "", "{}"]);
  const events = log.map(([, topic, state]) => [topic, JSON.parse(state, (_, value) => value?._data_ ?? value)]);
  const digest = await sha256(utf8(log.map(([, topic, state]) => `game.${topic}\n${state}\n`).join("")));
  const firstSeed = events.find(([topic]) => topic === "deck_committed")?.[1].seed, { game } = JSON.parse(header);
  let number = 0, rules, timed, players = [], places = [], lives = [], due = [], dealer, round = 0, redeal, deck;
  let playing = false, order, out, hands, laid, stock, at, knocker, held, taken, over, waits, turn = 0, played, locked;
  need("digest", [digest, log.length, ""], [JSON.parse(footer).digest, JSON.parse(footer).events, end]);
  const after = (from) => places.map((_, n) => (from + 1 + n) % places.length).filter((seat) => places[seat] === null);
  const may = (seat) => rules.first_turn_knock || played.includes(seat); // knock or close
  const there = (seat) => order.includes(seat) && !out.includes(seat);
  const receives = (e, card) => { need("draws", [null, card], [held, e.card]); hands[e.seat].push((held = e.card)); };
  const passOn = () => {
    const next = [...order.slice(at + 1), ...order.slice(0, at + 1)].find((seat) => there(seat) || seat === knocker);
    [at, over, held, waits, turn] = [order.indexOf(next), next === knocker, null, !timed, turn + 1];
  };
  for (const [topic, e] of events) {
    number++;
    try {
      if (MOVES.includes(topic)) need("moves", [true, false, order[at], true], [playing, over, e.seat, waits]);
      switch (topic) {
        case "opened": case "rules_chosen": [rules, timed] = [e.rules, timed ?? e.class_version === 2]; break;
        case "player_joined": case "computer_seated": players.push(e.player_id); break;
        case "player_left": players = players.filter((player) => player !== e.player_id); break;
        case "deadline_set": need("timeouts", e.kind === "lobby" ? 0 : turn, e.number); waits = true; break;
        case "turn_timed_out": need("timeouts", [turn, order[at]], [e.turn, e.seat]); break;
        case "started": need("moves", players, e.player_ids);
          [places, lives] = [players.map(() => null), players.map(() => rules.lives)]; break;
        case "first_dealer_chosen": {
          const lot = await shuffled(firstSeed, `random dealer|${game}`, after(-1)), cuts = [];
          const cards = await shuffled(firstSeed, `first dealer|${game}`, pack(rules.deck));
          let tied = { cut: after(-1), random: lot.slice(0, 1), seat: [0] }[rules.first_dealer];
          while (tied.length > 1) {
            const cut = places.map((_, seat) => (tied.includes(seat) ? cards.shift() : ""));
            const depth = Math.min(...tied.map((seat) => RANKS.indexOf(rank(cut[seat]))));
            tied = tied.filter((seat) => RANKS.indexOf(rank(cut[seat])) === depth);
            cuts.push(cut);
          }
          need("deck", [cuts, (dealer = tied[0])], [e.cuts, e.dealer]); break;
        }
        case "deck_committed":
          order = after((dealer = round && !redeal ? after(dealer)[0] : dealer));
          need("moves", [round + 1, dealer, order, false, []], [e.round, e.dealer, e.seats, playing, due]);
          need("moves", rules.offer_cut ? order.at(-2) : null, e.cutter);
          need("commitment", [await sha256(bytes(e.seed)), true], [e.commitment, deck?.revealed ?? true]);
          [deck, round, redeal] = [{ ...e, lift: 0, mixes: {}, shuffles: 0, revealed: false }, e.round, false]; break;
        case "deck_cut": need("deck", deck.cutter, e.seat); deck.lift = e.lift; break;
        case "deck_mixed": need("deck", true, order.includes(e.seat)); deck.mixes[e.seat] = e.choice; break;
        case "round_dealt": [waits, turn] = [!timed, turn + 1]; {
          const mixes = Object.entries(deck.mixes).map((mix) => mix.join(":")).join(",");
          const cards = await shuffled(deck.seed, `deck|${game}|${round}|${mixes}`, pack(rules.deck));
          cards.push(...cards.splice(0, deck.lift));
          order = order.filter((seat) => places[seat] === null);
          const dealt = cards.splice(0, order.length * rules.hand_size), draws = rules.mode === "draw";
          hands = places.map((_, seat) => dealt.filter((_, card) => order[card % order.length] === seat));
          [laid, stock, at] = [cards.splice(0, draws ? 1 : 3), cards, draws ? 0 : order.length - 1];
          [playing, over, knocker, held, out, played, locked] = [true, false, null, null, [], [], []];
          need("deck", [hands, laid, stock], [e.hands, e.laid ?? [e.upcard], e.stock]); break;
        }
        case "card_drawn": receives(e, stock.shift()); taken = null; break;
        case "discard_taken": receives(e, (taken = laid.pop())); break;
        case "card_discarded":
          need("moves", [true, true], [held !== null, e.card !== taken || rules.return_taken_discard]);
          need("moves", true, hands[e.seat].includes(e.card));
          hands[e.seat] = hands[e.seat].filter((card) => card !== e.card);
          laid.push(e.card); break;
        case "player_knocked": need("moves", [null, null, true], [held, knocker, may(e.seat)]); knocker = e.seat; break;
        case "player_stood": need("moves", [null, true], [held, knocker !== null]); break;
        case "player_passed": need("moves", [null, true], [held, rules.mode !== "draw" || !stock.length]); break;
        case "hand_swapped": need("draws", [hands[e.seat], laid], [e.given, e.taken]);
          [hands[e.seat], laid] = [laid, hands[e.seat]]; break;
        case "cards_exchanged":
          need("moves", [e.given.length, true], [e.taken.length, rules.exchange_sizes.includes(e.taken.length)]);
          need("moves", true, e.given.every((card, n) => hands[e.seat].includes(card) && laid.includes(e.taken[n])));
          if (rules.swap_all_locks && e.taken.length === 3) locked.push(e.seat);
          [hands[e.seat], laid] = [swap(hands[e.seat], e.given, e.taken), swap(laid, e.taken, e.given)]; break;
        case "centre_refreshed": need("draws", (laid = stock.splice(0, 3)), e.cards); break;
        case "stock_reshuffled": stock = laid.splice(0, laid.length - 1);
          stock = await shuffled(deck.seed, `reshuffle|${game}|${round}|${++deck.shuffles}`, stock);
          need("draws", stock, e.stock); break;
        case "player_forfeited": due = places[e.seat] === null ? [e.seat] : due;
          if (!playing || !there(e.seat)) break;
          out.push(e.seat);
          if (order[at] === e.seat) { if (held && held === taken) laid.push(held); passOn(); } break;
        case "round_ended":
          need("moves", [true, true], [playing, over || !["knock", "close"].includes(e.reason)]);
          need("rulings", there(knocker) ? knocker : null, e.knocker);
          need("rulings", hands.map((hand, seat) => (there(seat) ? hand : [])), e.hands);
          need("rulings", e.hands.map((hand) => (hand.length ? points(hand, rules) : null)), e.values);
          need("rulings", lives.map((left, seat) => Math.max(0, left - e.losses[seat])), e.lives);
          [playing, redeal, lives, due] = [false, e.redeal, e.lives, e.eliminated]; break;
        case "round_voided": [playing, redeal] = [false, true]; break;
        case "deck_revealed": need("commitment", [round, deck.seed], [e.round, e.seed]); deck.revealed = true; break;
        case "player_eliminated":
          need("rulings", [true, after(-1).length - due.length + 1], [due.includes(e.seat), e.place]);
          [due, places[e.seat]] = [due.filter((seat) => seat !== e.seat), e.place]; break;
        case "player_bought_in": [lives[e.seat], places[e.seat]] = [rules.lives, null]; break;
        case "ended": case "abandoned": need("rulings", [[], true], [due, deck.revealed]);
          if (playing) need("rulings", true, topic === "ended" ? after(-1).length === 1 : !over);
      }
      const closes = rules.close_timing === "after" && knocker === null && may(e.seat) && !locked.includes(e.seat);
      const goesOn = ACTS.includes(topic) && closes && !instant(hands[e.seat], rules);
      if (ENDS.includes(topic) && !goesOn) { played.push(topic.startsWith("hand_") ? null : e.seat); passOn(); }
    } catch (error) { need("form", "an event that can follow those before it", String(error)); break; }
  }
  need("form", ["opened", true], [events[0]?.[0], OVER.includes(events.at(-1)?.[0])]);
  return { digest, findings };
}

// A second verifier: it checks a game's file (docs/export.md), and shares no code with the bot. It is written
// from the rules; shuffle.js, from docs/shuffle.md, and showdown.js belong to it.
const ACTS = ["cards_exchanged", "player_passed"]; // after which one may close, where the table plays so
const ENDS = ["card_discarded", "player_knocked", "player_stood", "hand_kept", "hand_swapped", "turn_ended", ...ACTS];
const MOVES = ["card_drawn", "discard_taken", ...ENDS], OVER = ["ended", "abandoned", "table_closed"];
const AT_ONCE = ["deck_committed", "deadline_set", "round_ended", "player_eliminated", "ended"]; // follow from another
const OTHERS = /^((pace|substitute)_chosen|player_(went_away|returned)|seat_.*|(vote|buy_in|tie)_.*|.*_closed)$/;
const swap = (cards, out, back) => cards.map((card) => back[out.indexOf(card)] ?? card);
const dashed = (id) => id.replace(/(.{8})(....)(....)(....)/, "$1-$2-$3-$4-");
const code = (id) => parseInt(id.replace("-", "").slice(0, 10), 16).toString(32).padStart(8, "0")
  .replace(/./g, (digit) => "abcdefghijklmnopqrstuvwxyz234567"[parseInt(digit, 32)]);

// Each finding is {check, what, event} or has {expected, found}, too. Events count from 1; 0 is the whole file.
async function verify(text) {
  const findings = [], [header, ...lines] = text.split("\n"), [footer, end] = lines.splice(-2);
  const log = lines.map((line) => /^{"topic":"game\.(\w+)","state":(.*)}$/.exec(line) ?? ["", "", "{}"]);
  const events = log.map(([, topic, state]) => [topic, JSON.parse(state, (_, value) => value?._data_ ?? value)]);
  const digest = await sha256(utf8(log.map(([, topic, state]) => `game.${topic}\n${state}\n`).join("")));
  const game = header.slice(37, 73).toLowerCase(), until = {}, timed = events[0]?.[1].class_version === 2;
  let number = 0, e, before, now, chosen, rules, players = [], places = [], lives, due = [], dealer, redeal;
  let round = 0, turn = 0, deck, order, out, hands, laid, stock, at, knocker, held, taken, waits, played, locked, cost;
  let over = ""; // why a round has ended: null while it is played, empty once it is settled
  const must = (check, what, holds) => holds || findings.push({ check, what, event: number });
  const same = (check, wanted, there = e) => Object.entries(wanted).forEach(([what, expected]) =>
    JSON.stringify(expected) === JSON.stringify(there[what]) ||
    findings.push({ check, what, event: number, expected, found: there[what] }));
  const after = (from) => places.map((_, n) => (from + 1 + n) % places.length).filter((seat) => places[seat] === null);
  const there = (seat) => order.includes(seat) && !out.includes(seat);
  const may = () => knocker === null && !locked.includes(e.seat) && (rules.first_turn_knock || played.includes(e.seat));
  const passOn = () => {
    const next = [...order.slice(at + 1), ...order.slice(0, at + 1)].find((seat) => there(seat) || seat === knocker);
    if (next === knocker) over ??= rules.mode === "draw" ? "knock" : "close";
    [at, held, waits, turn] = [order.indexOf(next), null, !timed, turn + 1];
  };
  for (const [topic, state] of events) {
    [number, e, before, now] = [number + 1, state, now, state.timestamp];
    try {
      must("timeouts", "moment", number === 2 || AT_ONCE.includes(topic) ? now === before : !(now < before));
      if (MOVES.includes(topic)) same("moves", { seat: order[at] });
      if (MOVES.includes(topic)) must("moves", "in_play", over === null && waits);
      if (MOVES.includes(topic)) must("moves", "one_card", !held === (topic !== "card_discarded"));
      switch (topic) {
        case "opened": case "rules_chosen": [chosen, rules] = [{ preset: e.preset, rules: e.rules }, e.rules]; break;
        case "player_joined": case "computer_seated": players.push(e.player_id); break;
        case "player_left": players = players.filter((player) => player !== e.player_id); break;
        case "started": same("moves", { player_ids: players });
          [places, lives] = [players.map(() => null), players.map(() => rules.lives)]; break;
        case "deadline_set": same("timeouts", { number: places.length ? turn : 0, since: now }); waits = true;
        case "grace_given": until[e.kind] = e.until; break; // which begins a deadline, or moves it
        case "turn_timed_out": must("timeouts", "due", now >= until.turn);
          same("timeouts", { turn, seat: order[at] }); break;
        case "first_dealer_chosen": {
          const { seed } = events[number][1], lot = await shuffled(seed, `random dealer|${game}`, after(-1));
          const cards = await shuffled(seed, `first dealer|${game}`, pack(rules.deck)), cuts = [];
          let best = { cut: after(-1), random: lot.slice(0, 1), seat: [0] }[rules.first_dealer];
          for (let ranks; best.length > 1; best = best.filter((_, n) => ranks[n] === Math.min(...ranks))) {
            cuts.push(places.map((_, seat) => (best.includes(seat) ? cards.shift() : "")));
            ranks = best.map((seat) => RANKS.indexOf(rank(cuts.at(-1)[seat])));
          }
          same("deck", { cuts, dealer: (dealer = best[0]) }); break;
        }
        case "deck_committed":
          order = after((dealer = round && !redeal ? after(dealer)[0] : dealer));
          same("moves", { round: round + 1, dealer, seats: order, cutter: rules.offer_cut ? order.at(-2) : null });
          must("rulings", "owed", over === "" && !due.length); must("commitment", "revealed", !round || deck.revealed);
          same("commitment", { shuffle: "hmac-fy-1", commitment: await sha256(bytes(e.seed)) });
          [deck, round, redeal] = [{ ...e, lift: 0, mixes: {}, shuffles: 0 }, e.round, false]; break;
        case "deck_cut": same("deck", { seat: deck.cutter }); deck.lift = e.lift; break;
        case "deck_mixed": must("deck", "mixed", order.includes(e.seat)); deck.mixes[e.seat] = e.choice; break;
        case "round_dealt": {
          const mixes = Object.entries(deck.mixes).map((mix) => mix.join(":")).join(","), draws = rules.mode === "draw";
          const cards = await shuffled(deck.seed, `deck|${game}|${round}|${mixes}`, pack(rules.deck));
          cards.push(...cards.splice(0, deck.lift));
          order = order.filter((seat) => places[seat] === null);
          const dealt = cards.splice(0, order.length * rules.hand_size);
          hands = places.map((_, seat) => dealt.filter((_, card) => order[card % order.length] === seat));
          [laid, stock, at] = [cards.splice(0, draws ? 1 : 3), cards, draws ? 0 : order.length - 1];
          [waits, turn, knocker, held, out, played, locked] = [!timed, turn + 1, null, null, [], [], []];
          over = hands.some((hand) => instant(hand, rules)) ? "instant_deal" : null;
          same("deck", { hands: [...hands], laid: [...laid], stock: [...stock] }, { laid: [e.upcard], ...e }); break;
        }
        case "card_drawn": case "discard_taken": taken = topic === "discard_taken" ? laid.pop() : null;
          same("draws", { card: (held = taken ?? stock.shift()) }); hands[e.seat] = [...hands[e.seat], held]; break;
        case "card_discarded":
          must("moves", "thrown", hands[e.seat].includes(e.card) && (e.card !== taken || rules.return_taken_discard));
          [hands[e.seat], laid] = [hands[e.seat].filter((card) => card !== e.card), [...laid, e.card]]; break;
        case "player_knocked": must("moves", "knocked", may()); knocker = e.seat; break;
        case "player_stood": must("moves", "stood", knocker !== null && rules.final_turn_stand); break;
        case "player_passed": must("moves", "passed", rules.mode !== "draw" || (!stock.length && knocker === null));
          if (rules.mode === "draw") over = "stock_exhausted"; break;
        case "hand_swapped": same("draws", { given: hands[e.seat], taken: laid });
          [hands[e.seat], laid] = [laid, hands[e.seat]]; break;
        case "cards_exchanged":
          must("moves", "size", e.given.length === e.taken.length && rules.exchange_sizes.includes(e.taken.length));
          must("moves", "there", e.given.every((card, n) => hands[e.seat].includes(card) && laid.includes(e.taken[n])));
          if (rules.swap_all_locks && e.taken.length === 3) locked.push(e.seat);
          [hands[e.seat], laid] = [swap(hands[e.seat], e.given, e.taken), swap(laid, e.taken, e.given)]; break;
        case "centre_refreshed": same("draws", { cards: (laid = stock.splice(0, 3)) }); break;
        case "stock_reshuffled": stock = laid.splice(0, laid.length - 1);
          stock = await shuffled(deck.seed, `reshuffle|${game}|${round}|${++deck.shuffles}`, stock);
          same("draws", { stock: [...stock] }); break;
        case "player_forfeited": due = places[e.seat] === null ? [e.seat] : due;
          if (over === "" || !there(e.seat)) break;
          out.push(e.seat);
          if (order[at] === e.seat) { if (held && held === taken) laid.push(held); passOn(); } break;
        case "round_ended": {
          const empty = rules.mode === "draw" && rules.stock_empty === "void" ? "void" : "stock_exhausted";
          if (stock.length < (rules.mode === "draw" ? 1 : 3) && e.reason === empty) over ??= empty;
          if (played.length >= rules.max_circuits * order.length) over ??= "turn_limit";
          const stands = there(knocker) ? knocker : null, shown = hands.map((hand, seat) => (there(seat) ? hand : []));
          const values = shown.map((hand) => (hand.length ? points(hand, rules) : null));
          cost = settled(rules, order.filter(there), hands, lives, over, stands);
          same("rulings", { round, reason: over, knocker: stands, hands: shown, values, ...cost });
          must("rulings", "rulings", e.rulings.length > 0);
          [over, redeal, lives, due] = ["", cost.redeal, cost.lives, [...cost.eliminated]]; break;
        }
        case "round_voided": [over, redeal] = ["", true]; break;
        case "deck_revealed": same("commitment", { round, seed: deck.seed }); deck.revealed = true; break;
        case "player_eliminated": same("rulings", { place: after(-1).length - due.length + 1, seat: due.shift() });
          places[e.seat] = e.place; break;
        case "player_bought_in": [lives[e.seat], places[e.seat]] = [rules.lives, null]; break;
        case "ended": {
          const left = after(-1), alive = left.filter((seat) => lives[seat] && rules.match_end === "last_with_life");
          const winners = left.length === 1 ? left : !left.length ? cost.eliminated : alive.length === 1 ? alive : [];
          const placed = (place, seat) => (winners.includes(seat) ? 1 : place ?? winners.length + 1);
          same("rulings", { winners, places: places.map(placed) });
        }
        case "abandoned": must("rulings", "owed", !due.length && (topic === "ended" || !over));
          must("commitment", "revealed", deck.revealed); break;
        default: must("form", "known", ENDS.includes(topic) || OTHERS.test(topic));
      }
      if (!ENDS.includes(topic)) continue;
      const counts = knocker !== null && rules.instant_after_knock === "showdown"; // a 31 is a hand like any other then
      if ((counts ? fire : instant)(hands[e.seat], rules))
        over = topic === "hand_swapped" ? "instant_deal" : knocker === null ? "instant" : "instant_final_turn";
      const closes = rules.mode === "exchange" && rules.close_timing === "after" && ACTS.includes(topic) && may();
      if (!over && closes) continue;
      if (!topic.startsWith("hand_")) played.push(e.seat);
      passOn();
    } catch { must("form", "possible", false); break; }
  }
  number = 0;
  const seats = places.length ? players.map(dashed) : [], shuffle = deck?.shuffle ?? null;
  const told = JSON.stringify({ format: "thirtyone-game/1", game, code: code(game), ...chosen, seats, shuffle });
  same("form", { header: told }, { header: header.replace(/(\d)\.0(?=[,}])/g, "$1") });
  same("digest", { footer: JSON.stringify({ digest, events: log.length }) }, { footer });
  const last = events.findIndex(([topic]) => OVER.includes(topic)) === events.length - 1;
  must("form", "whole", events[0]?.[0] === "opened" && last && end === "");
  return { digest, findings };
}

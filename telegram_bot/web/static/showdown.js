// What hands are worth, and what the end of a round costs, written from the rules (RULES 6 to 8).
const rank = (card) => card.slice(0, -1);
const worth = (card) => ({ A: 11, K: 10, Q: 10, J: 10 })[rank(card)] ?? Number(rank(card));
const sum = (hand, suit) => hand.reduce((total, card) => total + (card.endsWith(suit) ? worth(card) : 0), 0);
const trio = (hand) => RANKS.find((each) => hand.filter((card) => rank(card) === each).length > 2);
const points = (hand, rules) => Math.max(...SUITS.map((suit) => sum(hand, suit)), trio(hand) ? rules.trio_value : 0);
const fire = (hand, rules) => rules.fire && trio(hand) === "A";
const instant = (hand, rules) => fire(hand, rules) ||
  (new Set(hand.map((card) => card.at(-1))).size === 1 && points(hand, rules) === rules.instant_total);
function strength(hand, rules) { // where ties are broken, by the rank of a trio, then by suit (RULES 8.5, 8.6)
  const best = points(hand, rules), suit = SUITS.findIndex((each) => sum(hand, each) === best);
  const tie = rules.tie_break === "none" ? 0 : suit < 0 ? 20 - RANKS.indexOf(trio(hand)) : 4 - suit;
  return fire(hand, rules) ? Infinity : best * 1e6 + tie;
}
const TIED = { safe: [0, 1], one: [1, 1], two: [2, 1], knocker_only: [1, 0] }; // what the knocker pays, and others

// What those who play pay, by `hands` and `lives` of all; `knocker` is null where no knock stands.
function settled(rules, seats, hands, lives, reason, knocker) {
  const won = reason?.startsWith("instant"), fires = won && seats.some((seat) => fire(hands[seat], rules));
  const others = fires || (won && rules.instant_penalty === "all_others"); // than those who have won (RULES 6.1, 6.7)
  const ranks = new Map(seats.map((seat) => [seat, strength(hands[seat], rules)])), worst = Math.min(...ranks.values());
  const holds = (seat) => (fires ? fire : instant)(hands[seat], rules);
  const payers = seats.filter((seat) => (others ? !holds(seat) : ranks.get(seat) === worst));
  const spared = reason === "void" || (!others && rules.all_tied === "nobody" && payers.length === seats.length);
  const twice = won ? !fires && rules.instant_after_knock === "instant_knocker_two" : rules.knocker_lowest_penalty > 1;
  const tied = !won && payers.length > 1 && payers.includes(knocker); // RULES 7.5, 7.6
  const [own, each] = tied ? TIED[rules.knocker_tie] : [twice ? 2 : 1, 1];
  const lost = (seat) => (spared || !payers.includes(seat) ? 0 : seat === knocker ? own : each);
  const limit = (had) => (rules.grace && had ? (rules.overflow === "cap" ? Infinity : had + 1) : had); // RULES 7.8, 7.9
  const fallen = seats.filter((seat) => lost(seat) > 0 && lost(seat) >= limit(lives[seat]));
  const all = fallen.length === seats.length, redeal = reason === "void" || (all && rules.all_out === "replay");
  const losses = lives.map((_, seat) => (redeal ? 0 : lost(seat)));
  const [eliminated, tie_break] = !all || rules.all_out === "shared" ? [fallen, []] : [[], redeal ? [] : fallen];
  return { losses, lives: lives.map((had, seat) => Math.max(0, had - losses[seat])), eliminated, tie_break, redeal };
}

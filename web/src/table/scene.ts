/**
 * From what is known of a table, and what the server says may be done now, to what the table shows.
 * For the store; the components draw the result. No rules: legal cards, calls and reasons come with `turn`.
 */
import type { Card, OrderFamily, Suit } from '../cards/card';
import { hasText } from '../i18n/i18n.svelte';
import type { Bid, Choices, Declare, Name, Turn } from '../lib/wire';
import { localTime } from '../net/link.svelte';
import { CONTRACTS, type Known } from './known';
import type { Contract, Phase, Player, Saying, Seat, TableView } from './view';

export type Panel =
  | { kind: 'estimate'; min: number; max: number; aloud: boolean; sum: number | null; start: number | null }
  | { kind: 'choose'; title: Saying; contracts: Contract[]; times: Partial<Record<Contract, number>>; upcard: Card | null; decline: 'shove' | 'pass' | null; accept: Contract | null }
  | { kind: 'bid'; values: (number | 'capot')[]; high: { value: number | 'capot'; suit: Suit } | null; coinche: 'coinche' | 'surcoinche' | null; pass: boolean }
  | { kind: 'meld'; melds: { name: Saying; cards: Card[] }[] };
export interface Scene {
  view: TableView;
  panel: Panel | null;
  correct: Panel | null; // the panel with which an estimate said aloud is changed, if one likes
  claim: boolean; // all remaining tricks can be claimed
}
const SAME_TEXT: Record<string, string> = {
  'call-not-allowed': 'not-offered', 'bid-too-low': 'too-low', 'bid-not-in-tens': 'too-low', 'no-such-meld': 'not-held',
  'nothing-to-show': 'too-late', 'not-a-seat': 'not-seated', 'wrong-stage': 'wrong-phase', 'seat-taken': 'table-full',
};

/** Why something was refused, in words to come. */
export function refusalOf(reason: string, known?: Known): Saying {
  const led = known?.trick.winner === null ? known.trick.plays[0]?.card[1] : undefined;
  if (reason === 'must-follow') {
    if (led !== undefined && led === known?.contract) return { key: 'refusal.must-follow-trump' };
    if (led === undefined) return { key: 'refusal.unknown' };
    return { key: 'refusal.must-follow', values: { suit: led } };
  }
  const key = `refusal.${SAME_TEXT[reason] ?? reason}`;
  return { key: hasText(key) ? key : 'refusal.unknown' };
}

export function sceneOf(known: Known, turn: Turn | null, settled: boolean, pending: Card | null): Scene {
  const choices = settled && pending === null ? (turn?.choices ?? null) : null;
  const estimating = isEstimating(known);
  const acting = turn && settled && pending === null && known.stage === 'playing' ? turn.to_act : [];
  const aloud = known.rules.announcement === 'open';
  const seat = (!estimating || aloud) && acting.length === 1 ? (acting[0] as Seat) : null;
  const clock = seat === null ? null : (turn?.clocks?.[seat]?.deadline ?? null);
  const own = known.me !== null && estimating && !aloud ? (turn?.clocks?.[known.me]?.deadline ?? null) : null;
  const deadline = clock ?? own;
  const legal = choices?.cards && choices.cards.length > 0 ? (choices.cards as Card[]) : null;
  const waits = pending !== null && known.hand.includes(pending) && known.me !== null;
  const trick = known.trick.winner !== null && waits ? { plays: [], winner: null, points: 0 } : known.trick;
  const view: TableView = {
    variant: known.variant,
    me: known.me,
    direction: known.rules.direction ?? 'ccw',
    players: [player(known, 0), player(known, 1), player(known, 2), player(known, 3)],
    phase: phaseOf(known, choices, estimating),
    round: known.rules.estimates ? known.rounds.length + (known.between ? 0 : 1) : known.deal,
    rounds: known.rules.end?.deals ?? null,
    contract: known.contract,
    family: familyOf(known),
    hand: waits ? known.hand.filter((card) => card !== pending) : [...known.hand],
    legal,
    refusals: Object.fromEntries(Object.entries(choices?.refused ?? {}).map(([card, reason]) => [card, refusalOf(reason, known)])),
    trick: waits ? { ...trick, plays: [...trick.plays, { seat: known.me!, card: pending }] } : trick,
    last: known.last,
    turn: seat,
    dealer: known.deal > 0 ? known.dealer : null,
    forehand: known.deal > 0 ? known.forehand : null,
    deadline: deadline === null ? null : localTime(deadline),
    note: known.note,
    mine: known.rules.estimates && known.me !== null
      ? { points: known.points[known.me]!, estimate: known.estimates[known.me] ?? null, waiting: known.estimated.filter((done) => !done).length }
      : null,
    teams: known.rules.teams ? teamsOf(known) : null,
  };
  const correct = choices?.may_correct && choices.estimate ? estimatePanel(known, choices.estimate) : null;
  return { view, panel: choices ? panelOf(known, choices) : null, correct, claim: choices?.claim ?? false };
}

const isEstimating = (known: Known): boolean =>
  known.rules.estimates === true && known.dealt && !known.between && known.tricks === 0 && known.trick.plays.length === 0 && known.estimated.includes(false);

function player(known: Known, n: Seat): Player {
  const { player: who, here, standIn, cards, said } = known.seats[n];
  const aloud = known.rules.announcement === 'open' ? known.estimates[n] : null;
  return {
    name: who?.name ?? '',
    bot: who?.kind === 'bot' || standIn !== null,
    connected: here,
    taken: who !== null,
    cards: known.between ? 0 : cards,
    said,
    tally: aloud == null ? null : `${known.points[n]} / ${aloud}`,
  };
}

function phaseOf(known: Known, choices: Choices | null, estimating: boolean): Phase {
  if (known.ended) return 'match-end';
  if (known.between) return 'round-end';
  if (known.stage === 'open') return 'waiting';
  if (!known.dealt) return 'deal';
  if (estimating) return 'estimate';
  if (choices?.actions?.some((action) => action.type === 'declare')) return 'meld';
  if (known.contract === null) return known.rules.trump_selection === 'auction' ? 'bid' : 'choose';
  return 'play';
}

function familyOf(known: Known): OrderFamily {
  if (known.contract === 'obenabe') return 'oben';
  if (known.contract === 'undenufe') return 'unden';
  return known.rules.order ?? 'swiss';
}

function teamsOf(known: Known): TableView['teams'] {
  const us = (known.me ?? 0) % 2;
  const them = 1 - us;
  const deal = (team: number): number => known.points[team]! + known.points[team + 2]! + known.roem[team]!;
  const needed = known.rules.contract === 'cards-76' ? 76 : typeof known.bid === 'number' ? known.bid : null;
  const running = !known.between && known.deal > 0;
  return {
    us: known.totals[us] ?? 0,
    them: known.totals[them] ?? 0,
    usDeal: running ? deal(us) : 0,
    themDeal: running ? deal(them) : 0,
    contractFor: known.declarer === null || !running ? null : known.declarer % 2 === us ? 'us' : 'them',
    needed: running ? needed : null,
    counted: known.rules.contract === 'cards-76' || known.rules.trump_selection === 'auction',
  };
}

function panelOf(known: Known, choices: Choices): Panel | null {
  const actions = choices.actions ?? [];
  if (choices.estimate && !choices.may_correct) return estimatePanel(known, choices.estimate);
  const full = actions.find((action): action is Declare => action.type === 'declare' && action.melds.length > 0);
  if (full) return { kind: 'meld', melds: full.melds.map((cards) => meldOf(known, cards as Card[])) };
  const bids = actions.filter((action): action is Bid => action.type === 'bid');
  const pass = actions.some((action) => action.type === 'pass');
  const coinche = actions.find((action) => action.type === 'coinche' || action.type === 'surcoinche')?.type as 'coinche' | 'surcoinche' | undefined;
  if (bids.length > 0 || coinche) {
    const high = [...known.calls].reverse().find(({ call }) => call.type === 'bid')?.call as Bid | undefined;
    return {
      kind: 'bid', pass, coinche: coinche ?? null,
      values: [...new Set(bids.map((bid) => bid.points))],
      high: high ? { value: high.points, suit: high.suit } : null,
    };
  }
  const names = actions.filter((action): action is Name => action.type === 'name').map((action) => action.contract);
  const accept = actions.some((action) => action.type === 'accept');
  if (names.length === 0 && !accept) return null;
  const times: Partial<Record<Contract, number>> = {};
  for (const contract of names) times[contract] = known.rules.multipliers?.[CONTRACTS.indexOf(contract)] ?? 1;
  const offered = (known.upcard?.[1] as Suit | undefined) ?? known.proposed;
  return {
    kind: 'choose', contracts: names, times,
    title: { key: known.shoving && !pass && known.calls.length > 0 ? 'choose.title.forced' : 'choose.title' },
    upcard: accept ? known.upcard : null,
    decline: pass ? (known.shoving ? 'shove' : 'pass') : null,
    accept: accept ? offered : null,
  };
}

function estimatePanel(known: Known, [min, max]: readonly [number, number]): Panel {
  const said = known.estimates.reduce<number>((sum, points) => sum + (points ?? 0), 0);
  const own = known.me === null ? null : (known.estimates[known.me] ?? null);
  return {
    kind: 'estimate', min, max, aloud: known.rules.announcement === 'open',
    sum: known.rules.zero_sum_hint ? said - (own ?? 0) : null,
    start: own,
  };
}

/** What a group of cards is called; its worth is said by the server once it is declared. */
export function meldOf(known: Known, cards: readonly Card[]): { name: Saying; cards: Card[] } {
  const ranks = new Set(cards.map((card) => card[0]));
  const name: Saying =
    cards.length === 2
      ? { key: known.marriage }
      : ranks.size === 1
        ? { key: 'meld.four', values: { rank: cards[0]![0]! } }
        : { key: 'meld.run', values: { n: cards.length } };
  return { name, cards: [...cards] };
}

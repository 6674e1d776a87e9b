/**
 * What the table shows: plain data, already translated from the wire by the store, so that every component
 * here can be drawn from a mock. No rules: which cards are legal, and why others are not, comes from the server.
 */
import type { Card, OrderFamily, Suit } from '../cards/card';
import type { Key } from '../i18n/i18n.svelte';
import type { Values } from '../i18n/message';

export type Seat = 0 | 1 | 2 | 3;
export type Contract = Suit | 'obenabe' | 'undenufe';
export type Side = 'south' | 'east' | 'north' | 'west';
/** A text to be: the key and what fills its gaps. `suit` and `card` in values are codes and are named per deck. */
export interface Saying {
  key: Key;
  values?: Values;
  saying?: Saying; // fills the gap {what}
}
export interface Player {
  name: string;
  bot: boolean;
  connected: boolean;
  taken: boolean;
  cards: number;
  said: Saying | null; // shown as a speech bubble
  tally?: string | null; // points and open estimate
}
export interface Play {
  seat: Seat;
  card: Card;
}
export interface Trick {
  plays: readonly Play[];
  winner: Seat | null; // known once complete
  points: number;
  roem?: number;
}
export type Phase = 'waiting' | 'deal' | 'estimate' | 'choose' | 'bid' | 'meld' | 'play' | 'round-end' | 'match-end';

export interface TableView {
  variant: string;
  me: Seat | null; // null: watching
  direction: 'ccw' | 'cw';
  players: readonly [Player, Player, Player, Player];
  phase: Phase;
  round: number; // from 1
  rounds: number | null; // null: played to a target
  contract: Contract | null;
  family: OrderFamily;
  hand: readonly Card[];
  legal: readonly Card[] | null; // null: not my turn
  refusals: Readonly<Partial<Record<Card, Saying>>>;
  trick: Trick;
  last: Trick | null;
  turn: Seat | null;
  dealer: Seat | null;
  forehand: Seat | null;
  deadline: number | null; // epoch milliseconds
  note?: string | null; // beside the trump sign: the bid, how often points count
  mine: { points: number; estimate: number | null; waiting: number } | null; // games with an estimate
  teams: {
    us: number;
    them: number;
    usDeal: number;
    themDeal: number;
    contractFor: 'us' | 'them' | null;
    needed: number | null;
    counted: boolean; // a contract of this game asks for so many points
  } | null;
}

export interface RoundRow {
  estimates: readonly (number | null)[];
  points: readonly number[];
  diffs: readonly number[];
}

const SIDES: readonly Side[] = ['south', 'east', 'north', 'west'];

/** Where a seat is drawn: the next player sits to the right when play runs counter-clockwise. */
export function sideOf(seat: Seat, me: Seat | null, direction: 'ccw' | 'cw'): Side {
  const steps = (seat - (me ?? 0) + 4) % 4;
  return SIDES[direction === 'ccw' ? steps : (4 - steps) % 4]!;
}

/**
 * What this browser knows of a table: a fold of the events that its seat has seen, one after the other.
 * No rules: who acts, what may be done and how things are scored is told by the server. For the store and replay.
 */
import type { Card, Suit } from '../cards/card';
import type { AnySeen, Call, DealScored, Draw, MatchEnded, MeldClaim, PlayerInfo, TableSettings } from '../lib/wire';
import type { Contract, Play, RoundRow, Saying, Seat, Trick } from './view';

export interface SeatKnown {
  player: PlayerInfo | null;
  ready: boolean;
  here: boolean;
  standIn: 'time' | 'left' | 'away' | null; // why a bot plays here now
  cards: number;
  said: Saying | null;
  wentOn: boolean;
  rematch: boolean;
  muted: boolean; // by whoever looks
}
export interface Chain {
  epoch: number;
  table: string;
  hash: string;
  head: string;
  parts: readonly number[];
  committed: (string | null)[];
  opened: (string | null)[];
}
/** The rules as the table was fixed with them: the server's data, kept for display. */
export interface FixedRules {
  direction?: 'ccw' | 'cw';
  order?: 'swiss' | 'ten';
  contract?: string;
  end?: { target?: number; deals?: number };
  multipliers?: number[];
  trump_selection?: string;
  play?: 'swiss' | 'base' | 'amsterdam' | 'rotterdam' | 'french';
  undertrump?: 'if-void' | 'only-trumps-left';
  last_trick?: number;
  announcement?: string;
  zero_sum_hint?: boolean;
  marriage?: string;
  teams?: boolean;
  estimates?: boolean;
}
const NOBODY = (): SeatKnown => ({ player: null, ready: false, here: true, standIn: null, cards: 0, said: null, wentOn: false, rematch: false, muted: false });
const ALL = [0, 1, 2, 3] as const;
export const CONTRACTS: readonly Contract[] = ['C', 'D', 'H', 'S', 'obenabe', 'undenufe']; // as multipliers are listed
const EMPTY: Trick = { plays: [], winner: null, points: 0 };

export class Known {
  settings: TableSettings | null = null;
  quick = false;
  seats: [SeatKnown, SeatKnown, SeatKnown, SeatKnown] = [NOBODY(), NOBODY(), NOBODY(), NOBODY()];
  host: Seat | null = null;
  stage: 'open' | 'ceremony' | 'playing' | 'over' = 'open';
  cancelled: { reason: string; seat: number | null } | null = null;
  chains: Chain[] = [];
  rules: FixedRules = {};
  variant: string;
  revealed: { deal: number; seed: string; draw: Draw }[] = [];
  nextTable: string | null = null;

  // the deal
  deal = 0;
  dealer: Seat | null = null;
  forehand: Seat | null = null;
  dealt = false;
  hand: Card[] = [];
  upcard: Card | null = null;
  proposed: Suit | null = null;
  chooser: Seat | null = null;
  calls: { seat: Seat; call: Call }[] = [];
  contract: Contract | null = null;
  declarer: Seat | null = null;
  bid: number | 'capot' | null = null;
  multiplier = 1;
  estimated: boolean[] = [false, false, false, false];
  estimates: (number | null)[] = [null, null, null, null];
  claims: (readonly MeldClaim[] | null)[] = [null, null, null, null];
  bestMeld: Seat | null = null;
  meldPoints: readonly [number, number] = [0, 0];
  shown: (readonly (readonly Card[])[] | null)[] = [null, null, null, null];
  points = [0, 0, 0, 0];
  roem = [0, 0];
  tricks = 0;
  trick: Trick = EMPTY;
  last: Trick | null = null;
  sweep = false; // the trick that lies there goes with the next event
  between = false; // a result is being looked at

  // the match
  rounds: RoundRow[] = [];
  deals: { score: DealScored; declarer: Seat | null; contract: Contract | null; note: string | null }[] = [];
  thrownIn = 0;
  totals: number[] = [];
  ended: MatchEnded | null = null;

  constructor(
    variant: string,
    public me: Seat | null,
  ) {
    this.variant = variant;
  }

  copy(): Known {
    const copy = Object.create(Known.prototype) as Known;
    return Object.assign(copy, this, { seats: [...this.seats], rounds: [...this.rounds], deals: [...this.deals] });
  }

  get chain(): Chain | null {
    return this.chains.at(-1) ?? null;
  }

  private seat(n: number): SeatKnown {
    return this.seats[n as Seat];
  }

  private speak(n: number, said: Saying): void {
    this.seat(n).said = said;
  }

  private hush(): void {
    for (const n of ALL) this.seats[n].said = null;
  }

  clearTrick(): void {
    if (this.trick.winner !== null) this.trick = { ...EMPTY, winner: this.trick.winner };
    this.sweep = false;
  }

  see(event: AnySeen): void {
    if (this.sweep && event.type !== 'trick-taken') this.clearTrick();
    switch (event.type) {
      case 'table-opened':
        this.settings = event.settings;
        this.variant = event.settings.variant;
        this.quick = event.quick ?? false;
        break;
      case 'seat-taken':
        this.seats[event.seat as Seat] = { ...NOBODY(), player: event.player, ready: event.player.kind === 'bot' && event.player.level != null };
        if (event.host) this.host = event.seat as Seat;
        break;
      case 'seat-freed':
        this.seats[event.seat as Seat] = NOBODY();
        break;
      case 'host-changed':
        this.host = event.seat as Seat | null;
        break;
      case 'ready-changed':
        this.seat(event.seat).ready = event.ready;
        break;
      case 'presence-changed':
        this.seat(event.seat).here = event.here;
        break;
      case 'substituted':
        this.seat(event.seat).standIn = event.reason;
        break;
      case 'took-back':
        this.seat(event.seat).standIn = null;
        break;
      case 'went-on':
        this.seat(event.seat).wentOn = true;
        break;
      case 'rematch-wanted':
        this.seat(event.seat).rematch = true;
        break;
      case 'mute-changed':
        this.seat(event.muted).muted = event.on;
        break;
      case 'rematch-opened':
        this.nextTable = event.table;
        break;
      case 'table-cancelled':
        this.stage = 'over';
        this.cancelled = { reason: event.reason, seat: event.seat ?? null };
        break;
      case 'chain-published':
        this.fix(event.epoch, event.table, event.table_hash, event.head, event.parts);
        break;
      case 'nonce-committed':
        if (this.chain) this.chain.committed[event.seat] = event.commitment;
        break;
      case 'nonce-opened':
        if (this.chain) this.chain.opened[event.seat] = event.nonce;
        break;
      case 'seed-revealed':
        this.revealed.push(event);
        break;
      case 'match-started':
        this.variant = event.variant;
        this.stage = 'playing';
        break;
      default:
        this.game(event);
    }
  }

  private fix(epoch: number, table: string, hash: string, head: string, parts: readonly number[]): void {
    this.chains.push({ epoch, table, hash, head, parts, committed: [null, null, null, null], opened: [null, null, null, null] });
    if (epoch === 0) this.stage = 'ceremony';
    try {
      this.rules = (JSON.parse(table) as { rules: FixedRules }).rules;
    } catch {
      this.rules = {};
    }
  }

  private game(event: AnySeen): void {
    switch (event.type) {
      case 'deal-started':
        this.newDeal(event.number, event.dealer as Seat);
        break;
      case 'hand-dealt':
        this.dealt = true;
        this.hand = [...((event.cards ?? []) as Card[])];
        for (const n of ALL) this.seats[n].cards = event.size;
        break;
      case 'hand-completed':
        this.hand.push(...((event.cards ?? []) as Card[]));
        for (const n of ALL) this.seats[n].cards = 8;
        this.upcard = null;
        break;
      case 'up-card-turned':
        this.upcard = event.card as Card;
        break;
      case 'trump-drawn':
        this.contract = event.suit;
        break;
      case 'suit-proposed':
        this.proposed = event.suit;
        this.hush();
        break;
      case 'chooser-found':
        this.chooser = event.seat as Seat;
        break;
      case 'estimate-confirmed':
        this.estimated[event.seat] = true;
        if (event.points != null) this.estimates[event.seat] = event.points;
        break;
      case 'estimate-announced':
        this.estimated[event.seat] = true;
        this.estimates[event.seat] = event.points;
        this.speak(event.seat, { key: 'said.estimate', values: { n: event.points } });
        break;
      case 'called':
        this.calls.push({ seat: event.seat as Seat, call: event.call });
        this.speak(event.seat, this.wordsOf(event.call));
        break;
      case 'contract-made':
        this.contract = event.contract;
        this.declarer = event.declarer as Seat;
        this.bid = event.bid ?? null;
        this.multiplier = event.multiplier ?? 1;
        break;
      case 'thrown-in':
        this.thrownIn += 1;
        break;
      case 'melds-announced':
        this.claims[event.seat] = event.claims;
        if (event.claims.length > 0)
          this.speak(event.seat, { key: 'said.melds', values: { n: event.claims.reduce((sum, claim) => sum + claim.points, 0) } });
        break;
      case 'melds-compared':
        this.bestMeld = event.best as Seat | null;
        this.meldPoints = event.points;
        break;
      case 'melds-shown':
        this.shown[event.seat] = event.melds as Card[][];
        break;
      case 'claimed':
        this.hush();
        this.speak(event.seat, { key: 'said.claim' });
        break;
      case 'marriage-called':
        this.speak(event.seat, { key: this.marriage });
        break;
      case 'card-played':
        this.play({ seat: event.seat as Seat, card: event.card as Card });
        break;
      case 'trick-taken':
        this.trick = { plays: this.trick.plays, winner: event.seat as Seat, points: event.points, roem: event.roem ?? 0 };
        this.last = this.trick;
        this.sweep = true;
        this.tricks += 1;
        this.points[event.seat]! += event.points;
        this.roem[event.seat % 2]! += event.roem ?? 0;
        break;
      case 'estimates-scored':
        this.rounds.push({ estimates: event.estimates, points: event.points, diffs: event.diffs });
        this.totals = [...event.totals];
        this.pause();
        break;
      case 'deal-scored':
        this.deals.push({ score: event, declarer: this.declarer, contract: this.contract, note: this.note });
        this.totals = [...event.totals];
        this.pause();
        break;
      case 'match-ended':
        this.ended = event;
        this.stage = 'over';
        break;
      default:
    }
  }

  private pause(): void {
    this.between = true;
    for (const n of ALL) this.seats[n].wentOn = false;
  }

  private newDeal(number: number, dealer: Seat): void {
    this.deal = number;
    this.dealer = dealer;
    this.forehand = ((dealer + 1) % 4) as Seat;
    this.dealt = false;
    this.hand = [];
    this.upcard = this.proposed = this.chooser = this.contract = this.declarer = this.bid = null;
    this.calls = [];
    this.multiplier = 1;
    this.estimated = [false, false, false, false];
    this.estimates = [null, null, null, null];
    this.claims = [null, null, null, null];
    this.shown = [null, null, null, null];
    this.bestMeld = null;
    this.meldPoints = [0, 0];
    this.points = [0, 0, 0, 0];
    this.roem = [0, 0];
    this.tricks = 0;
    this.trick = EMPTY;
    this.last = null;
    this.between = false;
    this.hush();
  }

  private play(play: Play): void {
    if (this.trick.winner !== null) this.trick = EMPTY;
    if (this.trick.plays.length === 0) this.hush();
    this.trick = { ...this.trick, plays: [...this.trick.plays, play] };
    this.hand = this.hand.filter((card) => card !== play.card);
    this.seat(play.seat).cards -= 1;
  }

  /** What king and queen of trumps are called in this game. */
  get marriage(): 'meld.stoeck' | 'meld.stuk' | 'meld.belote' {
    if (this.variant.startsWith('klaverjassen')) return 'meld.stuk';
    return this.variant.startsWith('schieber') || this.variant === 'jass' ? 'meld.stoeck' : 'meld.belote';
  }

  /** The bid, and how often points count. */
  get note(): string | null {
    const parts: string[] = [];
    if (this.bid !== null) parts.push(this.bid === 'capot' ? 'Capot' : String(this.bid));
    const own = this.contract && this.bid === null ? (this.rules.multipliers?.[CONTRACTS.indexOf(this.contract)] ?? 1) : 1;
    const times = this.multiplier > 1 ? this.multiplier : own;
    if (times > 1) parts.push(`×${times}`);
    return parts.length > 0 ? parts.join(' ') : null;
  }

  get shoving(): boolean {
    return this.rules.trump_selection === 'seven-of-hearts' || this.rules.trump_selection === 'forehand-partner';
  }

  private wordsOf(call: Call): Saying {
    switch (call.type) {
      case 'pass':
        return { key: this.shoving ? 'said.shove' : 'said.pass' };
      case 'name':
        return { key: 'said.suit', values: { suit: call.contract } };
      case 'accept':
        return { key: 'said.takes' };
      case 'bid':
        return { key: call.points === 'capot' ? 'said.capot' : 'said.bid', values: { n: call.points, suit: call.suit } };
      case 'coinche':
        return { key: 'said.coinche' };
      case 'surcoinche':
        return { key: 'said.surcoinche' };
    }
  }
}

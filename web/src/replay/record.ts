/**
 * Reads the record of a match (docs/record.md) into steps to show and into evidence to check. It does not judge the
 * record: results are taken as written; `puur verify` and the fair-deal page check. For the replay and fair pages.
 */
import type { Evidence, FairTable, Four } from '../lib/fairness';
import type { AnySeen, Call, CardCode, ContractCode, SuitCode } from '../lib/wire';

export type Hands = [CardCode[], CardCode[], CardCode[], CardCode[]];
/** What happens at once when one goes a step further. */
export interface Step {
  deal: number;
  trick: number; // of this deal, from 1; 0 before the first card
  events: AnySeen[];
  hands: Hands; // after the step
}
export interface Match {
  variant: string;
  players: { name: string; kind: 'human' | 'bot' }[];
  steps: Step[];
  deals: number;
  opening: AnySeen[]; // before the first step
  evidence: Evidence | null;
  finished: boolean;
}
const seatOf = (text: string | undefined): number => Number(text);
const numbers = (words: readonly string[], after: string, count: number): number[] => {
  const at = words.indexOf(after) + 1;
  return words.slice(at, at + count).map(Number);
};
const groups = (words: readonly string[]): CardCode[][] =>
  words.join(' ') === '-' ? [] : words.join(' ').split(' / ').map((group) => group.split(' ') as CardCode[]);

export function readRecord(text: string): Match {
  const lines = text.split('\n');
  if (lines[0] !== 'puur record 1') throw new Error('not a record');
  return new Reader().read(lines.slice(1));
}

class Reader {
  private match: Match = { variant: '', players: [], steps: [], deals: 0, opening: [], evidence: null, finished: false };
  private options: Record<string, never> = {};
  private hands: Hands = [[], [], [], []];
  private waiting: AnySeen[] = [];
  private trick = 0;
  private inTrick = 0;
  private next = 0; // who plays the next card of the trick
  private draw: Record<string, string[]> = {};

  read(lines: readonly string[]): Match {
    for (const line of lines) {
      const words = line.split(' ');
      const [word = '', ...rest] = words;
      if (word === '=') this.result(rest);
      else this.line(word, rest, line.slice(word.length + 1));
    }
    this.flush();
    return this.match;
  }

  private line(word: string, rest: string[], tail: string): void {
    const { match } = this;
    switch (word) {
      case 'variant':
        match.variant = tail;
        break;
      case 'option':
        Object.assign(this.options, { [rest[0]!]: JSON.parse(rest.slice(1).join(' ')) });
        break;
      case 'seat':
        match.players.push({ kind: rest[1] as 'human', name: JSON.parse(rest.slice(2).join(' ')) as string });
        match.opening.push({ type: 'seat-taken', seat: seatOf(rest[0]), player: { name: match.players.at(-1)!.name, kind: rest[1] as 'human' } });
        break;
      case 'table': {
        const table = JSON.parse(tail) as FairTable;
        match.evidence = { version: 1, table, table_hash: '', chains: [], deals: [], finished: false };
        match.opening.push({ type: 'chain-published', epoch: 0, table: tail, table_hash: '', head: '', parts: [] });
        match.opening.push({ type: 'match-started', variant: match.variant, options: this.options });
        break;
      }
      case 'table-hash':
        if (match.evidence) match.evidence.table_hash = tail;
        break;
      case 'chain':
        match.evidence?.chains.push({ head: rest[1]!, commitments: [null, null, null, null], nonces: [null, null, null, null] });
        break;
      case 'commitment':
      case 'nonce': {
        const chain = match.evidence?.chains.at(-1);
        const kept = (word === 'nonce' ? chain?.nonces : chain?.commitments) as Four<string | null> | undefined;
        if (kept) kept[seatOf(rest[0])] = rest[1] ?? null;
        break;
      }
      case 'deal':
        this.flush();
        match.deals = Number(rest[0]);
        this.trick = this.inTrick = 0;
        this.hands = [[], [], [], []];
        this.draw = {};
        break;
      case 'lot':
      case 'deck':
      case 'trump':
        this.draw[word] = rest;
        break;
      case 'proposed': {
        this.draw['proposed'] = rest;
        const { lot, deck, trump } = this.draw;
        match.evidence?.deals.push({
          draw: { lot: Number(lot?.[0]), deck: deck ?? [], trump: trump?.[0] ?? '', proposed: [rest[0]!, rest[1]!] }, seed: null,
        });
        break;
      }
      case 'seed': {
        const deal = match.evidence?.deals.at(-1);
        if (deal) deal.seed = tail;
        break;
      }
      case 'finished':
        match.finished = true;
        if (match.evidence) match.evidence.finished = true;
        break;
      default:
        this.action(word, rest);
    }
  }

  private action(word: string, rest: string[]): void {
    const seat = seatOf(rest[0]);
    if (word === 'estimate') {
      if (this.waiting.length > 0 && this.waiting.at(-1)?.type !== 'estimate-confirmed') this.flush();
      this.waiting.push({ type: 'estimate-confirmed', seat, points: Number(rest[1]) });
    } else if (word === 'call') {
      this.flush();
      this.waiting.push({ type: 'called', seat, call: callOf(rest.slice(1)) });
    } else if (word === 'melds') {
      this.flush();
      const melds = groups(rest.slice(1));
      this.waiting.push({ type: 'melds-announced', seat, claims: [], melds });
      if (melds.length > 0) this.waiting.push({ type: 'melds-shown', seat, melds });
    } else if (word === 'trick' || word === '+') {
      const begins = word === 'trick';
      if (begins) {
        this.trick = seat;
        this.inTrick = 0;
      }
      this.next = seatOf(begins ? rest[1] : rest[0]);
      for (const card of rest.slice(begins ? 2 : 1)) this.play(card as CardCode);
    }
  }

  private play(card: CardCode): void {
    this.flush();
    const seat = this.next;
    this.next = (seat + 1) % 4;
    this.inTrick += 1;
    this.hands[seat as 0] = this.hands[seat as 0].filter((held) => held !== card);
    this.waiting.push({ type: 'card-played', seat, card });
  }

  private result(words: string[]): void {
    if (words[0] === 'score') this.flush(); // the last trick is looked at before the result
    const event = this.resultOf(words);
    if (event) this.waiting.push(event);
  }

  private resultOf(words: string[]): AnySeen | null {
    const [kind, first] = words;
    switch (kind) {
      case 'dealer':
        return { type: 'deal-started', number: this.match.deals, dealer: seatOf(first) };
      case 'hand':
        this.hands[seatOf(first) as 0] = words.slice(2) as CardCode[];
        return first === '0' ? { type: 'hand-dealt', size: words.length - 2, cards: [] } : null;
      case 'more':
        this.hands[seatOf(first) as 0] = [...this.hands[seatOf(first) as 0], ...(words.slice(2) as CardCode[])];
        return first === '0' ? { type: 'hand-completed', cards: [] } : null;
      case 'up-card':
        return { type: 'up-card-turned', card: first as CardCode };
      case 'trump':
        return { type: 'trump-drawn', suit: first as SuitCode };
      case 'proposed':
        return { type: 'suit-proposed', suit: first as SuitCode };
      case 'seven-of-hearts':
        return { type: 'chooser-found', seat: seatOf(first) };
      case 'contract':
        return {
          type: 'contract-made', declarer: seatOf(first), contract: words[2] as ContractCode,
          bid: words[4] === '-' ? null : words[4] === 'capot' ? 'capot' : Number(words[4]), multiplier: Number(words[6]),
        };
      case 'thrown-in,':
        return { type: 'thrown-in', next_dealer: seatOf(words.at(-1)) };
      case 'best': {
        const [a = 0, b = 0] = numbers(words, 'points', 2);
        return { type: 'melds-compared', best: words[2] === '-' ? null : seatOf(words[2]), points: [a, b] };
      }
      case 'marriage':
        return { type: 'marriage-called', seat: seatOf(first) };
      case 'won':
        return { type: 'trick-taken', seat: seatOf(first), points: Number(words[3]), roem: words[4] === 'roem' ? Number(words[5]) : 0 };
      case 'score':
        return scoreOf(words);
      case 'end': {
        const sides = words.indexOf('totals') - words.indexOf('places') - 1;
        return { type: 'match-ended', places: numbers(words, 'places', sides), totals: numbers(words, 'totals', sides), points: numbers(words, 'points', sides) };
      }
      default:
        return null;
    }
  }

  /** What has gathered becomes a step. */
  private flush(): void {
    if (this.waiting.length === 0) return;
    const { hands } = this;
    // a card that is about to be played is noted after this: hands are those of now
    this.match.steps.push({
      deal: this.match.deals, trick: this.trick, events: this.waiting,
      hands: [[...hands[0]], [...hands[1]], [...hands[2]], [...hands[3]]],
    });
    this.waiting = [];
  }
}

function callOf(words: readonly string[]): Call {
  const [kind, ...rest] = words;
  if (kind === 'name') return { type: 'name', contract: rest[0] as ContractCode };
  if (kind === 'bid') return { type: 'bid', points: rest[0] === 'capot' ? 'capot' : Number(rest[0]), suit: rest[1] as SuitCode };
  return { type: kind as 'pass' | 'accept' | 'coinche' | 'surcoinche' };
}

function scoreOf(words: readonly string[]): AnySeen {
  const pair = (word: string): [number, number] => {
    const [a = 0, b = 0] = numbers(words, word, 2);
    return [a, b];
  };
  if (words.includes('estimates')) {
    const four = (word: string): number[] => numbers(words, word, 4);
    return { type: 'estimates-scored', estimates: four('estimates'), points: four('points'), diffs: four('differences'), totals: four('totals') };
  }
  const made = words[words.indexOf('made') + 1];
  return {
    type: 'deal-scored', cards: pair('cards'), tricks: pair('tricks'), last_trick: numbers(words, 'last-trick', 1)[0] ?? 0,
    melds: pair('melds'), marriage: pair('marriage'), roem: pair('roem'), made: made === 'yes' ? true : made === 'no' ? false : null,
    scores: pair('scores'), totals: pair('totals'), carry: numbers(words, 'carry', 1)[0] ?? 0,
  };
}

/**
 * Deals that anyone can check, in the browser: the nonce of one's own seat, and the check of a whole match.
 * The byte-exact protocol is docs/fairness.md; this is written from that text and held to the same test vectors as
 * the server's implementation. For the table page (nonces) and the fair-deal page (verify).
 */
import { concat, hashesHere, type Hashes } from './sha256';

export const VERSION = 1;
export const CHAIN_LENGTH = 1024;
const SIZE = 32;
const SUITS = ['C', 'D', 'H', 'S'] as const;
const RANKS = ['6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A'] as const;

export type SuitCode = (typeof SUITS)[number];
export type Four<T> = [T, T, T, T];

export interface Player {
  name: string;
  kind: 'human' | 'bot';
}

export interface FairTable {
  variant: string;
  rules: Record<string, unknown>;
  deck: 32 | 36;
  second_suit: 'distinct' | 'any';
  players: Four<Player>;
}

export interface Draw {
  lot: number;
  deck: string[];
  trump: string;
  proposed: [string, string];
}

export interface ChainEvidence {
  head: string;
  commitments?: Four<string | null>;
  nonces?: Four<string | null>;
}

export interface DealEvidence {
  draw: Draw;
  seed?: string | null;
}

export interface Evidence {
  version: number;
  table: FairTable;
  table_hash: string;
  chains: ChainEvidence[];
  deals: DealEvidence[];
  finished: boolean;
}

/** What this browser wrote down before the first deal. */
export interface Witness {
  head: string;
  seat: number;
  nonce: string;
}

export type StepName = 'table' | 'witness' | 'nonces' | 'seed' | 'deal';

export type Problem =
  | 'version-unknown'
  | 'table-unreadable'
  | 'table-changed'
  | 'chain-missing'
  | 'chain-unreadable'
  | 'head-changed'
  | 'own-nonce-changed'
  | 'bot-nonce'
  | 'commitment-missing'
  | 'nonce-missing'
  | 'nonce-changed'
  | 'seed-unreadable'
  | 'seed-withheld'
  | 'seed-wrong'
  | 'lot-forged'
  | 'deck-forged'
  | 'trump-forged'
  | 'proposed-forged';

/** One step of the check; `number` is the chain or the deal, from 1; `pending`: the seed of a running deal. */
export interface Step {
  name: StepName;
  number: number | null;
  ok: boolean;
  problem: Problem | null;
  pending: boolean;
}

class Bad extends Error {
  constructor(readonly problem: Problem) {
    super(problem);
  }
}

// ------------------------------------------------------------------------------------------------- bytes

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** 64 lower-case hexadecimal digits, and nothing else. */
export function fromHex(text: string): Uint8Array {
  if (!/^[0-9a-f]{64}$/.test(text)) throw new RangeError('not 64 lower-case hexadecimal digits');
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function u32(number: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}

/** JSON with sorted keys and no blanks: the one way to write a table down. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`;
  }
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new Bad('table-unreadable');
  if (typeof value === 'string' && /\p{Surrogate}/u.test(value)) throw new Bad('table-unreadable');
  if (value === null || value === undefined) throw new Bad('table-unreadable');
  return JSON.stringify(value);
}

// ---------------------------------------------------------------------------------------------- protocol

/** The protocol over one implementation of the hashes. */
export class Fairness {
  constructor(private readonly hashes: Hashes = hashesHere()) {}

  private tagged(tag: string, ...parts: Uint8Array[]): Promise<Uint8Array> {
    return this.hashes.sha256(concat(utf8(`puur fair 1 ${tag}\0`), ...parts));
  }

  tableHash(table: FairTable): Promise<Uint8Array> {
    return this.tagged('table', utf8(canonical(table)));
  }

  renewal(tableHash: Uint8Array, epoch: number, previousHead: Uint8Array): Promise<Uint8Array> {
    return this.tagged('renewal', tableHash, u32(epoch), previousHead);
  }

  /** The seed before this one. */
  link(binding: Uint8Array, index: number, seed: Uint8Array): Promise<Uint8Array> {
    return this.tagged('chain', binding, u32(index), seed);
  }

  commitment(binding: Uint8Array, head: Uint8Array, seat: number, nonce: Uint8Array): Promise<Uint8Array> {
    return this.tagged('nonce', binding, head, Uint8Array.of(seat), nonce);
  }

  dealKey(
    seed: Uint8Array,
    binding: Uint8Array,
    head: Uint8Array,
    index: number,
    nonces: (Uint8Array | null)[],
  ): Promise<Uint8Array> {
    const given = nonces.flatMap((nonce, seat) => (nonce ? [concat(Uint8Array.of(seat), nonce)] : []));
    const parts = [utf8('puur fair 1 deal\0'), binding, head, u32(index), Uint8Array.of(given.length), ...given];
    return this.hashes.hmac(seed, concat(...parts));
  }

  seededKey(seed: number, number: number): Promise<Uint8Array> {
    return this.tagged('seeded', utf8(`${seed}\0${number}`));
  }

  stream(key: Uint8Array): Stream {
    return new Stream(this.hashes, key);
  }

  async draw(key: Uint8Array, deckSize: 32 | 36, secondSuit: 'distinct' | 'any'): Promise<Draw> {
    const chance = this.stream(key);
    const lot = await chance.below(4);
    const deck = SUITS.flatMap((suit) => RANKS.slice(deckSize === 36 ? 0 : 1).map((rank) => rank + suit));
    for (let i = deck.length - 1; i > 0; i--) {
      const j = await chance.below(i + 1);
      [deck[i], deck[j]] = [deck[j] as string, deck[i] as string];
    }
    const trump = SUITS[await chance.below(4)] as SuitCode;
    const first = SUITS[await chance.below(4)] as SuitCode;
    const others = secondSuit === 'distinct' ? SUITS.filter((suit) => suit !== first) : SUITS;
    const second = others[await chance.below(others.length)] as SuitCode;
    return { lot, deck, trump, proposed: [first, second] };
  }

  /** A nonce for one's own seat, with what to send first. Both are to be kept as a witness. */
  async newNonce(
    binding: Uint8Array,
    head: Uint8Array,
    seat: number,
  ): Promise<{ nonce: Uint8Array; commitment: Uint8Array }> {
    const nonce = crypto.getRandomValues(new Uint8Array(SIZE));
    return { nonce, commitment: await this.commitment(binding, head, seat, nonce) };
  }

  /** Go through the evidence; all is well if every step is ok. */
  async verify(evidence: Evidence, witness?: Witness): Promise<Step[]> {
    const steps: Step[] = [await step('table', null, () => this.checkTable(evidence))];
    if (!steps[0]?.ok) return steps;
    if (witness) steps.push(await step('witness', null, async () => checkWitness(evidence, witness)));
    const table = await this.tableHash(evidence.table);
    let binding = table;
    const chains = Math.max(1, Math.ceil(evidence.deals.length / CHAIN_LENGTH));
    for (let epoch = 0; epoch < chains; epoch++) {
      let chain: Chain;
      try {
        chain = readChain(evidence, epoch, binding);
      } catch (error) {
        steps.push(failed('nonces', epoch + 1, error));
        return steps;
      }
      steps.push(await step('nonces', epoch + 1, () => this.checkNonces(evidence, epoch, chain)));
      steps.push(...(await this.checkDeals(evidence, epoch * CHAIN_LENGTH, chain)));
      binding = await this.renewal(table, epoch + 1, chain.head);
    }
    return steps;
  }

  private async checkTable(evidence: Evidence): Promise<void> {
    if (evidence.version !== VERSION) throw new Bad('version-unknown');
    if (toHex(await this.tableHash(evidence.table)) !== evidence.table_hash) throw new Bad('table-changed');
  }

  private async checkNonces(evidence: Evidence, epoch: number, chain: Chain): Promise<void> {
    for (const [seat, player] of evidence.table.players.entries()) {
      const promised = evidence.chains[epoch]?.commitments?.[seat] ?? null;
      const nonce = chain.nonces[seat] ?? null;
      if (player.kind === 'bot') {
        if (promised !== null || nonce !== null) throw new Bad('bot-nonce');
        continue;
      }
      if (epoch > 0 && promised === null && nonce === null) continue; // away when the chain was renewed
      if (promised === null) throw new Bad('commitment-missing');
      if (nonce === null) throw new Bad('nonce-missing');
      if (toHex(await this.commitment(chain.binding, chain.head, seat, nonce)) !== promised) {
        throw new Bad('nonce-changed');
      }
    }
  }

  private async checkDeals(evidence: Evidence, first: number, chain: Chain): Promise<Step[]> {
    const steps: Step[] = [];
    let trusted = chain.head;
    let trustedIndex = 0;
    const last = Math.min(evidence.deals.length, first + CHAIN_LENGTH);
    for (const [offset, deal] of evidence.deals.slice(first, last).entries()) {
      const number = first + offset + 1;
      const index = offset + 1;
      const text = deal.seed ?? null;
      if (text === null) {
        const running = number === evidence.deals.length && !evidence.finished;
        const problem = running ? null : 'seed-withheld';
        steps.push({ name: 'seed', number, ok: running, problem, pending: running });
        continue;
      }
      const seedStep = await step('seed', number, () => this.checkSeed(text, chain, index, trusted, trustedIndex));
      steps.push(seedStep);
      if (!seedStep.ok) continue;
      const seed = (trusted = fromHex(text));
      trustedIndex = index;
      steps.push(await step('deal', number, () => this.checkDraw(evidence.table, deal.draw, chain, index, seed)));
    }
    return steps;
  }

  private async checkSeed(
    text: string,
    chain: Chain,
    index: number,
    trusted: Uint8Array,
    trustedIndex: number,
  ): Promise<void> {
    let value = read(text, 'seed-unreadable');
    for (let i = index; i > trustedIndex; i--) value = await this.link(chain.binding, i, value);
    if (toHex(value) !== toHex(trusted)) throw new Bad('seed-wrong');
  }

  private async checkDraw(
    table: FairTable,
    claimed: Draw,
    chain: Chain,
    index: number,
    seed: Uint8Array,
  ): Promise<void> {
    const key = await this.dealKey(seed, chain.binding, chain.head, index, chain.nonces);
    const drawn = await this.draw(key, table.deck, table.second_suit);
    if (claimed.lot !== drawn.lot) throw new Bad('lot-forged');
    if (claimed.deck.join(' ') !== drawn.deck.join(' ')) throw new Bad('deck-forged');
    if (claimed.trump !== drawn.trump) throw new Bad('trump-forged');
    if (claimed.proposed.join(' ') !== drawn.proposed.join(' ')) throw new Bad('proposed-forged');
  }
}

interface Chain {
  binding: Uint8Array;
  head: Uint8Array;
  nonces: (Uint8Array | null)[];
}

function readChain(evidence: Evidence, epoch: number, binding: Uint8Array): Chain {
  const chain = evidence.chains[epoch];
  if (!chain) throw new Bad('chain-missing');
  const head = read(chain.head, 'chain-unreadable');
  const nonces = (chain.nonces ?? []).map((nonce) => (nonce === null ? null : read(nonce, 'chain-unreadable')));
  return { binding, head, nonces };
}

function read(text: string, problem: Problem): Uint8Array {
  try {
    return fromHex(text);
  } catch {
    throw new Bad(problem);
  }
}

function checkWitness(evidence: Evidence, witness: Witness): void {
  const chain = evidence.chains[0];
  if (chain?.head !== witness.head) throw new Bad('head-changed');
  if (chain.nonces?.[witness.seat] !== witness.nonce) throw new Bad('own-nonce-changed');
}

function failed(name: StepName, number: number | null, error: unknown): Step {
  if (!(error instanceof Bad)) throw error;
  return { name, number, ok: false, problem: error.problem, pending: false };
}

async function step(name: StepName, number: number | null, check: () => Promise<void>): Promise<Step> {
  try {
    await check();
    return { name, number, ok: true, problem: null, pending: false };
  } catch (error) {
    return failed(name, number, error);
  }
}

/** Bytes without end: HMAC-SHA256 of a counter, and unbiased numbers from them. */
export class Stream {
  private block: Uint8Array = new Uint8Array(0);
  private used = 0;
  private count = 0;

  constructor(
    private readonly hashes: Hashes,
    private readonly key: Uint8Array,
  ) {}

  async byte(): Promise<number> {
    if (this.used === this.block.length) {
      const message = concat(utf8('puur fair 1 stream\0'), u32(this.count++));
      this.block = await this.hashes.hmac(this.key, message);
      this.used = 0;
    }
    return this.block[this.used++] as number;
  }

  /** A number from 0 to n - 1, each as likely. */
  async below(n: number): Promise<number> {
    const limit = 256 - (256 % n);
    let byte = await this.byte();
    while (byte >= limit) byte = await this.byte();
    return byte % n;
  }
}

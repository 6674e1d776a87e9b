/** The browser's check of the deals, held to the vectors that the server's implementation passes too. */
import { describe, expect, it } from 'vitest';
import file from '../../../docs/fairness-vectors.json';
import { canonical, Fairness, fromHex, toHex, type Evidence, type FairTable, type Step, type Witness } from './fairness';
import { hashesHere, plain, plainHmac, plainSha256, webCrypto, type Hashes } from './sha256';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const at = <T>(list: readonly T[], i: number): T => list[i] as T;
const brief = (steps: Step[]): unknown => steps.map(({ name, number, ok, problem }) => ({ name, number, ok, problem }));
const evidence = (value: unknown): Evidence => value as Evidence;

describe('SHA-256 and HMAC in plain TypeScript', () => {
  it('passes the published examples', () => {
    expect(toHex(plainSha256(bytes('')))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(toHex(plainSha256(bytes('abc')))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(toHex(plainHmac(bytes('Jefe'), bytes('what do ya want for nothing?')))).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });

  it('agrees with WebCrypto on every length around the block size', async () => {
    const web = webCrypto(globalThis.crypto.subtle);
    for (let length = 0; length < 200; length++) {
      const data = Uint8Array.from({ length }, (_, i) => (i * 7 + length) & 255);
      expect(toHex(plainSha256(data))).toBe(toHex(await web.sha256(data)));
      const key = data.length ? data : Uint8Array.of(1);
      expect(toHex(plainHmac(key, data))).toBe(toHex(await web.hmac(key, data)));
    }
  });

  it('takes WebCrypto where there is one', () => {
    expect(hashesHere()).not.toBe(plain);
  });
});

const implementations: [string, Hashes][] = [
  ['plain TypeScript', plain],
  ['WebCrypto', webCrypto(globalThis.crypto.subtle)],
];

describe.each(implementations)('the protocol over %s', (_name, hashes) => {
  const fair = new Fairness(hashes);

  it('writes and hashes tables', async () => {
    for (const { table, canonical: text, hash } of file.tables) {
      expect(canonical(table)).toBe(text);
      expect(toHex(await fair.tableHash(table as unknown as FairTable))).toBe(hash);
    }
  });

  it('walks the chain of seeds', async () => {
    const seeds: Record<string, string> = file.chain.seeds;
    let seed = fromHex(file.chain.last_seed);
    for (let i = file.chain.length; i >= 0; i--) {
      if (String(i) in seeds) expect(toHex(seed)).toBe(seeds[String(i)]);
      if (i) seed = await fair.link(fromHex(file.chain.binding), i, seed);
    }
  });

  it('commits to nonces', async () => {
    for (const { binding, head, seat, nonce, commitment } of file.commitments) {
      const found = await fair.commitment(fromHex(binding), fromHex(head), seat, fromHex(nonce));
      expect(toHex(found)).toBe(commitment);
    }
  });

  it('makes a fresh nonce that opens its own commitment', async () => {
    const [binding, head] = [fromHex(file.chain.binding), fromHex(file.chain.seeds['0'])];
    const one = await fair.newNonce(binding, head, 3);
    const two = await fair.newNonce(binding, head, 3);
    expect(toHex(one.nonce)).not.toBe(toHex(two.nonce));
    expect(toHex(await fair.commitment(binding, head, 3, one.nonce))).toBe(toHex(one.commitment));
  });

  it('streams bytes and unbiased numbers', async () => {
    const chance = fair.stream(fromHex(file.stream.key));
    const found: number[] = [];
    for (let i = 0; i < 80; i++) found.push(await chance.byte());
    expect(toHex(Uint8Array.from(found))).toBe(file.stream.bytes);
    const numbers = fair.stream(fromHex(file.below.key));
    for (const [i, bound] of file.below.bounds.entries()) {
      expect(await numbers.below(bound)).toBe(at(file.below.numbers, i));
    }
  });

  it('draws deals', async () => {
    const binding = fromHex(file.chain.binding);
    const head = fromHex(file.chain.seeds['0']);
    const nonces: (Uint8Array | null)[] = [null, null, null, null];
    for (const { seat, nonce } of file.commitments) nonces[seat] = fromHex(nonce);
    for (const { number, seed, draw } of file.deals) {
      const key = await fair.dealKey(fromHex(seed), binding, head, number, nonces);
      expect(await fair.draw(key, 36, 'distinct')).toEqual(draw);
    }
    for (const { seed, number, deck, second_suit, draw } of file.seeded) {
      const key = await fair.seededKey(seed, number);
      expect(await fair.draw(key, deck as 32 | 36, second_suit as 'distinct' | 'any')).toEqual(draw);
    }
  });

  it('renews a chain that is used up', async () => {
    const { table_hash, epoch, previous_head, binding, last_seed, head, nonces, deal } = file.renewal;
    const bound = await fair.renewal(fromHex(table_hash), epoch, fromHex(previous_head));
    expect(toHex(bound)).toBe(binding);
    let seed = fromHex(last_seed);
    let first = seed;
    for (let i = file.chain.length; i > 0; i--) {
      first = seed;
      seed = await fair.link(bound, i, seed);
    }
    expect(toHex(seed)).toBe(head);
    const given = nonces.map((nonce) => (nonce === null ? null : fromHex(nonce)));
    const key = await fair.dealKey(first, bound, seed, 1, given);
    expect(await fair.draw(key, 36, 'distinct')).toEqual(deal.draw);
  });

  it('accepts a match that was dealt fairly, finished or running', async () => {
    for (const { evidence: sample, steps } of Object.values(file.evidence)) {
      const found = await fair.verify(evidence(sample));
      expect(brief(found)).toEqual(steps);
      expect(found.every((one) => one.ok)).toBe(true);
    }
    const running = await fair.verify(evidence(file.evidence.running.evidence));
    expect(running.at(-1)?.pending).toBe(true);
  });

  it.each(file.forgeries)('finds $name', async ({ evidence: forged, steps }) => {
    const found = await fair.verify(evidence(forged));
    expect(found.some((one) => !one.ok)).toBe(true);
    expect(brief(found)).toEqual(steps);
  });

  it('holds the record against what this browser noted itself', async () => {
    const sample = evidence(file.evidence.finished.evidence);
    const problem = async (witness: Witness): Promise<unknown> =>
      (await fair.verify(sample, witness)).find((one) => one.name === 'witness')?.problem;
    expect(await problem(file.witness.right)).toBe(null);
    expect(await problem(file.witness['other head'])).toBe('head-changed');
    expect(await problem(file.witness['other nonce'])).toBe('own-nonce-changed');
  });
});

describe('tables that cannot be written down', () => {
  it.each([1.5, 2 ** 53, null, undefined, '\ud800'])('refuses %s', (value) => {
    expect(() => canonical({ value })).toThrow('table-unreadable');
  });
});

describe('hexadecimal text', () => {
  it.each(['', 'ab', 'AB'.repeat(32), '0'.repeat(63) + 'g', '0'.repeat(65)])('refuses %s', (text) => {
    expect(() => fromHex(text)).toThrow(RangeError);
  });
});

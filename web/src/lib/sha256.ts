/**
 * SHA-256 and HMAC, with WebCrypto where the browser offers it and in plain TypeScript where it does not: a page
 * served over plain HTTP has no crypto.subtle. For fairness.ts.
 */

export interface Hashes {
  sha256(data: Uint8Array): Promise<Uint8Array>;
  hmac(key: Uint8Array, data: Uint8Array): Promise<Uint8Array>;
}

const BLOCK = 64;

/** The first 32 bits of the fractional parts of the n-th roots of the first primes: FIPS 180-4. */
function constants(count: number, root: number): Uint32Array {
  const found = new Uint32Array(count);
  for (let candidate = 2, i = 0; i < count; candidate++) {
    let prime = true;
    for (let d = 2; d * d <= candidate; d++) if (candidate % d === 0) prime = false;
    if (!prime) continue;
    const whole = Math.floor(candidate ** (1 / root));
    // By halving, in whole numbers: floating point alone could be one off in the last bit.
    let low = BigInt(whole) << 32n;
    let high = BigInt(whole + 1) << 32n;
    const goal = BigInt(candidate) << BigInt(32 * root);
    while (high - low > 1n) {
      const middle = (low + high) >> 1n;
      if (middle ** BigInt(root) <= goal) low = middle;
      else high = middle;
    }
    found[i++] = Number(low & 0xffffffffn);
  }
  return found;
}

let tables: { start: Uint32Array; rounds: Uint32Array } | undefined;

const turn = (x: number, n: number): number => (x >>> n) | (x << (32 - n));

export function plainSha256(data: Uint8Array): Uint8Array {
  tables ??= { start: constants(8, 2), rounds: constants(64, 3) };
  const { start, rounds } = tables;
  const padded = new Uint8Array(Math.ceil((data.length + 9) / BLOCK) * BLOCK);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(data.length / 0x20000000));
  view.setUint32(padded.length - 4, (data.length << 3) >>> 0);
  const hash = start.slice();
  const w = new Uint32Array(64);
  const at = (array: Uint32Array, i: number): number => array[i] as number;
  for (let offset = 0; offset < padded.length; offset += BLOCK) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(offset + 4 * i);
    for (let i = 16; i < 64; i++) {
      const x = at(w, i - 15);
      const y = at(w, i - 2);
      const s0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
      const s1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
      w[i] = at(w, i - 16) + s0 + at(w, i - 7) + s1;
    }
    let [a, b, c, d, e, f, g, h] = hash as unknown as [
      number, number, number, number, number, number, number, number,
    ];
    for (let i = 0; i < 64; i++) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + at(rounds, i) + at(w, i)) | 0;
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => (hash[i] = at(hash, i) + value));
  }
  const result = new Uint8Array(32);
  const out = new DataView(result.buffer);
  hash.forEach((word, i) => out.setUint32(4 * i, word));
  return result;
}

export function plainHmac(key: Uint8Array, data: Uint8Array): Uint8Array {
  const short = key.length > BLOCK ? plainSha256(key) : key;
  const pad = (byte: number): Uint8Array => {
    const padded = new Uint8Array(BLOCK).fill(byte);
    short.forEach((value, i) => (padded[i] = value ^ byte));
    return padded;
  };
  return plainSha256(concat(pad(0x5c), plainSha256(concat(pad(0x36), data))));
}

export function concat(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** Our own code: works everywhere. */
export const plain: Hashes = {
  sha256: (data) => Promise.resolve(plainSha256(data)),
  hmac: (key, data) => Promise.resolve(plainHmac(key, data)),
};

/** The browser's code. */
export function webCrypto(subtle: SubtleCrypto): Hashes {
  return {
    sha256: async (data) => new Uint8Array(await subtle.digest('SHA-256', concat(data))),
    hmac: async (key, data) => {
      const usage = await subtle.importKey('raw', concat(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
      return new Uint8Array(await subtle.sign('HMAC', usage, concat(data)));
    },
  };
}

/** WebCrypto if this page may use it, else our own. */
export function hashesHere(): Hashes {
  const subtle = (globalThis.crypto as Crypto | undefined)?.subtle as SubtleCrypto | undefined;
  return subtle ? webCrypto(subtle) : plain;
}

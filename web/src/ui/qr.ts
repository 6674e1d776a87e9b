/**
 * QR codes for links: byte mode, error correction M (L for the longest), versions 1 to 6 of ISO/IEC 18004.
 * `qr(text)` gives the square of dark modules, or null for a text of more than 134 bytes. For invitations.
 */
interface Shape {
  version: number;
  level: 'M' | 'L';
  blocks: number; // of equal size
  data: number; // bytes of data in each block
  check: number; // bytes of error correction in each block
}
const SHAPES: readonly Shape[] = [
  { version: 1, level: 'M', blocks: 1, data: 16, check: 10 },
  { version: 2, level: 'M', blocks: 1, data: 28, check: 16 },
  { version: 3, level: 'M', blocks: 1, data: 44, check: 26 },
  { version: 4, level: 'M', blocks: 2, data: 32, check: 18 },
  { version: 5, level: 'M', blocks: 2, data: 43, check: 24 },
  { version: 6, level: 'M', blocks: 4, data: 27, check: 16 },
  { version: 6, level: 'L', blocks: 2, data: 68, check: 18 },
];
type Square = boolean[][];

// ------------------------------------------------------------------------ Reed-Solomon over GF(256), x^8+x^4+x^3+x^2+1

function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    if ((b >> bit) & 1) product ^= a;
  }
  return product & 0xff;
}

function generator(degree: number): number[] {
  let poly = [1];
  let root = 1;
  for (let i = 0; i < degree; i++) {
    const next = [...poly, 0];
    poly.forEach((factor, at) => (next[at + 1]! ^= times(factor, root)));
    poly = next;
    root = times(root, 2);
  }
  return poly.slice(1);
}

function remainder(data: readonly number[], poly: readonly number[]): number[] {
  const rest = poly.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ rest.shift()!;
    rest.push(0);
    poly.forEach((coefficient, i) => (rest[i]! ^= times(coefficient, factor)));
  }
  return rest;
}

// --------------------------------------------------------------------------------------------------- the bits

function codewords(bytes: Uint8Array, shape: Shape): number[] {
  const room = shape.blocks * shape.data;
  const bits: number[] = [];
  const put = (value: number, length: number): void => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  put(0b0100, 4);
  put(bytes.length, 8);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const data: number[] = [];
  for (let i = 0; i < bits.length; i += 8) data.push(bits.slice(i, i + 8).reduce((sum, bit) => sum * 2 + bit, 0));
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);
  const blocks = Array.from({ length: shape.blocks }, (_, i) => data.slice(i * shape.data, (i + 1) * shape.data));
  const poly = generator(shape.check);
  const checks = blocks.map((block) => remainder(block, poly));
  const across = (rows: number[][]): number[] => rows[0]!.flatMap((_, i) => rows.map((row) => row[i]!));
  return [...across(blocks), ...across(checks)];
}

// ------------------------------------------------------------------------------------------------- the square

function frame(shape: Shape): { dark: Square; fixed: Square } {
  const size = 17 + 4 * shape.version;
  const dark = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const fixed = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const set = (x: number, y: number, on: boolean): void => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    dark[y]![x] = on;
    fixed[y]![x] = true;
  };
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  for (const [cx, cy] of [[3, 3], [size - 4, 3], [3, size - 4]] as const)
    for (let dy = -4; dy <= 4; dy++)
      for (let dx = -4; dx <= 4; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        set(cx + dx, cy + dy, ring !== 2 && ring !== 4);
      }
  if (shape.version > 1) {
    const at = size - 7;
    for (let dy = -2; dy <= 2; dy++)
      for (let dx = -2; dx <= 2; dx++) set(at + dx, at + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
  }
  for (let i = 0; i < 9; i++) for (const [x, y] of [[i, 8], [8, i]] as const) if (!fixed[y]![x]) set(x, y, false);
  for (let i = 0; i < 8; i++) {
    set(size - 1 - i, 8, false);
    set(8, size - 1 - i, false);
  }
  return { dark, fixed };
}

/** Calls back for every module that holds data, in the order of the bits. */
function walk(fixed: Square, visit: (x: number, y: number) => void): void {
  const size = fixed.length;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const up = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const y = up ? size - 1 - step : step;
        if (!fixed[y]![x]) visit(x, y);
      }
  }
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

function writeFormat(dark: Square, level: 'M' | 'L', mask: number): void {
  const size = dark.length;
  const data = ((level === 'L' ? 1 : 0) << 3) | mask;
  let rest = data;
  for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const bits = ((data << 10) | rest) ^ 0x5412;
  const bit = (i: number): boolean => ((bits >> i) & 1) === 1;
  for (let i = 0; i < 15; i++) {
    const near = i < 6 ? i : i < 8 ? i + 1 : 0;
    if (i < 8) dark[near]![8] = bit(i);
    else dark[8]![i === 8 ? 7 : 14 - i] = bit(i);
    if (i < 8) dark[8]![size - 1 - i] = bit(i);
    else dark[size - 15 + i]![8] = bit(i);
  }
  dark[size - 8]![8] = true;
}

/** How hard a square is to read, as the standard counts it (runs, boxes, balance). */
function penalty(dark: Square): number {
  const size = dark.length;
  let sum = 0;
  for (const get of [(a: number, b: number) => dark[a]![b]!, (a: number, b: number) => dark[b]![a]!])
    for (let a = 0; a < size; a++)
      for (let b = 0, run = 0; b < size; b++) {
        run = b > 0 && get(a, b) === get(a, b - 1) ? run + 1 : 1;
        if (run === 5) sum += 3;
        else if (run > 5) sum += 1;
      }
  for (let y = 1; y < size; y++)
    for (let x = 1; x < size; x++) {
      const on = dark[y]![x];
      if (dark[y]![x - 1] === on && dark[y - 1]![x] === on && dark[y - 1]![x - 1] === on) sum += 3;
    }
  const share = dark.flat().filter(Boolean).length / (size * size);
  return sum + Math.floor(Math.abs(share * 100 - 50) / 5) * 10;
}

export function qr(text: string): Square | null {
  const bytes = new TextEncoder().encode(text);
  const shape = SHAPES.find((one) => bytes.length + 2 <= one.blocks * one.data);
  if (!shape) return null;
  const words = codewords(bytes, shape);
  const { dark: bare, fixed } = frame(shape);
  let best: Square | null = null;
  let least = Infinity;
  MASKS.forEach((mask, number) => {
    const dark = bare.map((row) => [...row]);
    let i = 0;
    walk(fixed, (x, y) => {
      const on = i < words.length * 8 && ((words[i >> 3]! >> (7 - (i & 7))) & 1) === 1;
      dark[y]![x] = on !== mask(x, y);
      i++;
    });
    writeFormat(dark, shape.level, number);
    const hard = penalty(dark);
    if (hard < least) [best, least] = [dark, hard];
  });
  return best;
}

/** The dark modules as an SVG path, one unit each. */
export function qrPath(square: Square): string {
  return square.map((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');
}

import { expect, test } from 'vitest';
import { qr } from './qr';

/** Reads a square again: format bits, mask, the zigzag; gives mask-free bytes as they stand in the square. */
function readBack(square: boolean[][]): number[] {
  const size = square.length;
  let format = 0;
  for (let i = 14; i >= 0; i--) {
    const near = i < 6 ? i : i + 1;
    format = format * 2 + Number(i < 8 ? square[near]![8] : square[8]![i === 8 ? 7 : 14 - i]);
  }
  const mask = ((format ^ 0x5412) >> 10) & 7;
  const flip = [
    (x: number, y: number) => (x + y) % 2, (_: number, y: number) => y % 2, (x: number) => x % 3, (x: number, y: number) => (x + y) % 3,
    (x: number, y: number) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2, (x: number, y: number) => ((x * y) % 2) + ((x * y) % 3),
    (x: number, y: number) => (((x * y) % 2) + ((x * y) % 3)) % 2, (x: number, y: number) => (((x + y) % 2) + ((x * y) % 3)) % 2,
  ][mask]!;
  const align = size > 21 ? size - 7 : -9;
  const pattern = (x: number, y: number): boolean =>
    (x < 9 && y < 9) || (x >= size - 8 && y < 9) || (x < 9 && y >= size - 8) || x === 6 || y === 6 || (Math.abs(x - align) < 3 && Math.abs(y - align) < 3);
  const bits: number[] = [];
  let up = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const y = up ? size - 1 - step : step;
        if (!pattern(x, y)) bits.push(Number(square[y]![x]) ^ Number(flip(x, y) === 0));
      }
    up = !up;
  }
  return Array.from({ length: bits.length >> 3 }, (_, i) => bits.slice(i * 8, i * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0));
}

test('a short text can be read again from its square', () => {
  const text = 'http://localhost/i/abc';
  const square = qr(text)!;
  expect(square.length).toBe(25); // version 2, one block: the data stand in order
  const bytes = readBack(square);
  const bits = bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('');
  expect(bits.slice(0, 4)).toBe('0100');
  expect(parseInt(bits.slice(4, 12), 2)).toBe(text.length);
  const read = Array.from(text, (_, i) => String.fromCharCode(parseInt(bits.slice(12 + i * 8, 20 + i * 8), 2))).join('');
  expect(read).toBe(text);
});

test('the error correction bytes fit the data', () => {
  // version 1-M: all ten syndromes must vanish
  const bytes = readBack(qr('HELLO WORLD')!).slice(0, 26);
  const times = (a: number, b: number): number => {
    let product = 0;
    for (; b; b >>= 1, a = (a << 1) ^ (a & 0x80 ? 0x11d : 0)) if (b & 1) product ^= a;
    return product & 255;
  };
  let root = 1;
  for (let i = 0; i < 10; i++) {
    expect(bytes.reduce((sum, byte) => times(sum, root) ^ byte, 0)).toBe(0);
    root = times(root, 2);
  }
});

test('texts that are too long have none', () => {
  expect(qr('x'.repeat(134))).not.toBeNull();
  expect(qr('x'.repeat(135))).toBeNull();
});

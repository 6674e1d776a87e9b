/** Draws the PNG icons at build time: felt, a card, a spade. Own code only: shapes as functions, a small PNG writer. */
import type { Plugin } from 'vite';

type Colour = readonly [number, number, number];
const FELT: Colour = [31, 107, 70];
const PAPER: Colour = [255, 253, 247];
const EDGE: Colour = [15, 61, 40];
const INK: Colour = [27, 27, 32];

/** The colour at a place in the unit square, centre (0, 0), edges at ±1. */
function colourAt(px: number, py: number): Colour {
  const turn = (-9 * Math.PI) / 180;
  const x = px * Math.cos(turn) + py * Math.sin(turn);
  const y = -px * Math.sin(turn) + py * Math.cos(turn);
  const border = Math.hypot(Math.max(Math.abs(x) - 0.33, 0), Math.max(Math.abs(y) - 0.5, 0));
  if (border > 0.13) return FELT;
  if (border > 0.1) return EDGE;
  return spade(x, y + 0.02) ? INK : PAPER;
}

function spade(x: number, y: number): boolean {
  const u = Math.abs(x);
  if (y > 0.1 && y < 0.42) return u < 0.035 + Math.max(0, y - 0.22) ** 2 * 3; // the stalk
  return Math.hypot(u - 0.15, y - 0.08) < 0.165 || (y < 0.12 && y > -0.38 && u < 0.31 * ((y + 0.38) / 0.5) ** 1.1);
}

async function packed(pixels: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([pixels]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export async function drawIcon(size: number): Promise<Uint8Array> {
  const row = 1 + size * 3;
  const pixels = new Uint8Array(size * row);
  const fine = 3; // samples a side
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const sum = [0, 0, 0];
      for (let i = 0; i < fine * fine; i++) {
        const at = (n: number, part: number): number => ((n + (part + 0.5) / fine) / size) * 2 - 1;
        colourAt(at(x, i % fine), at(y, Math.floor(i / fine))).forEach((value, channel) => (sum[channel]! += value));
      }
      sum.forEach((value, channel) => (pixels[y * row + 1 + x * 3 + channel] = Math.round(value / (fine * fine))));
    }
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  const header = [...u32(size), ...u32(size), 8, 2, 0, 0, 0];
  return Uint8Array.from([...signature, ...chunk('IHDR', header), ...chunk('IDAT', await packed(pixels)), ...chunk('IEND', [])]);
}

const u32 = (n: number): number[] => [24, 16, 8, 0].map((shift) => (n >>> shift) & 255);

function crc32(bytes: readonly number[]): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

function chunk(name: string, data: Iterable<number>): number[] {
  const body = [...Array.from(name, (letter) => letter.charCodeAt(0)), ...data];
  return [...u32(body.length - 4), ...body, ...u32(crc32(body))];
}

export function icons(): Plugin {
  return {
    name: 'icons',
    apply: 'build',
    async generateBundle() {
      for (const size of [192, 512]) this.emitFile({ type: 'asset', fileName: `icon-${size}.png`, source: await drawIcon(size) });
    },
  };
}

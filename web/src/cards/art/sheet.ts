/**
 * The symbol sheet of each deck: one <symbol> a sign and a card, built on first use and put into the page once.
 * cards/Card.svelte shows the symbols; loaded as a chunk of its own, so that it never delays the table.
 */
import { RANKS, SUITS, type Deck, type Rank, type Suit } from '../card';
import { court, type Look } from './court';
import * as signs from './signs';

const SIGNS: Record<Deck, Record<Suit, string>> = {
  french: { H: signs.heart, D: signs.diamond, S: signs.spade, C: signs.club },
  swiss: { H: signs.rose, D: signs.acorn, S: signs.shield, C: signs.bell },
  salzburg: { H: signs.redHeart, D: signs.bell, S: signs.leaf, C: signs.acorn },
};

const RED = '#c8102e', WINE = '#8d1c3d', BLUE = '#1f4e9c', NIGHT = '#27365e', GREEN = '#1f7a4d', MOSS = '#5f7d2e';
const GOLD = '#f2b632', CREAM = '#fbf1d7', TEAL = '#1b7f86', BROWN = '#7a4a24', PLUM = '#6a2c70';
type Dress = Pick<Look, 'robe' | 'trim' | 'lining' | 'hair' | 'style'>;
const dress = (robe: string, trim: string, lining: string, hair: string, style: 0 | 1 | 2 | 3): Dress => ({ robe, trim, lining, hair, style });

const DRESS: Record<Deck, Record<Suit, Record<'J' | 'Q' | 'K', Dress>>> = {
  french: {
    H: { J: dress(RED, GOLD, NIGHT, '#e0a63a', 1), Q: dress(RED, GOLD, CREAM, '#e3ad45', 0), K: dress(RED, GOLD, NIGHT, '#b5702c', 0) },
    S: { J: dress(NIGHT, RED, GOLD, '#4a3220', 0), Q: dress(NIGHT, RED, GOLD, '#3a2718', 1), K: dress(NIGHT, GOLD, RED, '#d9d4cc', 1) },
    D: { J: dress(BLUE, GOLD, RED, '#c98a3a', 3), Q: dress(TEAL, GOLD, CREAM, '#a8551f', 3), K: dress(BLUE, RED, GOLD, '#8a5a2b', 2) },
    C: { J: dress(GREEN, GOLD, RED, '#6b4423', 2), Q: dress(GREEN, RED, GOLD, '#7a3f1d', 2), K: dress(GREEN, GOLD, NIGHT, '#5a3a22', 3) },
  },
  swiss: {
    H: { J: dress(RED, GOLD, GREEN, '#d99a36', 1), Q: dress(WINE, GOLD, GREEN, '#7a4a24', 0), K: dress(RED, GREEN, GOLD, '#cfc8bc', 2) },
    S: { J: dress(BLUE, GOLD, RED, '#5a3a22', 0), Q: dress(BLUE, RED, GOLD, '#3a2718', 3), K: dress(NIGHT, GOLD, RED, '#8a5a2b', 0) },
    D: { J: dress(MOSS, GOLD, BROWN, '#b06a2c', 2), Q: dress(GREEN, GOLD, BROWN, '#c98a3a', 2), K: dress(GREEN, BROWN, GOLD, '#5a3a22', 3) },
    C: { J: dress(GOLD, RED, NIGHT, '#4a3220', 3), Q: dress('#d9861e', NIGHT, RED, '#2e2018', 1), K: dress('#d9861e', RED, NIGHT, '#a8662c', 1) },
  },
  salzburg: {
    H: { J: dress(RED, CREAM, GREEN, '#6b4423', 3), Q: dress(RED, NIGHT, CREAM, '#b06a2c', 1), K: dress(WINE, GOLD, NIGHT, '#e6e1d8', 3) },
    D: { J: dress(BROWN, GOLD, RED, '#d99a36', 0), Q: dress(PLUM, GOLD, CREAM, '#5a3a22', 2), K: dress(PLUM, GOLD, RED, '#4a3220', 2) },
    S: { J: dress(GREEN, RED, CREAM, '#3a2718', 1), Q: dress(MOSS, RED, CREAM, '#7a4a24', 3), K: dress(GREEN, GOLD, RED, '#a8662c', 1) },
    C: { J: dress(TEAL, BROWN, GOLD, '#b5702c', 2), Q: dress(BLUE, BROWN, GOLD, '#c9b38a', 0), K: dress(TEAL, GOLD, BROWN, '#6b4423', 0) },
  },
};

type Place = readonly [x: number, y: number];
const L = 37, M = 50, R = 63;
const PIPS: Partial<Record<Rank, readonly Place[]>> = {
  '6': [[L, 36], [R, 36], [L, 77], [R, 77], [L, 118], [R, 118]],
  '7': [[L, 30], [R, 30], [M, 53.5], [L, 77], [R, 77], [L, 124], [R, 124]],
  '8': [[L, 28], [R, 28], [M, 52.5], [L, 77], [R, 77], [M, 101.5], [L, 126], [R, 126]],
  '9': [[L, 25], [R, 25], [L, 59.5], [R, 59.5], [M, 77], [L, 94.5], [R, 94.5], [L, 129], [R, 129]],
  T: [[L, 24], [R, 24], [M, 42], [L, 59.500], [R, 59.500], [L, 94.500], [R, 94.500], [M, 112], [L, 130], [R, 130]],
};

const at = (id: string, x: number, y: number, size: number, turn = 0): string =>
  `<use href="#${id}" x="${x - size / 2}" y="${y - size / 2}" width="${size}" height="${size}"${turn ? ` transform="rotate(${turn} ${x} ${y})"` : ''}/>`;

function pips(sign: string, rank: Rank): string {
  const size = rank === '6' || rank === '7' ? 24 : rank === '8' ? 22.5 : 21;
  return PIPS[rank]!.map(([x, y]) => at(sign, x, y, size, y > 78 ? 180 : 0)).join('');
}

/** A wreath of leaves around the ace. */
function ace(sign: string): string {
  let wreath = '';
  for (let i = 0; i < 20; i++) {
    const angle = i * 18;
    wreath += `<path transform="rotate(${angle} 50 77) translate(50 43)" fill="var(--pc-orn)" d="M-4 0C-2-5 4-5 7 0 3 3-2 3-4 0z"/>`;
  }
  return (
    `<circle cx="50" cy="77" r="34" fill="none" stroke="var(--pc-orn)" stroke-width="1.300"/>${wreath}` +
    `<circle cx="50" cy="77" r="28" fill="none" stroke="var(--pc-orn)" stroke-width=".800"/>${at(sign, 50, 77, 43)}`
  );
}

/** The banner: the ten of the Swiss deck, a flag on its staff. */
function banner(sign: string, cloth: string, trim: string): string {
  const ink = 'stroke="var(--pc-ink)" stroke-width="1.500" stroke-linejoin="round"';
  return (
    '<path stroke="var(--pc-ink)" stroke-width="4.800" stroke-linecap="round" d="M33 137V23"/><path stroke="var(--pc-stem)" stroke-width="2.400" stroke-linecap="round" d="M33 137V23"/>' +
    `<path fill="var(--pc-gold)" ${ink} d="M33 8l4.500 9-4.500 7-4.500-7z"/>` +
    `<path fill="${cloth}" ${ink} d="M34.500 28C46 22 56 36 68 31c7-3 13-4 20-1-3 8-3 14 0 22-1 12-3 20 0 30-7-4-13-2-20 1-12 5-22-8-33.500-2z"/>` +
    `<path fill="none" stroke="${trim}" stroke-width="2.400" d="M37 33.500c10-4 19 7 31 3 5-1.700 9-3 14.500-2.500-2 6-1.500 12 .5 18-.8 9-2 16-.8 23.500-5-1-9.700.5-14.700 2.500-11.500 4.500-20.500-6.500-30.500-3.300z"/>` +
    `<path fill="${trim}" ${ink} d="M34.500 81.500c5 9 3 17-3 25 9-1 15-9 15-25.200-4-1-8-1.300-12 .2z"/>` +
    `<ellipse cx="61" cy="56" rx="18.500" ry="19" fill="var(--pc-paper)" ${ink}/>${at(sign, 61, 56, 29)}`
  );
}

const CLOTH: Record<Suit, readonly [string, string]> = { H: [RED, GOLD], D: [GREEN, GOLD], S: [BLUE, GOLD], C: ['#d9861e', RED] };

/** All symbols of a deck, as markup. */
export function sheet(deck: Deck): string {
  let out = '';
  for (const suit of SUITS) {
    const sign = `${deck}-${suit}`;
    out += `<symbol id="${sign}" viewBox="0 0 32 32">${SIGNS[deck][suit]}</symbol>`;
    for (const rank of RANKS) {
      const id = `${deck}-${rank}${suit}`;
      if (rank === 'J' || rank === 'Q' || rank === 'K') {
        const kind = rank === 'J' ? 'jack' : rank === 'K' ? 'king' : deck === 'french' ? 'queen' : 'ober';
        out += court(id, { kind, sign, ...DRESS[deck][suit][rank] });
      } else {
        const face = rank === 'A' ? ace(sign) : rank === 'T' && deck === 'swiss' ? banner(sign, ...CLOTH[suit]) : pips(sign, rank);
        out += `<symbol id="${id}" viewBox="0 0 100 154">${face}</symbol>`;
      }
    }
  }
  return out;
}

/** The back, the same for every deck: a diapered field and a star flower. */
export function back(): string {
  let petals = '';
  for (let i = 0; i < 8; i++)
    petals += `<path transform="rotate(${i * 45} 50 77)" fill="var(--pc-back3)" d="M50 77C44 68 44 58 50 51c6 7 6 17 0 26z"/>`;
  return (
    '<pattern id="pc-lozenge" width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="translate(0 2)"><path d="M5 0l5 5-5 5-5-5z" fill="var(--pc-back2)"/><circle cx="5" cy="5" r="1.200" fill="var(--pc-back3)"/></pattern>' +
    '<symbol id="pc-back" viewBox="0 0 100 154"><rect width="100" height="154" rx="8" fill="var(--pc-paper)"/>' +
    '<rect x="5" y="5" width="90" height="144" rx="5" fill="var(--pc-back1)"/><rect x="5" y="5" width="90" height="144" rx="5" fill="url(#pc-lozenge)"/>' +
    '<rect x="9" y="9" width="82" height="136" rx="3" fill="none" stroke="var(--pc-back3)" stroke-width="1.300"/>' +
    `<circle cx="50" cy="77" r="31" fill="var(--pc-back1)" stroke="var(--pc-back3)" stroke-width="1.600"/>${petals}` +
    '<circle cx="50" cy="77" r="6.500" fill="var(--pc-gold)" stroke="var(--pc-back1)" stroke-width="1.500"/></symbol>'
  );
}

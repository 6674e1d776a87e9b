/**
 * The suit signs of the three decks, each on a 32 by 32 field. Own drawings; colours are CSS variables,
 * so that themes and the four-colour option recolour them. For cards/art only.
 */
const INK = 'stroke="var(--pc-ink)" stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round"';

export const heart =
  '<path fill="var(--pc-h)" d="M16 29.5C7.5 22 2 16.8 2 10.7 2 6.2 5.2 3 9.3 3c2.8 0 5.2 1.5 6.7 4.1C17.500 4.500 19.900 3 22.700 3 26.800 3 30 6.200 30 10.700c0 6.100-5.500 11.300-14 18.800z"/>';
export const diamond =
  '<path fill="var(--pc-d)" d="M16 1.500C19 7 22.800 11.700 27.500 16 22.800 20.300 19 25 16 30.500 13 25 9.200 20.300 4.500 16 9.200 11.700 13 7 16 1.500z"/>';
export const spade =
  '<path fill="var(--pc-s)" d="M16 1.500c4 6.500 13.500 10.900 13.500 17.700 0 4-2.900 6.500-6.200 6.500-2.200 0-4.200-1-5.500-3 .2 3.300 1.400 5.900 4.200 7.800H10c2.800-1.900 4-4.500 4.200-7.800-1.300 2-3.300 3-5.500 3-3.300 0-6.200-2.500-6.200-6.500C2.500 12.400 12 8 16 1.500z"/>';
export const club =
  '<path fill="var(--pc-c)" d="M16 1.700a6.800 6.800 0 0 1 5.200 11.200 6.900 6.900 0 1 1-3.500 10.400c.2 3 1.400 5.300 4.100 7.200H10.200c2.700-1.900 3.900-4.200 4.100-7.200a6.900 6.900 0 1 1-3.500-10.400A6.800 6.800 0 0 1 16 1.700z"/>';

function around(count: number, part: string, start = 0): string {
  let out = '';
  for (let i = 0; i < count; i++) out += `<g transform="rotate(${start + (360 / count) * i} 16 16)">${part}</g>`;
  return out;
}

/** Rosen: five petals seen from above, sepals between them, a golden heart. */
export const rose =
  around(5, `<path fill="var(--pc-leaf)" ${INK} d="M14.200 6.500L16 .900l1.800 5.600z"/>`, 36) +
  around(5, `<path fill="var(--pc-rose)" ${INK} d="M16 16C9.500 12 9.600 2.400 16 2.200c6.400.2 6.500 9.800 0 13.800z"/>`) +
  around(5, '<path fill="var(--pc-rose2)" d="M16 15c-2.900-2.300-2.900-6.600 0-7.600 2.900 1 2.900 5.300 0 7.600z"/>') +
  `<circle cx="16" cy="16" r="4.100" fill="var(--pc-gold)" ${INK}/><path fill="none" stroke="var(--pc-ink)" stroke-width="1" stroke-linecap="round" d="M14.700 15h.01M17.300 15h.01M16 17.500h.01"/>`;

/** Eicheln: a nut in its cup, with stem and leaf. */
export const acorn =
  `<path fill="none" stroke="var(--pc-ink)" stroke-width="4" stroke-linecap="round" d="M16 8V3.200"/><path fill="none" stroke="var(--pc-stem)" stroke-width="1.800" stroke-linecap="round" d="M16 9V3.200"/>` +
  `<path fill="var(--pc-leaf)" ${INK} d="M17 6c1.500-4.200 7-5.300 11.300-3.600C26.500 6.600 21.500 8.700 17 6z"/>` +
  `<path fill="var(--pc-nut)" ${INK} d="M7.500 15.500c-.5 7.500 3.300 12 8.500 15.300 5.200-3.300 9-7.800 8.500-15.300z"/>` +
  '<path fill="none" stroke="#fff" stroke-opacity=".75" stroke-width="1.800" stroke-linecap="round" d="M11 19c.2 2.500 1.100 4.400 2.400 6"/>' +
  `<path fill="var(--pc-cup)" ${INK} d="M4.800 15.800C4.800 10 9.500 7 16 7s11.200 3 11.200 8.800c0 1.300-22.400 1.300-22.400 0z"/>` +
  '<path fill="none" stroke="var(--pc-ink)" stroke-width=".9" d="M9.500 9.300l4.300 7M14.500 7.200l5.400 9.300M19.800 7.400l4.400 8.600M22.500 9.300l-4.300 7M17.500 7.200l-5.400 9.300M12.200 7.400l-4.400 8.600" opacity=".7"/>';

/** Schilten: a heraldic shield, halved, with a band. */
export const shield =
  '<path fill="var(--pc-sh1)" d="M4 3.500h24v10C28 22 22.500 27.500 16 30.500 9.500 27.500 4 22 4 13.500z"/>' +
  '<path fill="var(--pc-sh2)" d="M16 3.500h12v10C28 22 22.500 27.500 16 30.500z"/>' +
  '<path fill="var(--pc-gold)" d="M4 12.200L28 7v6.200L4.300 18z" stroke="var(--pc-ink)" stroke-width="1"/>' +
  `<path fill="none" ${INK} stroke-width="1.900" d="M4 3.500h24v10C28 22 22.500 27.500 16 30.500 9.500 27.500 4 22 4 13.500z"/>` +
  '<path fill="none" stroke="#fff" stroke-opacity=".7" stroke-width="1.600" stroke-linecap="round" d="M7 6.300h5.500"/>';

/** Schellen: a round sleigh bell with its band and slot. */
export const bell =
  `<path fill="var(--pc-bell2)" ${INK} d="M12.600 5.500a3.400 3.400 0 1 1 6.800 0z"/>` +
  `<circle cx="16" cy="17.500" r="12.700" fill="var(--pc-bell)" ${INK}/>` +
  `<path fill="var(--pc-bell2)" ${INK} d="M3.500 15.200c8-2.300 17-2.300 25 0l.2 4.600c-8.300-2.300-17.100-2.300-25.400 0z"/>` +
  '<path fill="none" stroke="#fff" stroke-opacity=".85" stroke-width="2" stroke-linecap="round" d="M8 11.500c1.100-1.900 2.600-3.200 4.600-4"/>' +
  '<path fill="none" stroke="var(--pc-ink)" stroke-width="2.200" stroke-linecap="round" d="M16 22.500v5.200"/><circle cx="16" cy="22.300" r="2" fill="var(--pc-ink)"/>';

/** Laub: a heart-shaped leaf with its veins. */
export const leaf =
  `<path fill="none" stroke="var(--pc-ink)" stroke-width="4" stroke-linecap="round" d="M16 23c-.3 3-1.500 5-3.800 6.800"/>` +
  `<path fill="var(--pc-leaf)" ${INK} d="M16 1.500c4.500 5 12.500 8.300 12.500 15.500 0 4.700-3.600 7.600-7.200 7.600-2.200 0-4.200-1-5.300-2.800-1.100 1.800-3.100 2.800-5.300 2.800-3.600 0-7.200-2.900-7.200-7.600C3.500 9.800 11.500 6.500 16 1.500z"/>` +
  '<path fill="none" stroke="var(--pc-ink)" stroke-width="1.100" stroke-linecap="round" d="M16 6v18M16 12.500l4.500-2.500M16 12.500L11.500 10M16 18l6-3.300M16 18l-6-3.300"/>' +
  '<path fill="none" stroke="var(--pc-stem)" stroke-width="1.800" stroke-linecap="round" d="M16 23c-.3 3-1.500 5-3.800 6.800"/>';

/** A heart with an outline, so that it sits well beside the drawn signs of the Salzburg deck. */
export const redHeart = heart.replace('<path ', `<path ${INK} `) +
  '<path fill="none" stroke="#fff" stroke-opacity=".75" stroke-width="2" stroke-linecap="round" d="M6 10.500c.1-2 1.200-3.400 2.900-3.900"/>';

/**
 * Court figures, put together from a few heraldic parts: robe, head, hair, hat, sign. A half figure stands on the
 * middle line of a 100 by 154 card and is turned round to make the other half. For cards/art only.
 */
export interface Look {
  kind: 'jack' | 'queen' | 'ober' | 'king';
  sign: string; // id of the suit sign's symbol
  robe: string;
  trim: string;
  lining: string;
  hair: string;
  skin?: string;
  style: 0 | 1 | 2 | 3; // which hat, beard and pattern, so that no two look alike
}

const S = 'stroke="var(--pc-ink)" stroke-width="1.500" stroke-linejoin="round" stroke-linecap="round"';
const THIN = 'fill="none" stroke="var(--pc-ink)" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.200"';
const GOLD = 'var(--pc-gold)';

const use = (id: string, x: number, y: number, size: number, turn = 0): string =>
  `<use href="#${id}" x="${x - size / 2}" y="${y - size / 2}" width="${size}" height="${size}"${turn ? ` transform="rotate(${turn} ${x} ${y})"` : ''}/>`;

function robe(look: Look): string {
  const { kind, robe: cloth, trim, lining, style } = look;
  const shape = 'M17 77.500C17.500 64 27 57.500 42 54.500h16C73 57.500 82.500 64 83 77.500z';
  let out = `<path fill="${cloth}" ${S} d="${shape}"/>`;
  if (style % 2 === 0)
    for (let x = 25; x <= 75; x += 7.2)
      if (x < 39 || x > 61) out += `<path stroke="${trim}" stroke-width="2" opacity=".9" d="M${x} ${x < 50 ? 82 - x * 0.42 : 40 + x * 0.42}V77"/>`;
  if (style % 2 === 1)
    for (const [x, y] of [[27, 71], [34, 65], [66, 65], [73, 71], [35, 74], [65, 74]] as const)
      out += `<path fill="${trim}" d="M${x} ${y - 3}l2.500 3-2.500 3-2.500-3z"/>`;
  out += `<path fill="${lining}" ${S} d="M42.500 54.500h15L62 77.500H38z"/>`;
  if (kind === 'king') {
    out += `<path fill="#fffdf5" ${S} d="M33 57.500c4.500-2 8-2.800 11-3.200 2 6 10 6 12 0 3 .4 6.500 1.200 11 3.200l-3.500 8c-8.500 4.500-18.500 4.500-27 0z"/>`;
    out += `<path ${THIN} stroke-width="1.600" d="M39.500 61.500v2M45 64v2M50.500 65v2M56 64v2M61 61.500v2"/>`;
  } else if (kind === 'queen') {
    out += `<path fill="${look.skin ?? 'var(--pc-skin)'}" ${S} d="M41 54.500c2 9 16 9 18 0z"/>`;
    out += `<path fill="none" stroke="${GOLD}" stroke-width="2.200" stroke-linecap="round" stroke-dasharray=".1 3" d="M42.500 57.500c3 6.500 12 6.500 15 0"/>`;
  } else if (kind === 'ober') {
    out += `<path fill="#fffdf5" ${S} d="M39 55c2-2.500 4.500-1.500 5.500 0 1.500-2 4-2 5.500 0 1.500-2 4-2 5.500 0 1-1.500 3.500-2.500 5.500 0-2 5.500-20 5.500-22 0z"/>`;
    for (const y of [64, 69, 74]) out += `<circle cx="50" cy="${y}" r="1.700" fill="${GOLD}" ${S} stroke-width="1"/>`;
  } else {
    out += `<path fill="${trim}" ${S} d="M41.500 54.500L50 63l8.500-8.500 2 3.500L50 70 39.500 58z"/>`;
    out += `<path ${THIN} d="M50 70v7"/>`;
  }
  return out;
}

function face(look: Look): string {
  const skin = look.skin ?? 'var(--pc-skin)';
  const girl = look.kind === 'queen';
  return (
    `<path fill="${skin}" ${S} d="M45.500 45h9v9c-2 3-7 3-9 0z"/>` +
    `<path fill="${skin}" ${S} d="M38.500 28v9c0 8.500 5.500 14.500 11.500 14.500S61.500 45.500 61.500 37v-9z"/>` +
    '<g fill="var(--pc-blush)" opacity=".55"><circle cx="42.500" cy="42.500" r="2.800"/><circle cx="57.500" cy="42.500" r="2.800"/></g>' +
    '<g fill="var(--pc-ink)"><ellipse cx="44.800" cy="37.800" rx="1.500" ry="1.800"/><ellipse cx="55.200" cy="37.800" rx="1.500" ry="1.800"/></g>' +
    `<path ${THIN} d="M42.300 34.600c1.400-1.300 3.500-1.400 4.800-.5M57.700 34.600c-1.400-1.300-3.500-1.400-4.800-.5M50.300 38l-1.500 4.600h2"/>` +
    (girl
      ? '<path fill="var(--pc-lips)" d="M46.800 46.300c1.200-1.300 2.400-1.200 3.200-.5.8-.7 2-.8 3.200.5-1.600 2.300-4.800 2.300-6.400 0z"/>'
      : `<path ${THIN} stroke="var(--pc-lips)" stroke-width="1.600" d="M47 46.400c1.900 1.200 4.100 1.200 6 0"/>`)
  );
}

function hair(look: Look): string {
  const { kind, hair: tone, style } = look;
  if (kind === 'queen')
    return style % 2
      ? `<path fill="${tone}" ${S} d="M50 20c-13 0-17 9-17 20 0 9-1 14-4.500 18 6 2 12 .5 15-3h13c3 3.500 9 5 15 3C68 54 67 49 67 40c0-11-4-20-17-20z"/>`
      : `<path fill="${tone}" ${S} d="M50 20c-12 0-16 8-16 18 0 4-3 5-3 9.500 0 4 2.500 5 2.500 8 3.500 2 8 1.500 10.500-1.500h12c2.500 3 7 3.500 10.500 1.500 0-3 2.500-4 2.500-8 0-4.500-3-5.500-3-9.500 0-10-4-18-16-18z"/>`;
  if (kind === 'king')
    return `<path fill="${tone}" ${S} d="M50 22c-11 0-15 6-15 14 0 3-2.500 4-2.500 7s2 4.500 4.500 5h26c2.500-.5 4.500-2 4.500-5s-2.500-4-2.500-7c0-8-4-14-15-14z"/>`;
  return style % 2
    ? `<path fill="${tone}" ${S} d="M50 21c-11 0-15 6-15 15v11c0 2 5 2.500 7 .5h16c2 2 7 1.500 7-.5V36c0-9-4-15-15-15z"/>`
    : `<path fill="${tone}" ${S} d="M50 21c-12 0-16 7-15.500 15-.5 4-3 5-3.500 9 3 1.500 5.500 1 8-.5h22c2.500 1.500 5 2 8 .5-.5-4-3-5-3.500-9 .5-8-3.500-15-15.500-15z"/>`;
}

function beard(look: Look): string {
  const { kind, hair: tone, style } = look;
  if (kind === 'king') {
    const tip = ['M50 66', 'M46 63', 'M50 63', 'M54 63'][style]!;
    const chin = [
      'C43 63 37.500 53 38.500 39',
      'C47 65 37.500 57 38.500 39',
      'C40 63 36.500 53 38.500 39',
      'C50 60 37.500 57 38.500 39',
    ][style]!;
    const back = ['C57 63 62.500 53 61.500 39', 'C50 60 62.500 57 61.500 39', 'C60 63 63.500 53 61.500 39', 'C53 65 62.500 57 61.500 39'][style]!;
    const start = tip.slice(1);
    return (
      `<path fill="${tone}" ${S} d="M${start} ${chin}c2.500 3.500 5 5 7.500 3.800 2-1 6-1 8 0 2.500 1.200 5-.3 7.500-3.800 M${start} ${back}"/>` +
      `<path fill="${tone}" d="M38.500 39c2.500 3.500 5 5 7.500 3.800 2-1 6-1 8 0 2.500 1.200 5-.3 7.500-3.800C62 50 58 60 50 62 42 60 38 50 38.500 39z"/>` +
      `<path ${THIN} d="M44 53c.5 2.500 1.500 4.500 3 6M56 53c-.5 2.500-1.500 4.500-3 6M50 54v6"/>` +
      '<path fill="var(--pc-lips)" d="M46.500 46.600c2.300-.9 4.700-.9 7 0-1.500 2.200-5.500 2.200-7 0z"/>'
    );
  }
  if (kind === 'ober')
    return [
      `<path fill="${tone}" ${S} stroke-width="1" d="M50 43.800c-2-1.300-5-.8-8.500 1.900 3 1.200 6.300 1 8.500-.5 2.200 1.500 5.500 1.700 8.500.5-3.500-2.700-6.500-3.200-8.500-1.900z"/>`,
      `<path fill="${tone}" ${S} stroke-width="1" d="M50 43.800c-3-1.500-6-.3-9.500-1.300 1 3.500 6.500 4.500 9.500 2.700 3 1.800 8.500.8 9.500-2.700-3.500 1-6.500-.2-9.500 1.300z"/>`,
      `<path fill="${tone}" ${S} stroke-width="1" d="M50 43.800c-2-1.300-5-.8-7 1.400 2 .8 5 .9 7 0 2 .9 5 .8 7 0-2-2.200-5-2.700-7-1.400zM47.500 48.500h5L50 53.500z"/>`,
      `<path fill="${tone}" ${S} stroke-width="1" d="M50 43.600c-3.500-1-6.500 0-8 3.400 3 .2 6-.3 8-1.700 2 1.400 5 1.900 8 1.700-1.500-3.400-4.500-4.400-8-3.400z"/>`,
    ][style]!;
  return '';
}

function feather(x: number, y: number, tone: string, flip = false): string {
  return `<g transform="translate(${x} ${y})${flip ? ' scale(-1 1)' : ''}"><path fill="${tone}" ${S} d="M0 0C-1-9 6-17 16-16c-1 3-1 4 1 6-4 0-4 1-4 4-3-1-5 0-5 3C5-4 2-3 0 0z"/><path ${THIN} d="M1-1C4-7 8-11 13-13.500"/></g>`;
}

function hat(look: Look): string {
  const { kind, robe: cloth, trim, lining, style } = look;
  if (kind === 'king') {
    const points = [
      'M36 28l-3-16 8.500 7L50 8l8.500 11 8.500-7-3 16z',
      'M36 28l-2.500-15 6.500 6 4-9.500 6 8 6-8 4 9.500 6.500-6L64 28z',
      'M36 28c-2-5-3.500-11-1.500-15 3 1 5.500 4 7 7 1.500-4 4.500-9 8.500-12 4 3 7 8 8.500 12 1.500-3 4-6 7-7 2 4 .5 10-1.500 15z',
      'M36 28l-2-14 5 4 3.500-8 3.500 7.500L50 8l4 9.500 3.500-7.500 3.500 8 5-4-2 14z',
    ][style]!;
    return (
      `<path fill="${cloth}" ${S} d="M38 27c0-9 5-13 12-13s12 4 12 13z"/><path fill="${GOLD}" ${S} d="${points}"/>` +
      `<path fill="${GOLD}" ${S} d="M35.500 25.500h29v5.500h-29z"/>` +
      `<circle cx="50" cy="28.200" r="1.900" fill="${trim}"/><circle cx="42" cy="28.200" r="1.500" fill="${lining}"/><circle cx="58" cy="28.200" r="1.500" fill="${lining}"/>` +
      `<circle cx="50" cy="7.500" r="2" fill="${trim}" ${S} stroke-width="1"/>`
    );
  }
  if (kind === 'queen')
    return (
      `<path fill="${look.hair}" ${S} d="M38.500 33c0-9 6-10 11.500-10s11.500 1 11.500 10c-3-1-8-3-11.500-7-3.500 4-8.500 6-11.500 7z"/>` +
      `<path fill="${GOLD}" ${S} d="${['M38 24l-2-9 6 4 3-7 5 6 5-6 3 7 6-4-2 9c-8-3-16-3-24 0z', 'M38 24l-1-8 5.500 3L50 10l7.500 9 5.500-3-1 8c-8-3-16-3-24 0z', 'M38 24c-2-4-2-8 0-10 2 1 4 3 5 5 1-4 4-8 7-9 3 1 6 5 7 9 1-2 3-4 5-5 2 2 2 6 0 10-8-3-16-3-24 0z', 'M38 24l-3-7 7 2 1.500-8 6.500 6 6.500-6 1.500 8 7-2-3 7c-8-3-16-3-24 0z'][style]}"/>` +
      `<circle cx="50" cy="19.300" r="1.900" fill="${trim}"/><circle cx="43.500" cy="20.400" r="1.300" fill="${cloth}"/><circle cx="56.500" cy="20.400" r="1.300" fill="${cloth}"/>` +
      `<circle cx="37.500" cy="46" r="1.700" fill="${GOLD}" ${S} stroke-width=".9"/><circle cx="62.500" cy="46" r="1.700" fill="${GOLD}" ${S} stroke-width=".9"/>`
    );
  if (kind === 'ober')
    return [
      feather(58, 20, '#fffdf5') + `<path fill="${cloth}" ${S} d="M39 28c-1-8 1-15 4-17 4 2 10 2 14 0 3 2 5 9 4 17z"/><path fill="${trim}" ${S} d="M39.200 23.500h21.600v5H39z"/><path fill="${cloth}" ${S} d="M31.500 29.500c5-3.500 32-3.500 37 0-4 3.500-33 3.500-37 0z"/>`,
      feather(50, 15, GOLD, true) + `<path fill="${cloth}" ${S} d="M37 28c0-10 4-16 13-16s13 6 13 16z"/><path fill="${trim}" ${S} d="M32 30c2-4 34-6 37-2.500 0 4-34 6.500-37 2.500z"/>`,
      feather(60, 18, lining) + `<path fill="${cloth}" ${S} d="M37 28L42 10c5-2 11-2 16 0l5 18z"/><path fill="${trim}" ${S} d="M37.500 25.500c8-2.500 17-2.500 25 0l1.500 4c-9-2.500-19-2.500-28 0z"/><circle cx="50" cy="26" r="2.200" fill="${GOLD}" ${S} stroke-width="1"/>`,
      feather(50, 16, '#fffdf5', true) + feather(55, 15, lining, true) + `<path fill="${cloth}" ${S} d="M33 27c0-8 8-13 17-13s17 5 17 13c-4 4-30 4-34 0z"/><path fill="${trim}" ${S} d="M37 26c8-2.500 18-2.500 26 0v4c-8-2.500-18-2.500-26 0z"/>`,
    ][style]!;
  return [
    feather(60, 24, lining) + `<path fill="${cloth}" ${S} d="M35 27c-1-7 6-12 15-12s17 4 18 10c-5 3-9 2-12 2z"/><path fill="${trim}" ${S} d="M37 26c8-2 18-2 26 0v4c-8-2.500-18-2.500-26 0z"/>`,
    `<path fill="${cloth}" ${S} d="M37 29c-2-9 4-15 13-15 11 0 16-3 20 3-3 1-4 3-5 5-1 3-1 5-2 7z"/><circle cx="70" cy="18" r="2.700" fill="${GOLD}" ${S} stroke-width="1"/><path fill="${trim}" ${S} d="M36.500 27c8-2 19-2 27 0v3.800c-8-2.500-19-2.500-27 0z"/>`,
    feather(50, 18, GOLD, true) + `<path fill="${cloth}" ${S} d="M36 28c0-9 6-13 14-13s14 4 14 13z"/><path fill="${trim}" ${S} d="M35 28.500l3-6 4 4 4-5 4 5 4-5 4 5 4-4 3 6c-9-2-21-2-30 0z"/>`,
    feather(61, 21, '#fffdf5') + `<path fill="${cloth}" ${S} d="M33.500 26c0-6 7-10 16.500-10s16.500 4 16.500 10c-5 4-28 4-33 0z"/><path ${THIN} d="M50 16v8M42 17.500l2 6.500M58 17.500L56 24"/><path fill="${trim}" ${S} d="M38 26.500c8-2.500 16-2.500 24 0v3.500c-8-2.500-16-2.500-24 0z"/>`,
  ][style]!;
}

/** The sign: a sceptre's head for the king, raised by Ober and queen, low at the belt for Under and jack. */
function sign(look: Look): string {
  const { kind, sign: id, robe: cloth, trim } = look;
  const skin = look.skin ?? 'var(--pc-skin)';
  const hand = (x: number, y: number): string => `<circle cx="${x}" cy="${y}" r="3.800" fill="${skin}" ${S}/>`;
  if (kind === 'king')
    return `<path stroke="var(--pc-ink)" stroke-width="4.600" stroke-linecap="round" d="M82.500 76V38"/><path stroke="${GOLD}" stroke-width="2.200" stroke-linecap="round" d="M82.500 76V38"/>${use(id, 82.5, 24, 25)}<path fill="${cloth}" ${S} d="M69 77.500c0-7 4-9 9-9l2 9z"/>${hand(82.5, 68)}<path fill="${trim}" ${S} stroke-width="1" d="M76.500 66l3-1.500 1.500 6-3 1.500z"/>`;
  if (kind === 'queen' || kind === 'ober')
    return `<path fill="${cloth}" ${S} d="M68 62c3-8 6-13 9-17l6 3c-1 8-3 16-5 25z"/><path fill="${trim}" ${S} d="M75.500 46.500l2.500-4.500 7 3.500-1.500 5z"/>${hand(81.5, 40.5)}${use(id, 82, 24, 26)}`;
  return `<path fill="${cloth}" ${S} d="M64 60c7 1 12 4 15 9l-6 5c-3-3-6-4-10-5z"/>${use(id, 81.5, 60.5, 24)}${hand(71.5, 69)}`;
}

function weapon(look: Look): string {
  if (look.kind !== 'jack') return '';
  return (
    '<path stroke="var(--pc-ink)" stroke-width="4" stroke-linecap="round" d="M84.500 50V15"/><path stroke="var(--pc-stem)" stroke-width="1.800" stroke-linecap="round" d="M84.500 50V15"/>' +
    [
      `<path fill="#cfd8dc" ${S} d="M84.500 3l3 8-1 6h8c1.500 4 1 8-1 11-2.500-3-5-4-9-4-3 0-4.500 1-6 3-1.500-3-1.500-6 0-10h5l-1.500-6z"/>`,
      `<path fill="#cfd8dc" ${S} d="M84.500 4c4 6 5 11 3.500 17h-7c-1.500-6-.5-11 3.500-17z"/><path fill="${look.trim}" ${S} stroke-width="1" d="M80 21h9l-1 8h-7z"/>`,
      `<path fill="#cfd8dc" ${S} d="M84.500 5l2.500 7-1 3c4-1 7 1 8.500 5-3 4-6 6-9 6V26h-2V15l-1.500-3z"/>`,
      `<path fill="#cfd8dc" ${S} d="M84.500 3l2.500 8c4-1 6-3 7-6 1.500 7-2 12-7 13v4h-5v-4c-5-1-8.500-6-7-13 1 3 3 5 7 6z"/>`,
    ][look.style]!
  );
}

function half(look: Look): string {
  return weapon(look) + robe(look) + hair(look) + face(look) + beard(look) + hat(look) + sign(look);
}

/** A whole court card: the half figure twice, joined by a belt. */
export function court(id: string, look: Look): string {
  const belt =
    `<path fill="${look.trim}" ${S} d="M17 73.500h66a3.500 3.500 0 0 1 0 7H17a3.500 3.500 0 0 1 0-7z"/>` +
    [24, 37, 50, 63, 76].map((x) => `<circle cx="${x}" cy="77" r="1.600" fill="var(--pc-paper)"/>`).join('');
  return (
    `<clipPath id="${id}-c"><path d="M0 0h100v77.500H0z"/></clipPath>` +
    `<symbol id="${id}" viewBox="0 0 100 154"><g id="${id}-h" clip-path="url(#${id}-c)">${half(look)}</g>` +
    `<use href="#${id}-h" transform="rotate(180 50 77)"/>${belt}</symbol>`
  );
}

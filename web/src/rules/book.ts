/** Which passages make up the rules of a game. The passages themselves are in de.ts, fr.ts, it.ts, en.ts, nl.ts. */
import type { OrderFamily } from '../cards/card';
import type { Language } from '../i18n/i18n.svelte';

export const HEADS = ['goal', 'deal', 'trump', 'play', 'meld', 'score', 'end'] as const;
export type Head = (typeof HEADS)[number];
export type Passage =
  | `head.${Head}`
  | 'goal.differenzler' | 'goal.team' | 'goal.coinche'
  | 'deal.differenzler' | 'deal.jass' | 'deal.schieber' | 'deal.belote' | 'deal.klaverjassen' | 'deal.coinche'
  | 'trump.differenzler' | 'trump.jass' | 'trump.schieber' | 'trump.belote' | 'trump.klaverjassen' | 'trump.swiss' | 'trump.coinche'
  | 'play.differenzler' | 'play.swiss' | 'play.base' | 'play.amsterdam' | 'play.rotterdam' | 'play.coinche'
  | 'meld.base' | 'meld.roem' | 'meld.swiss' | 'meld.coinche'
  | 'score.differenzler' | 'score.base' | 'score.klaverjassen' | 'score.swiss' | 'score.coinche'
  | 'end.differenzler' | 'end.base' | 'end.klaverjassen' | 'end.swiss' | 'end.coinche';
export type Book = Readonly<Record<Passage, string>>; // \n parts paragraphs

export interface Chapter {
  family: OrderFamily;
  lowest: '6' | '7';
  oben: boolean; // obenabe and undenufe can be chosen
  parts: readonly Passage[];
}
const base = (deal: Passage, trump: Passage, lowest: '6' | '7'): Chapter => ({
  family: 'ten', lowest, oben: false,
  parts: ['goal.team', deal, trump, 'play.base', 'meld.base', 'score.base', 'end.base'],
});
const dutch = (play: Passage): Chapter => ({
  family: 'ten', lowest: '7', oben: false,
  parts: ['goal.team', 'deal.klaverjassen', 'trump.klaverjassen', play, 'meld.roem', 'score.klaverjassen', 'end.klaverjassen'],
});

export const CHAPTERS: Readonly<Record<string, Chapter>> = {
  differenzler: {
    family: 'swiss', lowest: '6', oben: false,
    parts: ['goal.differenzler', 'deal.differenzler', 'trump.differenzler', 'play.differenzler', 'score.differenzler', 'end.differenzler'],
  },
  'schieber-swiss': {
    family: 'swiss', lowest: '6', oben: true,
    parts: ['goal.team', 'deal.schieber', 'trump.swiss', 'play.swiss', 'meld.swiss', 'score.swiss', 'end.swiss'],
  },
  coinche: {
    family: 'ten', lowest: '7', oben: false,
    parts: ['goal.coinche', 'deal.coinche', 'trump.coinche', 'play.coinche', 'meld.coinche', 'score.coinche', 'end.coinche'],
  },
  'klaverjassen-amsterdam': dutch('play.amsterdam'),
  'klaverjassen-rotterdam': dutch('play.rotterdam'),
  klaverjassen: base('deal.klaverjassen', 'trump.klaverjassen', '7'),
  jass: base('deal.jass', 'trump.jass', '7'),
  schieber: base('deal.schieber', 'trump.schieber', '6'),
  belote: base('deal.belote', 'trump.belote', '7'),
};

export const BOOKS: Readonly<Record<Language, () => Promise<Book>>> = {
  de: () => import('./de').then((module) => module.de),
  fr: () => import('./fr').then((module) => module.fr),
  it: () => import('./it').then((module) => module.it),
  en: () => import('./en').then((module) => module.en),
  nl: () => import('./nl').then((module) => module.nl),
};

/** Points of each rank: in trumps, otherwise, obenabe, undenufe. */
export const VALUES = [
  ['J', 20, 2, 2, 2], ['9', 14, 0, 0, 0], ['A', 11, 11, 11, 0], ['T', 10, 10, 10, 10], ['K', 4, 4, 4, 4],
  ['Q', 3, 3, 3, 3], ['8', 0, 0, 8, 8], ['7', 0, 0, 0, 0], ['6', 0, 0, 0, 11],
] as const;

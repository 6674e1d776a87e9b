/** Names of cards, suits and ranks in the language and deck in use. */
import { rankOf, suitOf, type Card, type Deck, type Rank, type Suit } from '../cards/card';
import { currentLanguage, hasText, t } from './i18n.svelte';

export const suitName = (deck: Deck, suit: Suit): string => t(`suit.${deck}.${suit}`);
export const suitInitial = (deck: Deck, suit: Suit): string => suitName(deck, suit).slice(0, 2);

export function rankName(deck: Deck, rank: Rank): string {
  const own = `rank.${deck}.${rank}`;
  const plain = `rank.${rank}`;
  return hasText(own) ? t(own) : hasText(plain) ? t(plain) : rank;
}

export function cardName(deck: Deck, card: Card): string {
  const name = t('card.name', { suit: suitName(deck, suitOf(card)), rank: rankName(deck, rankOf(card)) });
  return currentLanguage() === 'fr' ? name.replace(/ de (?=[éeaio])/, ' d’') : name;
}

/** What is printed in the corner: digits, and letters for the court and the ace. */
export function indexLetter(deck: Deck, rank: Rank): string {
  if (rank === 'T') return '10';
  const place = 'JQKA'.indexOf(rank);
  return place < 0 ? rank : t(`index.${deck}`).charAt(place);
}

/** A contract as the wire names it: a suit, or obenabe/undenufe. */
export function contractName(deck: Deck, contract: Suit | 'obenabe' | 'undenufe'): string {
  return contract === 'obenabe' || contract === 'undenufe' ? t(`contract.${contract}`) : suitName(deck, contract);
}

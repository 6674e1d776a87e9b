/** Turns a Saying into words: codes of suits, contracts and cards become names in the deck in use. */
import type { Card, Rank, Suit } from '../cards/card';
import { settings } from '../settings/settings.svelte';
import type { Saying } from '../table/view';
import { cardName, contractName, rankName } from './cards';
import { t } from './i18n.svelte';

export function say(saying: Saying): string {
  const values: Record<string, string | number> = { ...saying.values };
  if (typeof values['suit'] === 'string') values['suit'] = contractName(settings.deck, values['suit'] as Suit);
  if (typeof values['card'] === 'string') values['card'] = cardName(settings.deck, values['card'] as Card);
  if (typeof values['cards'] === 'string') values['cards'] = values['cards'].split(' ').map((card) => cardName(settings.deck, card as Card)).join(', ');
  if (typeof values['rank'] === 'string') values['rank'] = rankName(settings.deck, values['rank'] as Rank);
  if (saying.saying) values['what'] = say(saying.saying);
  return t(saying.key, values);
}

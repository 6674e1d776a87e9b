/** Puts a deck's symbol sheet into the page when a card of it is first shown. Used by cards/ components only. */
import type { Deck } from './card';

const wanted = new Set<string>();

export function needDeck(deck: Deck): void {
  if (wanted.has(deck) || typeof document === 'undefined') return;
  wanted.add(deck);
  void import('./art/sheet').then(({ back, sheet }) => {
    const holder = document.createElement('div');
    holder.setAttribute('aria-hidden', 'true');
    holder.className = 'symbol-sheet';
    const first = !document.querySelector('.symbol-sheet');
    holder.innerHTML = `<svg width="0" height="0" xmlns="http://www.w3.org/2000/svg">${first ? back() : ''}${sheet(deck)}</svg>`;
    document.body.append(holder);
  });
}

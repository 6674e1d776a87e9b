/** What a screen reader says of an event. For the store of a table. */
import type { AnySeen } from '../lib/wire';
import type { Known } from './known';
import type { Scene } from './scene';
import type { Saying } from './view';

export interface News {
  saying: Saying;
  n: number;
}
/** That one is to do something now, and what. */
export function turnNews({ view, panel }: Scene): Saying | null {
  if (panel) return panel.kind === 'choose' ? panel.title : { key: `${panel.kind}.title` };
  return view.legal === null ? null : { key: 'live.turn', values: { n: view.legal.length } };
}

/** Called after the event has been folded in. */
export function newsOf(event: AnySeen, known: Known): Saying[] {
  const name = 'seat' in event && typeof event.seat === 'number' ? (known.seats[event.seat as 0]?.player?.name ?? '') : '';
  const mine = 'seat' in event && event.seat === known.me;
  switch (event.type) {
    case 'hand-dealt':
    case 'hand-completed':
      return known.me === null ? [] : [{ key: 'live.dealt', values: { n: known.hand.length, cards: known.hand.join(' ') } }];
    case 'trump-drawn':
      return [{ key: 'live.trump', values: { suit: event.suit } }];
    case 'contract-made':
      return [{ key: 'live.trump', values: { suit: event.contract } }];
    case 'estimate-announced':
    case 'claimed':
    case 'called':
    case 'melds-announced':
    case 'marriage-called': {
      const said = known.seats[event.seat as 0]?.said;
      return said ? [{ key: 'live.says', values: { name }, saying: said }] : [];
    }
    case 'card-played':
      return [mine ? { key: 'live.played.you', values: { card: event.card } } : { key: 'live.played', values: { name, card: event.card } }];
    case 'trick-taken':
      return [mine ? { key: 'live.trick.you', values: { n: event.points } } : { key: 'live.trick', values: { name, n: event.points } }];
    case 'estimates-scored':
      return known.me === null ? [] : [{ key: 'live.round', values: { n: event.diffs[known.me] ?? 0 } }];
    case 'melds-compared':
      return event.best == null ? [] : [{ key: 'meld.best', values: { name: known.seats[event.best as 0].player?.name ?? '' } }];
    case 'deal-scored': {
      const us = (known.me ?? 0) % 2;
      return [{ key: 'live.deal', values: { us: event.scores[us] ?? 0, them: event.scores[1 - us] ?? 0 } }];
    }
    case 'substituted':
      return mine ? [] : [{ key: 'live.substituted', values: { name } }];
    default:
      return [];
  }
}

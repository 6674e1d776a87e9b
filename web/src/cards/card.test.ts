import { expect, test } from 'vitest';
import { order, RANKS, sortHand, type Card } from './card';

test('every order names every rank once', () => {
  for (const family of ['swiss', 'ten', 'oben', 'unden'] as const)
    for (const trump of [true, false])
      expect([...order(family, trump)].sort()).toEqual([...RANKS].sort());
});

test('a hand shows trumps first, the jack and nine of trumps on top', () => {
  const hand: Card[] = ['AH', '9S', 'JS', 'AS', '6C', 'KH', 'TD'];
  expect(sortHand(hand, 'S')).toEqual(['JS', '9S', 'AS', 'TD', '6C', 'AH', 'KH']);
});

test('red and black alternate wherever the trumps stand', () => {
  const hand: Card[] = ['AH', 'AS', 'AD', 'AC'];
  for (const trump of ['H', 'S', 'D', 'C'] as const) {
    const colours = sortHand(hand, trump).map((card) => 'HD'.includes(card[1]!));
    expect(colours[0]).not.toBe(colours[1]);
    expect(colours[1]).not.toBe(colours[2]);
  }
});

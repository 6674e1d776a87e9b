import { expect, test } from 'vitest';
import { hintsFor } from './hints';
import { Known, type FixedRules } from './known';
import { sceneOf, type Panel } from './scene';
import type { Card } from '../cards/card';
import type { Contract, TableView } from './view';

function seat(rules: FixedRules, hand: Card[], trump: Contract, led: Card[], refused: Card[] = []): { known: Known; view: TableView } {
  const known = new Known('', 0);
  Object.assign(known, { rules, stage: 'playing', dealt: true, hand, contract: trump, declarer: 2, trick: { plays: led.map((card) => ({ seat: 3, card })), winner: null, points: 0 } });
  const legal = hand.filter((card) => !refused.includes(card));
  const refusals = Object.fromEntries(refused.map((card) => [card, 'must-follow' as const]));
  return { known, view: sceneOf(known, { to_act: [0], choices: { cards: legal, refused: refusals } } as never, true, null).view };
}

test('each rule of play is explained by its own hint when it first binds', () => {
  for (const [play, hint] of [['swiss', 'follow'], ['base', 'follow.base'], ['amsterdam', 'follow.amsterdam'], ['rotterdam', 'follow.rotterdam'], ['french', 'follow.french']] as const) {
    const { known, view } = seat({ play, teams: true }, ['KH', '7D'], 'S', ['AH'], ['7D']);
    expect(hintsFor(known, view, null)[0]).toBe(hint);
  }
});

test('the lonely Puur is explained when trumps are led', () => {
  const { known, view } = seat({ play: 'swiss', estimates: true }, ['JS', '7D'], 'S', ['AS']);
  expect(hintsFor(known, view, null)[0]).toBe('puur');
});

test('who cannot follow learns that Differenzler lets him undertrump and Schieber does not', () => {
  const free = seat({ play: 'swiss', undertrump: 'if-void' }, ['7D', '6S'], 'S', ['AH']);
  expect(hintsFor(free.known, free.view, null)).toContain('void');
  const bound = seat({ play: 'swiss', undertrump: 'only-trumps-left' }, ['7D', '6S'], 'S', ['AH']);
  expect(hintsFor(bound.known, bound.view, null)).toContain('void.swiss');
});

test('every way of choosing trumps has its hint', () => {
  const known = new Known('', 0);
  const choose = (more: object): Panel => ({ kind: 'choose', title: { key: 'choose.title' }, contracts: ['S'], times: {}, upcard: null, decline: null, accept: null, ...more });
  known.rules = { trump_selection: 'forehand-partner' };
  expect(hintsFor(known, {} as TableView, choose({ decline: 'shove' }))).toEqual(['partner', 'choose.swiss', 'choose.oben']);
  known.rules = { trump_selection: 'seven-of-hearts' };
  expect(hintsFor(known, {} as TableView, choose({ decline: 'shove' }))).toContain('choose.seven');
  expect(hintsFor(known, {} as TableView, choose({ decline: 'pass' }))).toContain('choose.name');
  expect(hintsFor(known, {} as TableView, choose({ decline: 'pass', accept: 'S', upcard: 'AS' }))).toContain('choose.take');
  expect(hintsFor(known, {} as TableView, choose({ decline: 'pass', accept: 'S' }))).toContain('choose.accept');
  expect(hintsFor(known, {} as TableView, { kind: 'bid', values: [80], high: null, coinche: 'coinche', pass: true })).toContain('coinche');
});

test('spectators get no hints', () => {
  const { known, view } = seat({ play: 'swiss' }, ['KH'], 'S', ['AH']);
  known.me = null;
  expect(hintsFor(known, view, null)).toEqual([]);
});

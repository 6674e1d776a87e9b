import { expect, test } from 'vitest';
import { GAMES } from '../lib/games';
import { offered, toSend, valueOf, type Chosen } from './lobby';

const optionsOf = (id: string) => GAMES.find((game) => game.id === id)!.options;
const names = (id: string, chosen: Chosen): string[] => offered(optionsOf(id), chosen).map((option) => option.name);

test('options that exclude each other are not offered together', () => {
  expect(names('differenzler', {})).not.toContain('zero_sum_hint');
  expect(names('differenzler', { announcement: 'open' })).toContain('zero_sum_hint');
  expect(names('differenzler', { announcement: 'open' })).not.toContain('missing_estimate');
  expect(names('schieber-swiss', { profile: 'tournament' })).not.toContain('weis');
  expect(names('belote', { preset: 'french' })).toContain('litige');
  expect(names('belote', {})).not.toContain('litige');
});

test('a preset of several rules shows where the others stand then', () => {
  const options = optionsOf('schieber-swiss');
  const end = options.find((option) => option.name === 'end')!;
  expect(valueOf(options, {}, end)).toEqual({ target: 2500 });
  expect(valueOf(options, { profile: 1000 }, end)).toEqual({ target: 1000 });
  expect(valueOf(options, { profile: 1000, end: { deals: 8 } }, end)).toEqual({ deals: 8 });
});

test('only what differs and can be chosen is sent', () => {
  expect(toSend(optionsOf('differenzler'), { rounds: 8, missing_estimate: 40, announcement: 'open' })).toEqual({ announcement: 'open' });
  expect(toSend(optionsOf('schieber-swiss'), { profile: 1000, end: { target: 1000 } })).toEqual({ profile: 1000 });
  expect(toSend(optionsOf('schieber-swiss'), { profile: 1000, end: { target: 2500 } })).toEqual({ profile: 1000, end: { target: 2500 } });
});

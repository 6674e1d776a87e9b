import { expect, test } from 'vitest';
import { sideOf } from './view';

test('counter-clockwise, the next player sits on the right', () => {
  expect([0, 1, 2, 3].map((seat) => sideOf(seat as 0, 0, 'ccw'))).toEqual(['south', 'east', 'north', 'west']);
});

test('clockwise, the next player sits on the left, and the partner opposite all the same', () => {
  expect(sideOf(3, 2, 'cw')).toBe('west');
  expect(sideOf(0, 2, 'cw')).toBe('north');
});

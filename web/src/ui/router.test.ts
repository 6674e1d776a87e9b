import { expect, test } from 'vitest';
import { routeOf } from './router.svelte';

test('addresses name pages', () => {
  expect(routeOf('/')).toEqual({ page: 'home' });
  expect(routeOf('/table/abc')).toEqual({ page: 'table', id: 'abc' });
  expect(routeOf('/invite/s-1_x')).toEqual({ page: 'invite', secret: 's-1_x' });
  expect(routeOf('/rules')).toEqual({ page: 'rules', variant: null });
  expect(routeOf('/fair/abc')).toEqual({ page: 'fair', id: 'abc' });
  expect(routeOf('/nothing/here')).toEqual({ page: 'missing' });
});

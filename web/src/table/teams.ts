/** The score of a team game as rows to read: one's own team first. For result sheets. */
import type { Key } from '../i18n/i18n.svelte';
import type { DealScored } from '../lib/wire';
import type { Known } from './known';

export const ownTeam = (known: Known): 0 | 1 => ((known.me ?? 0) % 2) as 0 | 1;
export const teamNames = (names: readonly string[], team: number): string => `${names[team]} & ${names[team + 2]}`;

export interface Row {
  key: Key;
  values: readonly [number, number]; // us, them
  strong: boolean;
}

export function rowsOf(score: DealScored, known: Known): Row[] {
  const us = ownTeam(known);
  const bonus = known.rules.last_trick ?? 0;
  const pair = (of: readonly number[]): [number, number] => [of[us] ?? 0, of[1 - us] ?? 0];
  const rows: Row[] = [
    { key: 'score.tricks', values: pair(score.tricks), strong: false },
    { key: 'score.cards', values: pair(score.cards), strong: false },
    { key: 'score.last', values: pair([0, 1].map((team) => (team === score.last_trick ? bonus : 0))), strong: false },
    { key: 'score.melds', values: pair(score.melds), strong: false },
    { key: known.marriage, values: pair(score.marriage), strong: false },
    { key: 'score.roem', values: pair(score.roem), strong: false },
  ];
  return [
    ...rows.filter((row) => row.values.some((value) => value > 0)),
    { key: 'score.this', values: pair(score.scores), strong: true },
    { key: 'result.total', values: pair(score.totals), strong: true },
  ];
}

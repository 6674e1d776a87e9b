/** How cards travel: in from a seat (or from the place in the hand where they lay), out to the winner. */
import type { TransitionConfig } from 'svelte/transition';
import { pace } from '../settings/settings.svelte';
import type { Side } from './view';

const AWAY: Readonly<Record<Side, readonly [number, number]>> = { south: [0, 1], north: [0, -1], west: [-1, 0], east: [1, 0] };

export const calm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
const smooth = (x: number): number => 1 - (1 - x) ** 3;

/** Where own cards were last seen, so that they fly from the hand and not from the table's edge. */
export const leftHandAt = new Map<string, DOMRect>();

export function arrive(node: Element, { side, card }: { side: Side; card: string }): TransitionConfig {
  const from = leftHandAt.get(card);
  const to = node.getBoundingClientRect();
  const [ax, ay] = AWAY[side];
  const dx = from ? from.left + from.width / 2 - to.left - to.width / 2 : ax * to.width * 2.2;
  const dy = from ? from.top + from.height / 2 - to.top - to.height / 2 : ay * to.height * 1.6;
  const size = from && to.width ? from.width / to.width : 0.8;
  leftHandAt.delete(card);
  return {
    duration: calm() ? 0 : 260 * pace(),
    easing: smooth,
    css: (t, u) => `transform: translate(${dx * u}px, ${dy * u}px) scale(${t + size * u}); opacity: ${from ? 1 : Math.min(1, t * 3)}`,
  };
}

export function gather(node: Element, { side }: { side: Side | null }): TransitionConfig {
  if (!side) return { duration: 0 };
  const { width, height } = node.getBoundingClientRect();
  const [ax, ay] = AWAY[side];
  return {
    duration: calm() ? 0 : 320 * pace(),
    css: (t, u) => `transform: translate(${ax * width * 2.4 * u}px, ${ay * height * 1.8 * u}px) scale(${0.55 + 0.45 * t}); opacity: ${Math.min(1, t * 2)}`,
  };
}

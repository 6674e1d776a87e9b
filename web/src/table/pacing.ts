/** How long each event is shown before the next one is, in milliseconds at normal pace. For the store of a table. */
import type { AnySeen } from '../lib/wire';

const SHOWN: Partial<Record<AnySeen['type'], number>> = {
  'hand-dealt': 450,
  'up-card-turned': 500,
  'trump-drawn': 350,
  'suit-proposed': 500,
  'chooser-found': 300,
  called: 850,
  'contract-made': 700,
  'thrown-in': 1200,
  'melds-announced': 500,
  'melds-compared': 500,
  'melds-shown': 600,
  'marriage-called': 500,
  claimed: 1100,
  'card-played': 380,
  'estimate-announced': 450,
};
/** A full trick lies until it is seen or this time is over; then it is gathered. */
export const TRICK_LIES = 1250;
export const GATHER = 330;

export const shownFor = (event: AnySeen): number => SHOWN[event.type] ?? 0;

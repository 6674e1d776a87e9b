/**
 * One's own part in fair deals (docs/fairness.md): a nonce for the seat, committed, opened, and kept as a witness.
 * Kept in localStorage, so that a reload or a second tab goes on with the same nonce. For the store of a table.
 */
import { Fairness, fromHex, toHex, type FairTable, type Witness } from '../lib/fairness';
import type { AnyAction } from '../lib/wire';
import type { Chain, Known } from './known';

const MOST_KEPT = 40;
const nameOf = (table: string, epoch: number): string => `puur.witness.${table}.${epoch}`;

/** What this browser wrote down before the first deal of a match, if it sat there. */
export function witnessOf(table: string, epoch = 0): Witness | null {
  try {
    return JSON.parse(localStorage.getItem(nameOf(table, epoch)) ?? 'null') as Witness | null;
  } catch {
    return null;
  }
}

function keep(table: string, epoch: number, witness: Witness): void {
  const old = JSON.parse(localStorage.getItem('puur.witnesses') ?? '[]') as string[];
  const names = [...old.filter((name) => name !== nameOf(table, epoch)), nameOf(table, epoch)];
  for (const name of names.splice(0, Math.max(0, names.length - MOST_KEPT))) localStorage.removeItem(name);
  localStorage.setItem('puur.witnesses', JSON.stringify(names));
  localStorage.setItem(nameOf(table, epoch), JSON.stringify(witness));
}

/** The next step that is due from this seat, or nothing. */
export async function nextStep(table: string, known: Known): Promise<AnyAction | null> {
  const { chain, me } = known;
  if (!chain || me === null || !chain.parts.includes(me) || chain.opened[me] !== null) return null;
  const fair = new Fairness();
  if (chain.committed[me] === null) {
    const witness = await ownNonce(fair, table, chain, me, known);
    const commitment = await fair.commitment(await bindingOf(fair, known, chain), fromHex(chain.head), me, fromHex(witness.nonce));
    return { type: 'commit-nonce', commitment: toHex(commitment) };
  }
  if (chain.parts.some((seat) => chain.committed[seat] === null)) return null;
  const witness = witnessOf(table, chain.epoch);
  return witness && witness.head === chain.head && witness.seat === me ? { type: 'open-nonce', nonce: witness.nonce } : null;
}

async function ownNonce(fair: Fairness, table: string, chain: Chain, me: number, known: Known): Promise<Witness> {
  const kept = witnessOf(table, chain.epoch);
  if (kept?.head === chain.head && kept.seat === me) return kept;
  const fixed = JSON.parse(chain.table) as FairTable;
  if (toHex(await fair.tableHash(fixed)) !== chain.hash) throw new Error('the table does not give its hash');
  const { nonce } = await fair.newNonce(await bindingOf(fair, known, chain), fromHex(chain.head), me);
  const witness = { head: chain.head, seat: me, nonce: toHex(nonce) };
  keep(table, chain.epoch, witness);
  return witness;
}

function bindingOf(fair: Fairness, known: Known, chain: Chain): Promise<Uint8Array> {
  const hash = fromHex(chain.hash);
  const before = known.chains[chain.epoch - 1];
  return before ? fair.renewal(hash, chain.epoch, fromHex(before.head)) : Promise.resolve(hash);
}

/** The key in the link to a match's record: players derive it from their invitation, as the server does. */
import { concat, hashesHere } from '../lib/sha256';
import { toHex } from '../lib/fairness';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

export async function replayKey(invitation: string): Promise<string> {
  const hash = await hashesHere().sha256(concat(utf8('puur replay '), utf8(invitation)));
  return toHex(hash).slice(0, 32);
}

/**
 * The one WebSocket of this page: connects, keeps awake, comes back after a cut, and sends again what was not
 * answered. Stores hang themselves in with `attach`; nobody else touches the socket.
 */
import { PROTOCOL, type AnyAction, type FromClient, type ToClient } from '../lib/wire';
import { session } from './api';

export type LinkState = 'idle' | 'connecting' | 'open' | 'lost' | 'banned' | 'outdated';
export interface Attached {
  opened?: () => void;
  frame: (frame: ToClient) => void;
}
const FIRST_WAIT = 400;
const LONGEST_WAIT = 8_000;
const PATIENCE = 6_000; // for the answer to a ping

let state = $state<LinkState>('idle');
let tries = $state(0);
let me = $state.raw<{ id: string; name: string; kind: string } | null>(null);
export const linkState = (): LinkState => state;
export const linkTries = (): number => tries;
export const whoAmI = () => me;

let socket: WebSocket | null = null;
let offset = 0; // the server's clock minus ours
let beat: ReturnType<typeof setInterval> | undefined;
let doubt: ReturnType<typeof setTimeout> | undefined;
let again: ReturnType<typeof setTimeout> | undefined;
const attached = new Set<Attached>();
const unanswered = new Map<string, FromClient>();

export const serverNow = (): number => Date.now() + offset;
/** A moment of the server's clock, by ours. */
export const localTime = (moment: number): number => moment - offset;

export function attach(one: Attached): () => void {
  attached.add(one);
  if (state === 'open') one.opened?.();
  else if (state === 'idle') void connect();
  else if (state === 'lost') retry();
  return () => {
    attached.delete(one);
    setTimeout(() => attached.size === 0 && hangUp(), 3_000); // the next page may want it
  };
}

export function send(frame: FromClient): void {
  if (socket?.readyState === WebSocket.OPEN && state === 'open') socket.send(JSON.stringify(frame));
}

const letters = (n: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(n)), (byte) => (byte % 36).toString(36)).join('');

/** Do something at a table. It is sent again after a cut until it is answered: the id makes that harmless. */
export function act(table: string, action: AnyAction, invitation?: string | null): string {
  const id = letters(16);
  const frame: FromClient = { type: 'act', table, id, action, ...(invitation ? { invitation } : {}) };
  unanswered.set(id, frame);
  send(frame);
  return id;
}

/** Try at once, not after the pause. */
export function retry(): void {
  clearTimeout(again);
  if (state === 'lost') void connect();
}

function hangUp(): void {
  clearInterval(beat);
  clearTimeout(doubt);
  clearTimeout(again);
  const old = socket;
  socket = null;
  state = 'idle';
  old?.close();
}

async function connect(): Promise<void> {
  clearTimeout(again);
  if (state !== 'lost') state = 'connecting';
  try {
    await session();
  } catch {
    return lost();
  }
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  socket?.close(); // one that never got through
  const mine = (socket = new WebSocket(`${scheme}://${location.host}/ws?protocol=${PROTOCOL}`));
  mine.onmessage = (event) => {
    if (socket === mine) hear(JSON.parse(String(event.data)) as ToClient);
  };
  mine.onclose = (event) => {
    if (socket === mine) closed(event.code);
  };
  clearTimeout(doubt);
  doubt = setTimeout(() => {
    if (socket !== mine || state === 'open') return;
    mine.close();
    closed(1006); // a dead network says nothing for minutes
  }, PATIENCE);
}

function closed(code: number): void {
  socket = null;
  clearInterval(beat);
  clearTimeout(doubt);
  if (code === 4400) state = 'outdated';
  else if (code === 4403) state = 'banned';
  else {
    if (code === 4401) void session(true).catch(() => undefined);
    lost();
  }
}

function lost(): void {
  state = 'lost';
  tries += 1;
  const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(tries - 1, 6)) * (0.75 + Math.random() / 2);
  clearTimeout(again);
  if (attached.size > 0) again = setTimeout(() => void connect(), wait);
}

function hear(frame: ToClient): void {
  clearTimeout(doubt);
  doubt = undefined;
  if (frame.type === 'welcome') {
    offset = frame.now - Date.now();
    me = frame.me;
    state = 'open';
    tries = 0;
    clearInterval(beat);
    beat = setInterval(check, frame.heartbeat * 500);
    for (const one of attached) one.opened?.();
    for (const waiting of unanswered.values()) send(waiting);
    return;
  }
  if (frame.type === 'pong') {
    offset = frame.now - Date.now();
    return;
  }
  if (frame.type === 'trouble' && frame.reason === 'too-fast') {
    socket?.close(); // something was thrown away, and nobody knows what: begin anew
    closed(1013);
    return;
  }
  if (frame.type === 'accepted' || frame.type === 'refused') unanswered.delete(frame.id);
  else if (frame.type === 'update' && frame.accepted) unanswered.delete(frame.accepted);
  else if (frame.type === 'trouble' && frame.id) unanswered.delete(frame.id);
  for (const one of attached) one.frame(frame);
}

/** Ask whether the other end is still there; if nothing comes, begin anew. */
function check(): void {
  send({ type: 'ping' });
  if (doubt === undefined && socket)
    doubt = setTimeout(() => {
      doubt = undefined;
      socket?.close();
      if (socket) closed(1006); // a dead network never finishes closing
    }, PATIENCE);
}

if (typeof window !== 'undefined') {
  addEventListener('online', retry);
  addEventListener('offline', () => {
    if (state === 'open') check();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return;
    if (state === 'open') check();
    else retry();
  });
}

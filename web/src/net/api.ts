/** Requests to the server. A refusal becomes an ApiError with the server's reason. Anybody in the client may use it. */
import type { TableSettings } from '../lib/wire';

export class ApiError extends Error {
  constructor(
    readonly status: number, // 0: the server was not reached
    readonly reason: string,
    readonly until: number | null = null,
  ) {
    super(reason);
  }
}

async function answerOf(method: string, path: string, body?: unknown): Promise<Response> {
  const init: RequestInit = { method, credentials: 'same-origin' };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { 'content-type': 'application/json' };
  }
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new ApiError(0, 'offline');
  }
  if (response.ok) return response;
  const problem = (await response.json().catch(() => ({}))) as { reason?: string; detail?: string; until?: number };
  throw new ApiError(response.status, problem.reason ?? problem.detail ?? 'unknown', problem.until ?? null);
}

export async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await answerOf(method, path, body);
  const text = await response.text();
  return (text ? JSON.parse(text) : undefined) as T;
}

export interface Account {
  id: string;
  name: string;
  kind: 'guest' | 'account' | 'bot';
  is_admin?: boolean;
  passkeys?: boolean;
  confirmed?: boolean;
  recovery_codes_left?: number | null;
}
let known: Promise<Account> | null = null;

/** Who one is; a guest is made of a stranger. Asked once a page. */
export function session(anew = false): Promise<Account> {
  if (anew || !known) {
    known = request<Account>('POST', '/api/session');
    known.catch(() => (known = null));
  }
  return known;
}

export interface Opened {
  table: string;
  invitation: string;
}
export async function playAlone(variant: string, options: Record<string, unknown>, level: string | null): Promise<Opened> {
  await session();
  return request('POST', '/api/play', { variant, options, ...(level ? { level } : {}) });
}
export async function openTable(settings: Partial<TableSettings> & { variant: string }): Promise<Opened> {
  await session();
  return request('POST', '/api/tables', { settings });
}
export async function invitationTable(secret: string): Promise<string> {
  await session();
  return (await request<{ table: string }>('GET', `/api/invitations/${encodeURIComponent(secret)}`)).table;
}
export async function recordText(table: string, key: string | null): Promise<string> {
  const query = key ? `?key=${encodeURIComponent(key)}` : '';
  return (await answerOf('GET', `/api/tables/${encodeURIComponent(table)}/record${query}`)).text();
}

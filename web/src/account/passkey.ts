/** WebAuthn in the browser: options from the server in, JSON for the server out. For the account page. */
import { request, type Account } from '../net/api';

interface Ceremony {
  ceremony: string;
  options: Record<string, unknown>;
}
const bytes = (text: string): Uint8Array<ArrayBuffer> => {
  const plain = atob(text.replace(/-/g, '+').replace(/_/g, '/').padEnd(Math.ceil(text.length / 4) * 4, '='));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
};
const text = (buffer: ArrayBuffer | null): string | null =>
  buffer && btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');

type Listed = { id: string; type: 'public-key' }[];
const listed = (list: unknown): { id: Uint8Array<ArrayBuffer>; type: 'public-key' }[] =>
  ((list as Listed | undefined) ?? []).map((one) => ({ ...one, id: bytes(one.id) }));

export const passkeysHere = (): boolean => isSecureContext && typeof PublicKeyCredential !== 'undefined';

export async function addPasskey(label: string): Promise<void> {
  const { ceremony, options } = await request<Ceremony>('POST', '/api/passkeys/registration');
  const user = options['user'] as { id: string; name: string; displayName: string };
  const publicKey = {
    ...options, challenge: bytes(options['challenge'] as string), user: { ...user, id: bytes(user.id) },
    excludeCredentials: listed(options['excludeCredentials']),
  } as unknown as PublicKeyCredentialCreationOptions;
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  const answer = made.response as AuthenticatorAttestationResponse;
  const credential = {
    id: made.id, rawId: text(made.rawId), type: made.type, clientExtensionResults: made.getClientExtensionResults(),
    response: { clientDataJSON: text(answer.clientDataJSON), attestationObject: text(answer.attestationObject), transports: answer.getTransports?.() ?? [] },
  };
  await request('POST', '/api/passkeys', { ceremony, credential, label });
}

export async function loginWithPasskey(): Promise<Account> {
  const { ceremony, options } = await request<Ceremony>('POST', '/api/passkeys/login');
  const publicKey = {
    ...options, challenge: bytes(options['challenge'] as string), allowCredentials: listed(options['allowCredentials']),
  } as unknown as PublicKeyCredentialRequestOptions;
  const got = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  const answer = got.response as AuthenticatorAssertionResponse;
  const credential = {
    id: got.id, rawId: text(got.rawId), type: got.type, clientExtensionResults: got.getClientExtensionResults(),
    response: {
      clientDataJSON: text(answer.clientDataJSON), authenticatorData: text(answer.authenticatorData),
      signature: text(answer.signature), userHandle: text(answer.userHandle),
    },
  };
  return request<Account>('POST', '/api/passkeys/session', { ceremony, credential });
}

/** Settings follow an account from browser to browser; guests keep theirs here. Started once by the client's entry. */
import { currentLanguage, LANGUAGES, useLanguage, type Language } from '../i18n/i18n.svelte';
import { request, session } from '../net/api';
import { applyTheme, DEFAULTS, onSaved, settings } from '../settings/settings.svelte';

let sent = '';
const now = (): string => JSON.stringify({ ...settings, language: currentLanguage() });

export async function syncSettings(): Promise<void> {
  const me = await session();
  if (me.kind !== 'account') return;
  const kept = await request<Record<string, unknown>>('GET', '/api/me/settings');
  for (const [name, value] of Object.entries(kept))
    if (name in DEFAULTS && typeof value === typeof DEFAULTS[name as keyof typeof DEFAULTS]) Object.assign(settings, { [name]: value });
  const language = kept['language'];
  if (typeof language === 'string' && (LANGUAGES as readonly string[]).includes(language) && language !== currentLanguage())
    await useLanguage(language as Language);
  applyTheme();
  sent = now();
  onSaved(() => {
    const text = now();
    if (text === sent) return;
    sent = text;
    void request('PUT', '/api/me/settings', JSON.parse(text)).catch(() => (sent = ''));
  });
}

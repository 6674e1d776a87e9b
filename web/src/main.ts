/** Entry of the client: language first, then the page. */
import { mount } from 'svelte';
import App from './App.svelte';
import { ready } from './i18n/i18n.svelte';
import { applyTheme } from './settings/settings.svelte';
import './styles/base.css';
import './styles/cards.css';
import { listen } from './ui/router.svelte';

applyTheme();
for (const query of ['(prefers-color-scheme: dark)', '(prefers-contrast: more)'])
  matchMedia(query).addEventListener('change', applyTheme);
// A chunk of this version that is no longer there: a newer client has been installed. Once a minute at most.
addEventListener('vite:preloadError', () => {
  const before = Number(sessionStorage.getItem('puur.reloaded') ?? 0);
  if (!navigator.onLine || Date.now() - before < 60_000) return;
  sessionStorage.setItem('puur.reloaded', String(Date.now()));
  location.reload();
});
listen();
await ready();
mount(App, { target: document.getElementById('app')! });

// Later, when the page stands: what follows an account, and what lets the page open without a network.
setTimeout(() => void import('./account/sync').then(({ syncSettings }) => syncSettings()).catch(() => undefined), 1_500);
if ('serviceWorker' in navigator && import.meta.env.PROD) void navigator.serviceWorker.register('/sw.js').catch(() => undefined);

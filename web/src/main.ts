/** Entry of the client: language first, then the page. */
import { mount } from 'svelte';
import App from './App.svelte';
import { ready } from './i18n/i18n.svelte';
import { applyTheme } from './settings/settings.svelte';
import './styles/base.css';
import './styles/cards.css';
import { reloadWhenPartsAreMissing } from './ui/chunks.svelte';
import { listen } from './ui/router.svelte';

applyTheme();
for (const query of ['(prefers-color-scheme: dark)', '(prefers-contrast: more)'])
  matchMedia(query).addEventListener('change', applyTheme);
reloadWhenPartsAreMissing();
listen();
await ready();
mount(App, { target: document.getElementById('app')! });

// Later, when the page stands: what follows an account, and what lets the page open without a network.
setTimeout(() => void import('./account/sync').then(({ syncSettings }) => syncSettings()).catch(() => undefined), 1_500);
if ('serviceWorker' in navigator && import.meta.env.PROD) void navigator.serviceWorker.register('/sw.js').catch(() => undefined);

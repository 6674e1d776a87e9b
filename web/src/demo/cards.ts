/** Development only: all cards of a deck at several sizes, to be looked at. cards.html?deck=swiss&theme=dark&size=60 */
import { mount } from 'svelte';
import { ready } from '../i18n/i18n.svelte';
import '../styles/base.css';
import '../styles/cards.css';
import Sheet from './CardSheet.svelte';

await ready();
mount(Sheet, { target: document.getElementById('app')! });

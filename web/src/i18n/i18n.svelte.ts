/**
 * The language in use and `t`, which looks texts up. Catalogues are chunks of their own: only one is loaded.
 * Anybody in the client may use it; `ready` must have settled before the first component is mounted.
 */
import type { de } from './de';
import { format, type Message, type Values } from './message';

export type Key = keyof typeof de;
export type Catalogue = Readonly<Record<Key, Message>>;
export const LANGUAGES = ['de', 'fr', 'it', 'en', 'nl'] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  de: 'Deutsch', fr: 'Français', it: 'Italiano', en: 'English', nl: 'Nederlands',
};

const LOAD: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  de: () => import('./de').then((module) => module.de),
  fr: () => import('./fr').then((module) => module.fr),
  it: () => import('./it').then((module) => module.it),
  en: () => import('./en').then((module) => module.en),
  nl: () => import('./nl').then((module) => module.nl),
};

const STORED = 'puur.language';
let language = $state<Language>('en');
let catalogue = $state.raw<Catalogue | null>(null);

const isLanguage = (text: string): text is Language => (LANGUAGES as readonly string[]).includes(text);

/** The stored choice, else the first language of the browser that we speak, else English. */
export function preferred(stored: string | null, browser: readonly string[]): Language {
  for (const wish of [stored ?? '', ...browser]) {
    const short = wish.slice(0, 2).toLowerCase();
    if (isLanguage(short)) return short;
  }
  return 'en';
}

export async function useLanguage(next: Language, remember = true): Promise<void> {
  catalogue = await LOAD[next]();
  language = next;
  document.documentElement.lang = next;
  if (remember) localStorage.setItem(STORED, next);
}

export const ready = (): Promise<void> =>
  useLanguage(preferred(localStorage.getItem(STORED), navigator.languages), false);

export const currentLanguage = (): Language => language;
export const hasText = (key: string): key is Key => catalogue !== null && key in catalogue;

export function t(key: Key, values: Values = {}): string {
  return catalogue ? format(catalogue[key], values, language) : key;
}

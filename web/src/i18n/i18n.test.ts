import { expect, test } from 'vitest';
import { de } from './de';
import { en } from './en';
import { fr } from './fr';
import { preferred, type Catalogue } from './i18n.svelte';
import { it } from './it';
import { format, type Message } from './message';
import { nl } from './nl';

const others: Record<string, Catalogue> = { en, fr, it, nl };
const texts = (message: Message): string[] => (typeof message === 'string' ? [message] : Object.values(message));
const gaps = (message: Message): string[] => [...new Set(texts(message).flatMap((text) => text.match(/\{\w+\}/g) ?? []))].sort();

test.each(Object.keys(others))('%s holds exactly the keys of the German catalogue', (language) => {
  expect(Object.keys(others[language]!).sort()).toEqual(Object.keys(de).sort());
});

test.each(Object.keys(others))('%s leaves no text empty and fills the same gaps', (language) => {
  for (const [key, message] of Object.entries(others[language]!)) {
    for (const text of texts(message)) expect(text.trim(), key).not.toBe('');
    expect(gaps(message), key).toEqual(gaps(de[key as keyof typeof de]));
  }
});

test.each(Object.keys(others))('%s is a translation: long texts differ from the German', (language) => {
  for (const [key, message] of Object.entries(others[language]!)) {
    const german = texts(de[key as keyof typeof de])[0]!;
    if (german.length > 24) expect(texts(message)[0], key).not.toBe(german);
  }
});

test('plurals follow the language: French counts nought as one, English does not', () => {
  const cards = 'variant.cards';
  expect(format(fr[cards], { n: 0 }, 'fr')).toBe('0 carte');
  expect(format(en[cards], { n: 0 }, 'en')).toBe('0 cards');
  expect(format(de[cards], { n: 1 }, 'de')).toBe('1 Karte');
});

test('the browser’s languages are tried in turn, the stored choice first', () => {
  expect(preferred(null, ['pl', 'fr-CH', 'de'])).toBe('fr');
  expect(preferred('nl', ['fr-CH'])).toBe('nl');
  expect(preferred(null, ['pl'])).toBe('en');
});

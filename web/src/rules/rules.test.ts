import { expect, test } from 'vitest';
import { de as words } from '../i18n/de';
import { BOOKS, CHAPTERS, VALUES } from './book';

test.each(Object.keys(BOOKS))('the book in %s has every passage that a game needs', async (language) => {
  const book = await BOOKS[language as keyof typeof BOOKS]();
  const german = await BOOKS.de();
  expect(Object.keys(book).sort()).toEqual(Object.keys(german).sort());
  for (const chapter of Object.values(CHAPTERS))
    for (const part of chapter.parts) expect(book[part].length, part).toBeGreaterThan(30);
});

test('every game of the book has its name in the catalogue', () => {
  for (const id of Object.keys(CHAPTERS)) {
    expect(words).toHaveProperty([`variant.${id}`]);
    expect(words).toHaveProperty([`variant.${id}.line`]);
  }
});

test('the values shown add up to 152 in every contract', () => {
  const sum = (column: 1 | 2 | 3 | 4): number => VALUES.reduce((total, row) => total + row[column], 0);
  expect(sum(1) + 3 * sum(2)).toBe(152);
  expect(4 * sum(3)).toBe(152);
  expect(4 * sum(4)).toBe(152);
});

import { expect, test } from 'vitest';
import { de } from './de';

const SOURCES = import.meta.glob<string>(['../**/*.{ts,svelte}', '!../**/*.test.ts', '!./{de,fr,it,en,nl}.ts', '!../rules/{de,fr,it,en,nl}.ts', '!../lib/wire.ts'], { query: '?raw', import: 'default', eager: true });
const GENERATED = /^(option|settings)\./; // named by the games and by the settings; e2e/test_generated.py looks at the former

test('every text is used somewhere', () => {
  const source = Object.values(SOURCES).join('\n');
  const plain = new Set([...source.matchAll(/['"]([a-z][\w-]*\.[\w.-]+)['"]/g)].map((found) => found[1]));
  const shapes = [...source.matchAll(/`([a-z][\w-]*\.?[^`\s]*\$\{[^`]*)`/g)].map(
    (found) => new RegExp(`^${found[1]!.split(/\$\{[^}]*\}/).map((part) => part.replace(/[.*+?^$()[\]{}|\\]/g, '\\$&')).join('.+')}$`),
  );
  const unused = Object.keys(de).filter((key) => !GENERATED.test(key) && !plain.has(key) && !shapes.some((shape) => shape.test(key)));
  expect(unused).toEqual([]);
});

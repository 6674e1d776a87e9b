/** Unit tests: plain TypeScript, no browser. The browser itself is tested end to end from e2e/. */
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  test: { include: ['src/**/*.test.ts'] },
});

/** Build of the browser client: one page, hashed files, straight into the Python package that serves it. */
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { icons } from './icons';

const server = 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte(), icons()],
  build: {
    outDir: '../src/puur/server/static',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
  },
  server: { proxy: { '/api': server, '/ws': { target: server, ws: true } } },
});

import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './build/compress.ts'
import { firstHtml } from './build/first-html.ts'
import { guardFirstLoad } from './build/first-load.ts'
import { lateScripts } from './build/late-scripts.ts'
import { startScript } from './build/start-script.ts'
import { typography } from './build/typography.ts'

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url))
/** With the start script and every preload; the goal is 120. */
const firstLoadBytes = 123 * 1024

export default defineConfig({
  root: path('.'),
  plugins: [
    typography(),
    react(),
    startScript(path('start/main.ts')),
    lateScripts(),
    guardFirstLoad(firstLoadBytes),
    precompress(),
    firstHtml(path('first-html/render.tsx'), path('first-html/server-stubs.ts')),
  ],
  build: {
    target: 'es2022',
    outDir: 'dist',
    manifest: true,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              // Several questions at once are asked by later screens only.
              test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack|i18next)\/(?!.*[qQ]ueries)/,
              priority: 3,
            },
            // All of the first load beside the libraries: one file, not ten that are asked for one by one.
            {
              name: 'feed',
              test: /web\/(main|screens\/search)\.tsx$/,
              priority: 2,
            },
            // What most people open next, in one file as well.
            { name: 'listing', test: /web\/features\/listing-page\//, priority: 1 },
          ],
        },
      },
    },
  },
})

import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { polyfills } from '#web/start/failures/newer.ts'
import { precompress } from './build/compress.ts'
import { firstHtml } from './build/first-html.ts'
import { guardFirstLoad } from './build/first-load.ts'
import { styleTarget } from './build/floor/floor.ts'
import { holdFloor } from './build/floor/hold.ts'
import { inlineLimits } from './build/inline-limits.ts'
import { lateScripts } from './build/late-scripts.ts'
import { leanI18next } from './build/lean-i18next.ts'
import { leanIcons } from './build/lean-icons.ts'
import { leanDrawing } from './build/lean-react.ts'
import { leanRouter } from './build/lean-router.ts'
import { partLoader } from './build/part-loader.ts'
import { shrinkChunks } from './build/smallest.ts'
import { startScript } from './build/start-script.ts'
import { typography } from './build/typography.ts'

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url))
/** With the start script and every preload, as thousands. React is the half of it. */
const firstLoadBytes = 122_000
/** The package names its build for development alone, whose warnings are weight without a reader. */
const router = path('../node_modules/react-router/dist/production/')

export default defineConfig(({ command }) => ({
  root: path('.'),
  resolve: {
    alias:
      command === 'build'
        ? [
            { find: /^react-router$/, replacement: `${router}index.mjs` },
            { find: /^react-router\/dom$/, replacement: `${router}dom-export.mjs` },
          ]
        : [],
  },
  plugins: [
    typography(),
    react(),
    startScript(path('start/main.ts')),
    lateScripts(),
    partLoader(path('parts/load-part.ts')),
    leanDrawing(),
    leanRouter(),
    leanI18next(),
    leanIcons(path('ui/lucide-icon.ts')),
    inlineLimits(),
    shrinkChunks('vendor', 'feed'),
    guardFirstLoad(firstLoadBytes),
    holdFloor(Object.keys(polyfills)),
    precompress(),
    firstHtml(path('first-html/render.tsx'), path('first-html/server-stubs.ts')),
  ],
  build: {
    target: 'es2022',
    cssTarget: styleTarget,
    outDir: 'dist',
    manifest: true,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // All that a part needs, itself as well, so that its loader can try again (web/parts/load-part.ts);
      // what every page has already need not be named with each screen.
      resolveDependencies: (file, needed) =>
        [...new Set([file, ...needed])].filter(
          (name) => !/\/(vendor|feed|rolldown-runtime)-[^/]*\.js$/.test(name),
        ),
    },
    rolldownOptions: {
      output: {
        // Every name is a part of the first load, and its letters do not compress.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              // Several questions at once are asked by later screens only.
              test: /rolldown\/runtime|node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack|i18next)\/(?!.*[qQ]ueries)/,
              priority: 3,
            },
            // All of the first load beside the libraries: one file, not ten that are asked for one by one.
            {
              name: 'feed',
              test: /web\/(main|screens\/search)\.tsx$/,
              priority: 2,
            },
            // What most people open next, in one file as well; only two people see the deal.
            { name: 'listing', test: /web\/features\/listing-page\/(?!deal-page)/, priority: 1 },
            // Fields and files, which every sheet and form that is written in has.
            {
              name: 'fields',
              test: /web\/(ui\/(input|select)|features\/files\/(upload-field|use-uploads))\.tsx?$/,
            },
            // Icons that several screens show: as files of their own each would be a request and a name in the first load.
            { name: 'icons', test: /lucide-react\/dist\/esm\/icons\//, minShareCount: 2 },
          ],
        },
      },
    },
  },
}))

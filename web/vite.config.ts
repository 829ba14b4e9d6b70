import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { polyfills } from '#web/start/failures/newer.ts'
import { precompress } from './build/compress.ts'
import { cssNames } from './build/css-names.ts'
import { firstHtml } from './build/first-html.ts'
import { guardFirstLoad } from './build/first-load.ts'
import { styleTarget } from './build/floor/floor.ts'
import { holdFloor } from './build/floor/hold.ts'
import { keepMaps } from './build/keep-maps.ts'
import { lateScripts } from './build/late-scripts.ts'
import { partLoader } from './build/part-loader.ts'
import { startScript } from './build/start-script.ts'
import { typography } from './build/typography.ts'

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url))
/** Bytes of brotli, with the start script and every preload; React is half of it. */
const firstLoadBytes = 122_700
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
    guardFirstLoad(firstLoadBytes),
    holdFloor(Object.keys(polyfills)),
    keepMaps(path('..')),
    precompress(),
    firstHtml(path('first-html/render.tsx'), path('first-html/server-stubs.ts')),
  ],
  css: cssNames,
  build: {
    target: 'es2022',
    cssTarget: styleTarget,
    outDir: 'dist',
    manifest: true,
    // No script names its map.
    sourcemap: 'hidden',
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
              // Endless lists and several questions at once are asked by later screens only.
              test: /rolldown\/runtime|node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack|i18next)\/(?!.*([qQ]ueries|[iI]nfiniteQuery(Observer)?\.js))/,
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
            // Dialogs and sheets, which nearly every screen opens.
            { name: 'dialog', test: /@base-ui\/react\/dialog\/|web\/ui\/(dialog|sheet)\.tsx/, priority: 1 },
            // Small modules and icons that two screens or more show: one request, not thirty, and one name in the
            // first load.
            {
              name: 'shared',
              test: /contract\/|lucide-react\/dist\/esm\/icons\/|@tanstack|web\/(ui|features|client)\/(?!.*(sheet|dialog|viewer|overlay|tooltip|pull|token-field|listing-form|admin|chat))/,
              minShareCount: 2,
              maxModuleSize: 3000,
            },
          ],
        },
      },
    },
  },
}))

import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { polyfills } from '#web/start/failures/newer.ts'
import { precompress } from './build/compress.ts'
import { cssNames } from './build/css-names.ts'
import { firstHtml } from './build/first-html.ts'
import { guardFirstLoad } from './build/first-load.ts'
import { styleTarget } from './build/floor/floor.ts'
import { rejectNewerFeatures } from './build/floor/hold.ts'
import { keepSourceMaps } from './build/keep-maps.ts'
import { lateScripts } from './build/late-scripts.ts'
import { partLoader } from './build/part-loader.ts'
import { startScript } from './build/start-script.ts'
import { typography } from './build/typography.ts'

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url))
/**
 * Maximum size of the first load in bytes of brotli, including the start script and every preload: 122 KB. React is half
 * of it.
 */
const firstLoadBytes = 122 * 1024
/**
 * Folder of React Router's production build. The package exports only its development build, whose warnings make the
 * scripts larger.
 */
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
    rejectNewerFeatures(Object.keys(polyfills)),
    keepSourceMaps(path('..')),
    precompress(),
    firstHtml(path('first-html/render.tsx'), path('first-html/server-stubs.ts')),
  ],
  css: cssNames,
  build: {
    target: 'es2022',
    cssTarget: styleTarget,
    outDir: 'dist',
    manifest: true,
    // With the value `hidden`, source maps are written but no script refers to them.
    sourcemap: 'hidden',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Lists all files of a part of the app, so that the app's loader can retry each file (web/parts/load-part.ts).
      // Files that every page has already loaded are left out.
      resolveDependencies: (file, dependencies) =>
        [...new Set([file, ...dependencies])].filter(
          (name) => !/\/(vendor|feed|rolldown-runtime)-[^/]*\.js$/.test(name),
        ),
    },
    rolldownOptions: {
      output: {
        // Chunk names and hashes are short, because the first load contains all of them and hashes do not compress.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              // The code of infinite and parallel queries is not in this chunk, because only later screens use it.
              test: /rolldown\/runtime|node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack|i18next)\/(?!.*([qQ]ueries|[iI]nfiniteQuery(Observer)?\.js))/,
              priority: 3,
            },
            // Chunk with all code of the first load except the libraries, because one file is faster than ten requests.
            {
              name: 'feed',
              test: /web\/(main|screens\/search)\.tsx$/,
              priority: 2,
            },
            // Chunk with the listing page, which most people open next. It does not contain the deal page, which only
            // the two sides of a deal open.
            { name: 'listing', test: /web\/features\/listing-page\/(?!deal-page)/, priority: 1 },
            // Chunk with dialogs and sheets, which nearly every screen opens.
            { name: 'dialog', test: /@base-ui\/react\/dialog\/|web\/ui\/(dialog|sheet)\.tsx/, priority: 1 },
            // Chunk with small modules and icons that at least two screens use, because one request is faster than
            // thirty.
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

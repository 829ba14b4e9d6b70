import { dirname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, defaultClientConditions, type Plugin } from 'vite'
import { cssNames } from './css-names.ts'
import { typography } from './typography.ts'

/**
 * Bundles the module with which the API renders the first HTML. The result in `<dist>/.server/` is one file without
 * package imports.
 * @param entry module that renders the first HTML
 * @param stubs module that replaces modules that need a browser
 */
export function firstHtml(entry: string, stubs: string): Plugin {
  const web = join(entry, '../..')
  const onlyInBrowsers = ['start/boot-state.ts', 'client/http/session.ts'].map((name) => join(web, name))
  return {
    name: 'first-html',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      await build({
        configFile: false,
        logLevel: 'error',
        root: web,
        css: cssNames,
        plugins: [
          {
            name: 'server-stubs',
            enforce: 'pre',
            resolveId: (name, importer = entry) => {
              const file = name.startsWith('.') ? join(dirname(importer), name) : name.replace('#web', web)
              return onlyInBrowsers.includes(file) ? stubs : undefined
            },
          },
          typography(),
          react(),
        ],
        // With the target "webworker", the bundle contains React's production build, whatever NODE_ENV the API has.
        // React's browser renderer would open a message channel, which keeps a process from exiting.
        ssr: {
          noExternal: true,
          target: 'webworker',
          resolve: { conditions: ['workerd', ...defaultClientConditions] },
        },
        build: {
          ssr: entry,
          target: 'node24',
          // The module is minified, because each API process holds its source text in memory.
          minify: true,
          outDir: join(dir, '.server'),
          emptyOutDir: true,
          rolldownOptions: { output: { entryFileNames: 'first-html.js', codeSplitting: false } },
        },
      })
    },
  }
}

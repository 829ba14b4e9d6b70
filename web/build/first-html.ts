import { dirname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, defaultClientConditions, type Plugin } from 'vite'
import { typography } from './typography.ts'

/**
 * Builds what the API renders the first HTML with: one file without imports of packages, `<dist>/.server/`.
 * @param entry renders; @param stubs stands for the modules that only a browser has
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
        // The target of workers bundles React's production build, whatever the environment of the API says. The
        // renderer for browsers would open a message channel, which keeps a process from ending.
        ssr: {
          noExternal: true,
          target: 'webworker',
          resolve: { conditions: ['workerd', ...defaultClientConditions] },
        },
        build: {
          ssr: entry,
          target: 'node24',
          // Each process of the API keeps the text of what it runs.
          minify: true,
          outDir: join(dir, '.server'),
          emptyOutDir: true,
          rolldownOptions: { output: { entryFileNames: 'first-html.js', codeSplitting: false } },
        },
      })
    },
  }
}

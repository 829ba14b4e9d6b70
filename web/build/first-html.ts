import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, defaultClientConditions, type Plugin } from 'vite'
import { typography } from './typography.ts'

/**
 * Builds what the API renders the first HTML with: one file without imports of packages, `<dist>/.server/`.
 * @param entry renders; @param nobody stands for the modules that only a browser has
 */
export function firstHtml(entry: string, nobody: string): Plugin {
  const onlyInBrowsers = ['#web/handover.ts', '#web/session.ts']
  return {
    name: 'first-html',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      await build({
        configFile: false,
        logLevel: 'error',
        root: join(entry, '../..'),
        plugins: [
          {
            name: 'nobody',
            enforce: 'pre',
            resolveId: (name) => (onlyInBrowsers.includes(name) ? nobody : undefined),
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
          outDir: join(dir, '.server'),
          emptyOutDir: true,
          rolldownOptions: { output: { entryFileNames: 'first-html.js', codeSplitting: false } },
        },
      })
    },
  }
}

import type { Plugin } from 'vite'

/** Vite's module behind every `import()` of the built application: `__vitePreload(load, files)`. */
const helper = '\0vite/preload-helper.js'

/**
 * Routes every `import()` through the application's own loader, which retries. Vite's loader adds link tags, and
 * browsers remember their failures.
 * @param loader module that exports `loadPart`
 */
export function partLoader(loader: string): Plugin {
  let isReplaced = false
  return {
    name: 'part-loader',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /vite\/preload-helper/ },
      handler(id) {
        if (id !== helper) return undefined
        isReplaced = true
        return `export { loadPart as __vitePreload } from ${JSON.stringify(loader)}`
      },
    },
    buildEnd(error) {
      if (!error && !isReplaced) this.error('Vite no longer has the module that parts are loaded by')
    },
  }
}

import type { Plugin } from 'vite'

/**
 * Name of Vite's module that loads the target of every `import()` in the built application: `__vitePreload(load,
 * files)`.
 */
const helper = '\0vite/preload-helper.js'

/**
 * Makes every `import()` use the application's own loader, which retries failed downloads. Vite's loader adds link tags
 * instead, and browsers do not repeat a failed download of a link tag.
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

import type { Plugin } from 'vite'

/** By this module of Vite's every `import()` of the built application goes: `__vitePreload(load, files)`. */
const helper = '\0vite/preload-helper.js'

/**
 * Lets every `import()` go through the application's own loader, which tries again; Vite's would put the files into the
 * page by links, whose failure a browser remembers.
 * @param loader exports `loadPart`
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

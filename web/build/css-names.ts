import { basename } from 'node:path'

/**
 * Gives classes of style modules names such as `button-small`. Vite's own names carry a hash, which makes the first
 * load larger. File names are unique, so the class names are unique too (see css-names.test.ts).
 */
export const cssNames = {
  modules: {
    generateScopedName: (name: string, file: string) => `${basename(file, '.module.css')}-${name}`,
  },
}

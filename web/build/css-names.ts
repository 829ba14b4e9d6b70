import { basename } from 'node:path'

/**
 * Class names of style modules, such as `button-small`. Vite's own names carry a hash, which makes the first load
 * larger. File names are unique, so these names are too (see css-names.test.ts).
 */
export const cssNames = {
  modules: {
    generateScopedName: (name: string, file: string) => `${basename(file, '.module.css')}-${name}`,
  },
}

import path from 'node:path'
import { defineConfig, type Plugin, type RolldownOptions } from 'rolldown'

const root = path.join(import.meta.dirname, '..')
const processes = {
  api: 'services/api/main.ts',
  bot: 'services/bot/main.ts',
  workers: 'workers/main.ts',
}

/**
 * Files of ours are found from the module that reads them. A bundle lies two folders down like those modules, so what
 * they say of the way holds for it too; a module that lies elsewhere would look in the wrong place.
 */
const addresses: Plugin = {
  name: 'addresses',
  transform: {
    filter: {
      id: { include: /^\/.*\.ts$/, exclude: /\/node_modules\// },
      code: /import\.meta\.(url|dirname|filename)/,
    },
    handler(_code, id) {
      if (path.relative(root, id).split(path.sep).length !== 3)
        this.error(`${id} finds files from where it lies, and is not two folders down`)
    },
  },
}

/** Taken from Node without being listed: for the list of the names in `http` Node would read the client of `fetch`, 30 ms. */
const nodeModules: Plugin = {
  name: 'node-modules',
  resolveId: { filter: { id: /^(node:)?http$/ }, handler: () => '\0http' },
  load: {
    filter: { id: /^\0http$/ },
    handler: () => "module.exports = process.getBuiltinModule('http')",
  },
}

/**
 * One letter outside of ASCII makes Node keep two bytes for each letter of a file. Done to what is written: whoever
 * prints the code once more, as leaving out comments does, puts the letters back.
 */
const oneByteLetters: Plugin = {
  name: 'one-byte-letters',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk') chunk.code = chunk.code.replace(/[^\0-\x7f]/g, escaped)
  },
}

const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * Each process of the product in one file, and what it loads later beside it: read one by one its 1,400 modules take
 * longer than all that they do at a start. Names and lines stay, so that a stack in the log can be read.
 */
export default defineConfig(
  Object.entries(processes).map(
    ([name, entry]): RolldownOptions => ({
      cwd: root,
      input: { [name]: entry },
      platform: 'node',
      // Programs of the machine, what draws pages from files of its own, and what Node warns of outside of libraries.
      external: ['sharp', 'pg-native', 'msgpackr-extract', 'node-fetch', /^@bull-board\//],
      plugins: [addresses, nodeModules, oneByteLetters],
      transform: { define: { __dirname: 'import.meta.dirname', __filename: 'import.meta.filename' } },
      output: {
        dir: 'services/dist',
        comments: false,
        sourcemap: true,
        sourcemapExcludeSources: true,
        entryFileNames: '[name].js',
        chunkFileNames: `${name}-[name]-[hash].js`,
      },
    }),
  ),
)

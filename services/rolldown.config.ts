import path from 'node:path'
import { defineConfig, type Plugin, type RolldownOptions } from 'rolldown'

const root = path.join(import.meta.dirname, '..')
const processes = {
  api: 'services/api/main.ts',
  bot: 'services/bot/main.ts',
  workers: 'workers/main.ts',
  all: 'workers/all.ts',
}

/**
 * Refuses modules that would look for files in the wrong place. A module finds its files by a path from its own folder.
 * A bundle lies two folders below the root, so such a path stays right only for modules two folders below the root.
 */
const modulePathCheck: Plugin = {
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

/**
 * Loads the module `http` with `process.getBuiltinModule`. An import lists all names of the module. For that list Node
 * loads the client of `fetch`, which takes 30 ms.
 */
const nodeModules: Plugin = {
  name: 'node-modules',
  resolveId: { filter: { id: /^(node:)?http$/ }, handler: () => '\0http' },
  load: {
    filter: { id: /^\0http$/ },
    handler: () => "module.exports = process.getBuiltinModule('http')",
  },
}

/**
 * Escapes letters outside of ASCII, because one such letter makes Node keep two bytes for each letter of a file. The
 * finished bundle is escaped, because any later step that prints the code, such as the removal of comments, would undo
 * the escaping.
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
 * Bundles each process of the product into one file, with files beside it for modules that are loaded later. Reading
 * the 1,400 modules one by one takes longer than the rest of the start. A source map keeps names and lines, so that a
 * stack in the log can be read.
 */
export default defineConfig(
  Object.entries(processes).map(
    ([name, entry]): RolldownOptions => ({
      cwd: root,
      input: { [name]: entry },
      platform: 'node',
      // These modules are not bundled: native modules, the queue board, `pdfkit`, which reads its own files,
      // `number-to-words-ru`, of which Node and a bundler see other exports, and `node-fetch`, because bundling it causes a
      // warning of Node.
      external: [
        'sharp',
        'pg-native',
        'msgpackr-extract',
        'pdfkit',
        'number-to-words-ru',
        'node-fetch',
        /^@bull-board\//,
      ],
      plugins: [modulePathCheck, nodeModules, oneByteLetters],
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

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const compressible = /\.(js|css|html|svg)$/

/** Writes `<file>.br` beside every text file of the build, so that the server need not compress files. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const names = await readdir(dir, { recursive: true })
      const compress = async (name: string) => {
        const source = await readFile(join(dir, name))
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
        await writeFile(join(dir, `${name}.br`), await brotli(source, { params }))
      }
      await Promise.all(names.filter((name) => compressible.test(name)).map(compress))
    },
  }
}

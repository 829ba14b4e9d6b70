import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const compressible = /\.(js|css|html|svg|json)$/

/** Writes `<file>.br` beside every text file of the build, so that the server compresses nothing itself. */
export function precompress(): Plugin {
  let outDir = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      outDir = join(config.root, config.build.outDir)
    },
    async closeBundle() {
      const names = await readdir(outDir, { recursive: true })
      await Promise.all(
        names
          .filter((name) => compressible.test(name))
          .map(async (name) => {
            const source = await readFile(join(outDir, name))
            const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
            await writeFile(join(outDir, `${name}.br`), await brotli(source, { params }))
          }),
      )
    },
  }
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

const isChunk = (file: Rolldown.OutputAsset | Rolldown.OutputChunk): file is Rolldown.OutputChunk =>
  file.type === 'chunk'

/**
 * Fails the build in two cases: zod, which belongs to the server, is in a browser script, or the scripts of the first
 * load exceed their maximum size.
 * @param maxBytes brotli size of every script in index.html, including the start script and the preloads
 */
export function guardFirstLoad(maxBytes: number): Plugin {
  return {
    name: 'guard-first-load',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = new Map(
        Object.values(bundle)
          .filter(isChunk)
          .map((chunk) => [chunk.fileName, chunk]),
      )
      const heavy = [...chunks.values()].flatMap((chunk) =>
        chunk.moduleIds.filter((id) => id.includes('/node_modules/zod/')),
      )
      if (heavy.length > 0) this.error(`zod reached the browser: ${heavy[0]}`)
    },
    // The size is measured after writing, because the names of chunks enter the code only after `generateBundle`.
    async writeBundle({ dir = '' }) {
      const page = await readFile(join(dir, 'index.html'), 'utf8')
      const names = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, name = '']) => name)
      const sizes = names.map(async (name) => brotliCompressSync(await readFile(join(dir, name))).length)
      const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
      if (bytes > maxBytes) this.error(`first load is ${bytes} bytes of brotli, more than ${maxBytes}`)
      this.info(`first load: ${bytes} bytes of brotli in ${names.length} scripts`)
    },
  }
}

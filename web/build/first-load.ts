import { brotliCompressSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

const isChunk = (file: Rolldown.OutputAsset | Rolldown.OutputChunk): file is Rolldown.OutputChunk =>
  file.type === 'chunk'

/**
 * Fails the build when the browser would receive a validator (zod stays on the server) or when the script
 * of the first load outgrows its budget.
 * @param maxBytes of brotli, entry with everything it imports statically
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
      const first = new Set<string>()
      const add = (name: string) => {
        if (first.has(name)) return
        first.add(name)
        chunks.get(name)?.imports.forEach(add)
      }
      for (const chunk of chunks.values()) if (chunk.isEntry) add(chunk.fileName)
      const bytes = [...first].reduce(
        (sum, name) => sum + brotliCompressSync(chunks.get(name)?.code ?? '').length,
        0,
      )
      if (bytes > maxBytes) this.error(`first load is ${bytes} bytes of brotli, more than ${maxBytes}`)
      this.info(`first load: ${bytes} bytes of brotli in ${first.size} scripts`)
    },
  }
}

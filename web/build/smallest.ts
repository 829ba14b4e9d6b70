import { type MinifyOptions, minify } from 'terser'
import type { Plugin } from 'vite'
import { compileEarly } from './compile-early.ts'

/** How code becomes the fewest bytes. */
const smallest: MinifyOptions = {
  module: true,
  ecma: 2020,
  compress: { passes: 4, keep_fargs: false, pure_getters: true, unsafe_arrows: true, unsafe_methods: true },
}

/** Code in fewer bytes than the bundler makes of it; slow, so it is for what everybody waits for. */
export async function shrink(code: string): Promise<string> {
  return (await minify(code, smallest)).code ?? code
}

/** Shrinks the chunks of the first load: 1.5 KB of it. All others are left as the bundler makes them. */
export function shrinkChunks(...names: string[]): Plugin {
  return {
    name: 'shrink-chunks',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && names.includes(chunk.name))
          chunk.code = compileEarly(await shrink(chunk.code))
    },
  }
}

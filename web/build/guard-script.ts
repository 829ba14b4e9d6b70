import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { guardWords } from '../../contract/languages.ts'

/** The guard as it is written into the page, with its words in each language. */
export async function guardScript(): Promise<string> {
  const build = await rolldown({
    input: fileURLToPath(new URL('../start/failures/guard.ts', import.meta.url)),
    platform: 'browser',
    transform: { define: { words: JSON.stringify(guardWords) } },
  })
  // Laid out by the minifier too it would hold template literals, which the engines that this speaks to do not read.
  const minify = { compress: { target: 'es2015' }, mangle: true, codegen: false }
  const { output } = await build.generate({ format: 'esm', minify })
  await build.close()
  return output[0].code.trim()
}

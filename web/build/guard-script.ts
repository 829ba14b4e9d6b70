import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { guardWords } from '../../contract/languages.ts'

/** The guard script, inlined into the page, with its messages in each language. */
export async function guardScript(): Promise<string> {
  const bundler = await rolldown({
    input: fileURLToPath(new URL('../start/failures/guard.ts', import.meta.url)),
    platform: 'browser',
    transform: { define: { words: JSON.stringify(guardWords) } },
  })
  // The minifier's code generation is off, because it writes template literals, which old engines cannot parse.
  const minify = { compress: { target: 'es2015' }, mangle: true, codegen: false }
  const { output } = await bundler.generate({ format: 'esm', minify })
  await bundler.close()
  return output[0].code.trim()
}

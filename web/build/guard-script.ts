import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { minify } from 'terser'
import { guardWords } from '../../contract/languages.ts'

/** The guard as it is written into the page, with its words in each language. */
export async function guardScript(): Promise<string> {
  const build = await rolldown({
    input: fileURLToPath(new URL('../start/failures/guard.ts', import.meta.url)),
    platform: 'browser',
    transform: { define: { words: JSON.stringify(guardWords) } },
  })
  const { output } = await build.generate({ format: 'esm' })
  await build.close()
  const { code = '' } = await minify(output[0].code, { ecma: 5, ie8: true, toplevel: true })
  return code.trim()
}

import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'
import { createWords } from '#web/client/i18n-runtime.ts'
import { leanText } from './lean-i18next.ts'

const source = readFileSync(
  createRequire(import.meta.url)
    .resolve('i18next')
    .replace('cjs', 'esm'),
  'utf8',
)
const lean: { createInstance: typeof createInstance } = await import(
  `data:text/javascript,${encodeURIComponent(leanText(source))}`
)
const values = { count: 0, name: 'A & <b> $t(x) {{count}}', price: 1500.5, who: null, when: undefined }
const counts = [0, 1, 2, 5, 11, 21, 1.5]

test('says every text as i18next itself does', () => {
  const [whole, short] = [createWords(createInstance()), createWords(lean.createInstance())]
  for (const language of languages) {
    const texts: Record<string, string>[] = globSync(`contract/texts/${language}/*.json`).map((file) =>
      JSON.parse(readFileSync(file, 'utf8')),
    )
    for (const words of [whole, short]) {
      for (const more of texts) words.add(language, more)
      words.speak(language)
    }
    const keys = [...texts.flatMap(Object.keys), 'said.nowhere']
    const said = ({ t }: typeof whole) =>
      keys.flatMap((key) => [
        t(key),
        t(['said.nowhere', key], values),
        t(key, 'In place of it'),
        ...(/_other$/.test(key)
          ? counts.map((count) => t(key.replace(/_other$/, ''), { ...values, count }))
          : []),
      ])
    expect(keys.length).toBeGreaterThan(1000)
    expect(said(short)).toEqual(said(whole))
  }
})

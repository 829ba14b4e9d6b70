import { expect, test } from 'vitest'
import { guardWords, languages } from '#contract/languages.ts'
import { createScriptReader } from './floor/script.ts'
import { guardScript } from './guard-script.ts'

/** Engines much older than the app supports. People who use them must still be able to read the guard's message. */
const ancientEngines = { safari_ios: '9', webview_android: '37', chrome: '37', firefox: '30' } as const

test('the guard is written in words that engines of ten years ago understand', async () => {
  const code = await guardScript()
  expect(createScriptReader(ancientEngines)(code)).toEqual([])
  expect(createScriptReader(ancientEngines)('const a = () => `b`').map(({ name }) => name)).toEqual(
    expect.arrayContaining(['functions.arrow_functions', 'grammar.template_literals']),
  )
})

test('it stands in the page, so it is short, and has the words of each language', async () => {
  const code = await guardScript()
  expect(Buffer.byteLength(code)).toBeLessThan(3000)
  for (const language of languages)
    for (const text of Object.values(guardWords[language])) expect(code).toContain(text)
  expect(code).not.toContain('</script')
})

import { inEachLanguage, type Language } from '#contract/languages.ts'
import { createWords, type Words } from '#web/client/i18n-runtime.ts'

const files = import.meta.glob<Record<string, string>>('../../contract/texts/*/{app,rest,vacancies}.json', {
  eager: true,
  import: 'default',
})

function wordsOf(language: Language): Words {
  const own = Object.entries(files).filter(([path]) => path.split('/').at(-2) === language)
  const texts = Object.assign({}, ...own.map(([, text]) => text))
  const words = createWords()
  words.add(language, texts)
  words.speak(language)
  return words
}

/** All languages are loaded, because one process serves all of them. */
export const words = inEachLanguage(wordsOf)

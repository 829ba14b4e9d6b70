import { readFileSync } from 'node:fs'
import type { Language } from '#contract/languages.ts'

/** The texts of one area in one language, as they stand in `contract/texts/`. */
export function readTexts(language: Language, area: 'admin' | 'bot' | 'errors'): Record<string, string> {
  const file = new URL(`../../../contract/texts/${language}/${area}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8'))
}

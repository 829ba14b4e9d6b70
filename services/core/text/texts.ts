import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Language } from '#contract/languages.ts'
import { projectRoot } from '#services/core/project-root.ts'

/** Reads the texts of one area in one language from `contract/texts/`. */
export function readTexts(language: Language, area: 'admin' | 'bot' | 'errors'): Record<string, string> {
  const file = path.join(projectRoot, 'contract/texts', language, `${area}.json`)
  return JSON.parse(readFileSync(file, 'utf8'))
}
